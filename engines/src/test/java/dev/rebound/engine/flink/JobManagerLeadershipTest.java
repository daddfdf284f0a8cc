package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.engine.TellingNode;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobManagerLeadershipTest {
  private static final String GRANTED =
      " [main] INFO runner.DefaultDispatcherRunner - DefaultDispatcherRunner was granted leadership"
          + " with leader id 1. Creating new SessionDispatcherLeaderProcess.";
  private static final String REVOKED =
      " [main] INFO runner.DefaultDispatcherRunner - DefaultDispatcherRunner was revoked the"
          + " leadership with leader id 1. Stopping the SessionDispatcherLeaderProcess.";

  /** A line of each job that starts: it says nothing of the JobManagers. */
  private static final String OF_A_JOB =
      " [main] INFO jobmaster.JobMasterServiceLeadershipRunner - JobMasterServiceLeadershipRunner for"
          + " job 1b was granted leadership with leader id 2. Creating new JobMasterServiceProcess.";

  private final TellingNode first = new TellingNode("jobmanager-1", FlinkEngine.JOB_MANAGER);
  private final TellingNode second = new TellingNode("jobmanager-2", FlinkEngine.JOB_MANAGER);
  private long now;
  private final JobManagerLeadership two = of(first, second);

  private JobManagerLeadership of(Node... nodes) {
    return new JobManagerLeadership(
        List.of(nodes), FlinkEngine.version("2.3.0").pairs("leadership"), () -> now);
  }

  /** A line that is there a moment after it was written. */
  private String at(int second, String what) {
    now = micros(second) + 5000;
    return "2026-01-01T00:00:%02d.000Z".formatted(second) + what;
  }

  private static long micros(int second) {
    return Instant.parse("2026-01-01T00:00:%02dZ".formatted(second)).getEpochSecond() * 1_000_000;
  }

  @Test
  void whoWasGrantedLeadershipLastLeads() {
    assertThat(two.leader()).isEmpty();
    assertThat(two.spokesman()).as("one that lives").isSameAs(first);

    second.writes(Node.LOG, at(1, GRANTED));
    assertThat(two.leader()).containsSame(second);
    assertThat(two.spokesman()).isSameAs(second);

    first.writes(Node.LOG, at(2, GRANTED));
    assertThat(two.leader()).containsSame(first);
  }

  @Test
  void leadershipEndsWithALifeAndWithItsLoss() {
    first.writes(Node.LOG, at(1, GRANTED));
    first.alive = false;
    assertThat(two.leader()).isEmpty();
    assertThat(two.spokesman()).isSameAs(second);

    first.alive = true;
    first.life = new Incarnation(2, 1, micros(5));
    assertThat(two.leader()).as("a new life was granted nothing yet").isEmpty();

    second.writes(Node.LOG, at(6, GRANTED));
    second.writes(Node.LOG, at(7, REVOKED));
    assertThat(two.leader()).isEmpty();
  }

  @Test
  void aNewLeaderIsToldOnceWithTheTimeOfItsLog() {
    first.writes(Node.LOG, at(1, GRANTED));
    assertThat(two.news()).hasSize(1);
    assertThat(two.news()).isEmpty();

    second.writes(Node.LOG, "torn" + GRANTED);
    first.writes(Node.LOG, at(3, OF_A_JOB));
    assertThat(two.news()).as("a job that starts").isEmpty();
    second.writes(Node.LOG, at(4, GRANTED));
    assertThat(two.leader()).containsSame(second);
    assertThat(two.news())
        .containsExactly(
            new Transition(micros(4), Step.DETECTED, "jobmanager-2", "was granted leadership"));
  }

  @Test
  void whoseClockIsAnotherOneIsDatedByTheLooksThatFoundIt() {
    assertThat(two.news()).isEmpty();
    now = micros(20);
    second.writes(Node.LOG, "2026-01-01T07:00:00.000Z" + GRANTED);
    assertThat(two.news()).extracting(Transition::atMicros).containsExactly(micros(20));

    now = micros(30);
    first.writes(Node.LOG, "2025-12-31T23:00:00.000Z" + GRANTED);
    assertThat(two.news()).extracting(Transition::atMicros).containsExactly(micros(20));
    now = micros(31);
    first.writes(Node.LOG, "2025-12-31T23:00:01.000Z" + GRANTED);
    assertThat(two.leader()).as("the last one, whatever their clocks say").containsSame(first);
  }

  @Test
  void oneAloneLeadsAsLongAsItLives() {
    JobManagerLeadership one = of(first);
    first.writes(Node.LOG, at(1, GRANTED));

    assertThat(one.leader()).containsSame(first);
    assertThat(one.news()).isEmpty();
    first.alive = false;
    assertThat(one.leader()).isEmpty();
    assertThat(one.spokesman()).isSameAs(first);
  }
}
