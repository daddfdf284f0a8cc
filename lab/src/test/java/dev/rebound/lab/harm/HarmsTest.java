package dev.rebound.lab.harm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.platform.Confirmation;
import dev.rebound.lab.platform.Incarnation;
import dev.rebound.lab.platform.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HarmsTest {
  private static final Restart LATER =
      new Restart(Duration.ofSeconds(3), Restart.Disk.WIPED, Restart.Identity.NEW);

  private static Confirmation confirmed(Signal signal) {
    return new Confirmation(new Incarnation(1, 7, 0), signal, 1_000_000, true, 40, "gone");
  }

  @Test
  void noKeyStandsForTwoThings() {
    List<String> keys = new ArrayList<>(List.of("at", "every"));
    Harms.KINDS.forEach(kind -> keys.add(kind.key()));
    Harms.options().forEach(option -> keys.add(option.key()));

    assertThat(keys).doesNotHaveDuplicates();
    assertThat(Harms.KINDS).allMatch(kind -> kind.meaning().endsWith("."));
  }

  @Test
  void theDeadAreHealedSoLongAfterTheirDeathAndThePausedAfterTheSignal() {
    assertThat(new Kill(1, LATER).healingMicros(confirmed(Signal.KILL))).isEqualTo(4_040_000);
    assertThat(new Terminate(1, null).healingMicros(confirmed(Signal.TERMINATE))).isNull();
    assertThat(new Pause(1, Duration.ofSeconds(2)).healingMicros(confirmed(Signal.PAUSE)))
        .isEqualTo(3_000_000);
  }

  @Test
  void eachTellsWhatItDoesToItsVictims() {
    assertThat(new Kill(2, LATER).sameIdentity()).isFalse();
    assertThat(new Kill(2, null).away()).isNull();
    assertThat(new Terminate(2, LATER).away()).isEqualTo(Duration.ofSeconds(3));
    assertThat(new Pause(2, Duration.ofSeconds(2)).deadly()).isFalse();
    assertThat(new Kill(2, LATER).words()).isEqualTo("kill (SIGKILL)");
    assertThat(new Terminate(2, LATER).planned("worker", 8)).isEqualTo("terminate 2 worker");
  }

  @Test
  void aRollLastsAsLongAsItsTurns() {
    Duration grace = Duration.ofSeconds(30);
    Roll one = new Roll(1, grace, grace, LATER);
    Roll three = new Roll(3, grace, grace, LATER);

    assertThat(one.lasts(8)).isEqualTo(one.lasts(1).multipliedBy(8));
    assertThat(three.lasts(8)).isEqualTo(one.lasts(3));
    assertThat(one.victims(5)).isEqualTo(5);
    assertThat(one.planned("worker", 8)).isEqualTo("roll 8 × worker, 1 at a time,");
  }
}
