package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.lab.time.Looks;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveriesTest {
  private static final long START = 1_000_000;

  private static FlinkJob.Subtask subtask(
      int index, int attempt, String status, String life, long deployed, long running) {
    return new FlinkJob.Subtask("rules", index, attempt, status, life(life), deployed, running);
  }

  private static FlinkJob running(
      int attempt, String second, long since, FlinkJob.JobFailure... f) {
    return new FlinkJob(
        "RUNNING",
        List.of(
            subtask(0, attempt, "RUNNING", "worker-1:1", since - 20, since - 5),
            subtask(1, attempt, "RUNNING", second, since - 10, since)),
        Arrays.asList(f));
  }

  /** Of {@code id:port}. */
  private static TaskManagerLife life(String text) {
    return TaskManagerLife.at(text.replaceFirst(":.*", ""), text);
  }

  private static FlinkJob.JobFailure gone(String life, long at) {
    return new FlinkJob.JobFailure(at, life(life), "TaskManager is no longer reachable");
  }

  private static FlinkJob deploying(long at, String second, FlinkJob.JobFailure... f) {
    return new FlinkJob(
        "RUNNING",
        List.of(
            subtask(0, 1, "INITIALIZING", "worker-1:1", at, at),
            subtask(1, 1, "DEPLOYING", second, at, at)),
        Arrays.asList(f));
  }

  private static List<Step> steps(List<Transition> transitions) {
    return transitions.stream().map(Transition::step).toList();
  }

  @Test
  void aRunningJobSaysNothing() {
    FlinkJob job = running(0, "worker-2:1", START);
    JobRecoveries recoveries = JobRecoveries.from(job);

    assertThat(recoveries.next(job)).isEmpty();
    assertThat(recoveries.next(job)).isEmpty();
  }

  @Test
  void aFailureIsDetectedOnceAndNamesItsNode() {
    JobRecoveries recoveries = JobRecoveries.from(running(0, "worker-2:1", START));
    FlinkJob.JobFailure gone = gone("worker-2:1", START + 100);

    List<Transition> first = recoveries.next(deploying(START + 200, "worker-2:1", gone));

    assertThat(first)
        .containsExactly(
            new Transition(
                (START + 100) * 1000,
                Step.DETECTED,
                "worker-2",
                "TaskManager is no longer reachable"));
    assertThat(recoveries.next(deploying(START + 200, "worker-2:1", gone))).isEmpty();
  }

  @Test
  void workThatIsSentToADeadTaskManagerIsNotReassigned() {
    FlinkJob.JobFailure gone = gone("worker-2:1", START + 100);
    JobRecoveries recoveries = JobRecoveries.from(running(0, "worker-2:1", START));

    assertThat(steps(recoveries.next(deploying(START + 200, "worker-2:1", gone))))
        .containsExactly(Step.DETECTED);
    assertThat(recoveries.next(deploying(START + 400, "worker-2:1", gone))).isEmpty();

    List<Transition> end = recoveries.next(running(2, "worker-2:2", START + 900, gone));
    assertThat(steps(end)).containsExactly(Step.REASSIGNED, Step.RESTORED);
    assertThat(end.get(0).atMicros()).isEqualTo((START + 890) * 1000);
    assertThat(end.get(1).atMicros()).isEqualTo((START + 900) * 1000);
  }

  @Test
  void aFailureThatOnlyFollowsIsNoDetection() {
    FlinkJob.JobFailure gone = gone("worker-2:1", START + 100);
    FlinkJob.JobFailure noSlots = new FlinkJob.JobFailure(START + 300, life(""), "no slots");
    JobRecoveries recoveries = JobRecoveries.from(running(0, "worker-2:1", START));

    assertThat(steps(recoveries.next(deploying(START + 200, "worker-2:1", gone, noSlots))))
        .containsExactly(Step.DETECTED);
  }

  @Test
  void aSecondFaultIsDetectedAgain() {
    FlinkJob.JobFailure first = gone("worker-2:1", START + 100);
    FlinkJob.JobFailure second = gone("worker-2:2", START + 5000);
    JobRecoveries recoveries = JobRecoveries.from(running(0, "worker-2:1", START));
    recoveries.next(running(1, "worker-2:2", START + 900, first));

    assertThat(steps(recoveries.next(running(2, "worker-2:3", START + 6000, first, second))))
        .containsExactly(Step.DETECTED, Step.REASSIGNED, Step.RESTORED);
  }

  /** The adaptive scheduler: less of it on the slots that are left, then all, without a failure. */
  @Test
  void aJobThatGoesOnWithFewerSlotsAndIsScaledUpAgainSaysSo() {
    FlinkJob.JobFailure gone = gone("worker-2:1", START + 100);
    JobRecoveries recoveries = JobRecoveries.from(running(0, "worker-2:1", START));
    FlinkJob less =
        new FlinkJob(
            "RUNNING",
            List.of(subtask(0, 1, "RUNNING", "worker-1:1", START + 900, START + 950)),
            List.of(gone));

    List<Transition> first = recoveries.next(less);
    assertThat(steps(first)).containsExactly(Step.DETECTED, Step.REASSIGNED, Step.RESTORED);
    assertThat(first.get(1).detail()).isEqualTo("1 of 2 subtasks on worker-1");

    List<Transition> again = recoveries.next(running(2, "worker-2:2", START + 12_000, gone));
    assertThat(steps(again)).containsExactly(Step.REASSIGNED, Step.RESTORED);
    assertThat(again.get(0).detail()).isEqualTo("2 subtasks on worker-1, worker-2");
  }

  /** The JobManager's clock is over an hour slow. */
  @Test
  void theTimesOfAnotherClockAreThoseOfTheLooksThatFoundThem() {
    FlinkJob.JobFailure gone = gone("worker-2:1", START + 100);
    long[] now = {5_000_000_000L};
    Looks looks = new Looks(() -> now[0], Duration.ZERO);
    looks.begin();
    looks.over();
    JobRecoveries recoveries = JobRecoveries.from(running(0, "worker-2:1", START).dated(looks));

    now[0] += 250_000;
    looks.begin();
    looks.over();
    List<Transition> first =
        recoveries.next(deploying(START + 200, "worker-2:1", gone).dated(looks));
    assertThat(first).extracting(Transition::atMicros).containsExactly(5_000_000_000L);

    now[0] += 250_000;
    looks.begin();
    looks.over();
    List<Transition> end =
        recoveries.next(running(2, "worker-2:2", START + 900, gone).dated(looks));
    assertThat(steps(end)).as("nothing new failed").containsExactly(Step.REASSIGNED, Step.RESTORED);
    assertThat(end).extracting(Transition::atMicros).containsOnly(5_000_250_000L);
    assertThat(recoveries.next(running(2, "worker-2:2", START + 900, gone).dated(looks))).isEmpty();
  }

  @Test
  void theStartOfAJobThatWasSubmittedAgainEndsARecovery() {
    assertThat(steps(JobRecoveries.resubmitted().next(running(0, "worker-2:1", START))))
        .containsExactly(Step.REASSIGNED, Step.RESTORED);
  }

  @Test
  void whatFlinkAnsweredInARealRecoveryGivesItsSteps() throws IOException {
    List<Transition> transitions = new ArrayList<>();
    List<FlinkJob> looks = recorded();
    assertThat(looks.get(0).running()).isTrue();
    assertThat(looks.get(0).taskManagers())
        .extracting(TaskManagerLife::id)
        .containsExactly("worker-1_1", "worker-2_1");
    JobRecoveries recoveries = JobRecoveries.from(looks.get(0));

    looks.forEach(look -> transitions.addAll(recoveries.next(look)));

    assertThat(steps(transitions))
        .containsExactly(Step.DETECTED, Step.DETECTED, Step.REASSIGNED, Step.RESTORED);
    assertThat(transitions).isSortedAccordingTo((a, b) -> Long.compare(a.atMicros(), b.atMicros()));
    assertThat(transitions).extracting(Transition::node).startsWith("worker-1_1", "worker-1_2");
    assertThat(transitions.get(0).detail()).contains("worker-1_1 timed out");
    assertThat(transitions.get(1).detail()).contains("worker-1_2 timed out");
    assertThat(transitions.get(2).detail()).contains("8 subtasks on worker-1_2, worker-2_1");
  }

  /**
   * Answers of Flink 2.3.0 while one of two TaskManagers was killed and came back, on a machine so
   * busy that the new one was taken for dead once, too. They registered under a new id each.
   */
  private static List<FlinkJob> recorded() throws IOException {
    try (InputStream in = RecoveriesTest.class.getResourceAsStream("killed-taskmanager.json")) {
      List<FlinkJob> looks = new ArrayList<>();
      for (JsonNode look : new ObjectMapper().readTree(in)) {
        List<JsonNode> vertices = new ArrayList<>();
        look.path("vertices").forEach(vertices::add);
        looks.add(FlinkJob.of(look.path("job"), vertices, look.path("exceptions")));
      }
      return looks;
    }
  }
}
