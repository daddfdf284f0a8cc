package dev.rebound.engine.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.base.ReboundException;
import dev.rebound.engine.TellingNode;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FollowedClusterTest {
  private final TellingNode first = new TellingNode("worker-1", JobWorker.ROLE);
  private final TellingNode second = new TellingNode("worker-2", JobWorker.ROLE);
  private final List<Transition> told = new ArrayList<>();
  private final Noting cluster = new Noting(new Members(List.of(first, second)));

  /** Notes what is said; runs once somebody said so. */
  private static final class Noting extends FollowedCluster {
    private final List<String> noted = new ArrayList<>();

    Noting(Members members) {
      super("noting", "group", members, Duration.ofSeconds(1), Map.of());
    }

    @Override
    protected List<Transition> event(Node member, long atMicros, JsonNode event) {
      String says = event.path("event").asText();
      noted.add(member.name() + " " + says);
      return List.of(new Transition(atMicros, Step.DETECTED, member.name(), says));
    }

    @Override
    protected List<Statement> line(Node member, String line) {
      if (line.equals("broken")) {
        throw new IllegalArgumentException("cannot be understood");
      }
      return List.of();
    }

    @Override
    protected synchronized void died(Node member, int incarnation) {
      noted.add(member.name() + "'s life " + incarnation + " is over");
    }

    @Override
    protected synchronized Optional<String> missing() {
      return noted.stream().anyMatch(said -> said.endsWith("runs"))
          ? Optional.empty()
          : Optional.of("nobody runs");
    }

    @Override
    protected Set<String> holders() {
      return Set.of();
    }
  }

  private static String event(long atMicros, String event) {
    return "{\"atMicros\":" + atMicros + ",\"event\":\"" + event + "\"}";
  }

  @Test
  void whatMembersSaidIsUnderstoodInTheOrderOfItsTimesAndBeforeTheirDeath() {
    first.writes(FollowedCluster.EVENTS, event(20, "late"));
    first.writes(FollowedCluster.EVENTS, event(30, "last"));
    first.writes(FollowedCluster.EVENTS, "{\"atMicros\":40,\"eve");
    second.writes(FollowedCluster.EVENTS, event(10, "early"));
    first.alive = false;
    first.life = new Incarnation(3, 1, 0);

    cluster.look();

    assertThat(cluster.noted)
        .containsExactly(
            "worker-2 early", "worker-1 late", "worker-1 last", "worker-1's life 3 is over");
  }

  /** A day slow and a day fast. */
  @Test
  void whoseClockIsAnotherOneIsDatedByTheLooksThatFoundIt() {
    cluster.look();
    cluster.watch(told::add);
    long before = Time.real().micros();
    cluster.look();
    first.writes(FollowedCluster.EVENTS, event(before - 86_400_000_000L, "slow"));
    second.writes(FollowedCluster.EVENTS, event(before + 86_400_000_000L, "fast"));
    long between = Time.real().micros();
    cluster.look();
    long after = Time.real().micros();
    assertThat(told).extracting(Transition::detail).containsExactly("slow", "fast");
    assertThat(told.get(0).atMicros()).isBetween(before, between);
    assertThat(told.get(1).atMicros()).isBetween(between, after);

    first.writes(FollowedCluster.EVENTS, event(after, "right"));
    cluster.look();
    assertThat(told.get(2).atMicros()).as("as it says").isEqualTo(after);
  }

  @Test
  void stepsFromBeforeItIsWatchedBelongToTheStart() {
    first.writes(FollowedCluster.EVENTS, event(10, "early"));
    cluster.look();
    cluster.watch(told::add);
    first.writes(FollowedCluster.EVENTS, event(20, "late"));
    cluster.look();

    assertThat(told).extracting(Transition::detail).containsExactly("late");
  }

  @Test
  void theFollowingGoesOnWhereALineCannotBeUnderstood() {
    first.writes(Node.LOG, "broken");
    cluster.look();
    first.writes(FollowedCluster.EVENTS, event(20, "runs"));

    cluster.awaitRunning(Deadline.after(Duration.ofSeconds(20)));

    assertThat(cluster.complaints())
        .singleElement()
        .satisfies(complaint -> assertThat(complaint.meaning()).contains("cannot be understood"));
    cluster.close();
  }

  @Test
  void whoWaitsInVainHearsWhatIsMissing() {
    assertThatThrownBy(() -> cluster.awaitRunning(Deadline.after(Duration.ofMillis(1))))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("nobody runs")
        .hasMessageContaining("the log of worker-1");
    cluster.close();
  }

  @Test
  void whoWaitsForTheDeadHearsOfIt() {
    second.alive = false;
    assertThatThrownBy(() -> cluster.awaitRunning(Deadline.after(Duration.ofSeconds(20))))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("worker-2 ended while the job started");
    cluster.close();
  }
}
