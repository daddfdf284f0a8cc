package dev.rebound.engine.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.engine.Paper;
import dev.rebound.engine.TellingNode;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Adoption;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class AdoptionsTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final TellingNode daemon = new TellingNode("daemon-1", "daemon");
  private final TellingNode worker = new TellingNode("worker-1", "worker");
  private int asked;

  /** Takes in the process 30 alone: whatever else it is told of does not live. */
  private Node take(Adoption adoption) {
    asked++;
    if (adoption.pid().get().orElse(0) != 30) {
      throw ReboundException.environment("No such process.", "Look.");
    }
    return worker;
  }

  private Node adopt(OptionalLong first, OptionalLong then, Duration within) {
    Iterator<OptionalLong> told = List.of(first, first).iterator();
    return new Adoptions("storm", this::take, Deadline.after(within))
        .adopt(
            new Adoption(
                "worker-1",
                "worker",
                Owner.SUBJECT,
                daemon,
                "worker.log",
                () -> told.hasNext() ? told.next() : then),
            List.of(daemon));
  }

  @Test
  void oneThatEndedAtOnceIsFollowedByTheNext() {
    assertThat(adopt(OptionalLong.of(20), OptionalLong.of(30), LONG)).isSameAs(worker);
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void nobodyIsAskedForAProcessThatNobodyToldOf() {
    assertThat(adopt(OptionalLong.empty(), OptionalLong.of(30), LONG)).isSameAs(worker);
    assertThat(asked).isEqualTo(1);
  }

  @Test
  void whoWaitsInVainHearsForWhom() {
    assertThatThrownBy(() -> adopt(OptionalLong.of(20), OptionalLong.of(20), Duration.ofMillis(1)))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("storm: waited for daemon-1 to start worker-1")
        .hasMessageContaining("the log of daemon-1");
  }

  @Test
  void aDaemonThatEndedStartsNobody() {
    daemon.alive = false;
    assertThatThrownBy(() -> adopt(OptionalLong.empty(), OptionalLong.empty(), LONG))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("daemon-1 ended before there was worker-1");
  }

  @Test
  void aPlatformThatTakesInNobodyIsRefused() {
    assertThatThrownBy(() -> Adoptions.on(new Paper(), "spark", Deadline.after(LONG)))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("spark: workers are started by its own daemons");
  }
}
