package dev.rebound.engine.kafkastreams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The steps of a recovery, from nothing but what Kafka Streams logs. */
class ProgramLogTest {
  private final TaskLedger ledger = TaskLedger.ofUnknownTasks();
  private final Map<String, ProgramLog> logs = new HashMap<>();
  private final List<Transition> told = new ArrayList<>();
  private int second;

  private void logs(String worker, int life, String... lines) {
    ProgramLog log =
        logs.computeIfAbsent(
            worker, name -> new ProgramLog(new WorkerLog(KafkaStreamsEngine.version("4.4.0"))));
    for (String line : lines) {
      log.read(line, life).forEach(says -> told.addAll(ledger.said(worker, says)));
    }
  }

  /** A line of the log, a second after the last one. */
  private String at(String thread, String words) {
    second++;
    return "2026-11-22T14:38:%02d.460Z [%s] INFO org.apache.kafka.streams.X - %s"
        .formatted(second, thread, words);
  }

  private String client(String from, String to) {
    return at("main", "stream-client [app-1] State transition from " + from + " to " + to);
  }

  private String thread(String from, String to) {
    return at(
        "app-1-StreamThread-1",
        "stream-thread [app-1-StreamThread-1] State transition from " + from + " to " + to);
  }

  private void assigned(String worker, int life, String tasks) {
    logs(
        worker,
        life,
        at("app-1-StreamThread-1", "stream-thread [x] Handle new assignment with:"),
        "\tNew active tasks: [" + tasks + "]",
        "\tNew standby tasks: []",
        "\tExisting active tasks: []");
  }

  private void takesUp(String worker, int life) {
    logs(worker, life, thread("PARTITIONS_ASSIGNED", "RUNNING"), client("REBALANCING", "RUNNING"));
  }

  private List<Step> steps() {
    List<Step> steps = told.stream().map(Transition::step).toList();
    told.clear();
    return steps;
  }

  private void start() {
    for (String worker : List.of("worker-1", "worker-2")) {
      logs(worker, 1, client("CREATED", "REBALANCING"));
    }
    assigned("worker-1", 1, "0_0, 0_1");
    takesUp("worker-1", 1);
    assigned("worker-2", 1, "0_2, 0_3");
    takesUp("worker-2", 1);
    steps();
  }

  @Test
  void theTasksThatAreHeardOfAreAllThereAre() {
    start();

    assertThat(ledger.tasks()).isEqualTo(4);
    assertThat(ledger).asString().startsWith("4 of ");
    assertThat(ledger.allRunning()).isTrue();
    assertThat(ledger.holders()).containsExactly("worker-1", "worker-2");
    assertThat(ledger.state("worker-2", 1)).isEqualTo("RUNNING");
  }

  @Test
  void aSurvivorTakesOverWhatADeadWorkerHad() {
    start();
    ledger.died("worker-2", 1);
    assertThat(ledger.allRunning()).isFalse();

    logs(
        "worker-1",
        1,
        at("app-1-StreamThread-1", "[Consumer c] Request joining: group is already rebalancing"));
    assertThat(steps()).containsExactly(Step.DETECTED);

    assigned("worker-1", 1, "0_0, 0_1, 0_2, 0_3");
    assertThat(steps()).containsExactly(Step.REASSIGNED);
    // It goes on with those that it had; its client is still RUNNING.
    assertThat(ledger).asString().startsWith("2 of ");

    logs("worker-1", 1, thread("RUNNING", "PARTITIONS_ASSIGNED"), client("RUNNING", "REBALANCING"));
    assertThat(steps()).containsExactly(Step.DETECTED);
    takesUp("worker-1", 1);
    assertThat(steps()).containsExactly(Step.RESTORED);
  }

  @Test
  void aNewLifeHasNothingUntilItIsGivenSome() {
    start();
    ledger.died("worker-2", 1);
    logs("worker-2", 2, client("CREATED", "REBALANCING"));

    assertThat(ledger.holders()).containsExactly("worker-1");
    assertThat(ledger.state("worker-2", 2)).isEqualTo("REBALANCING");

    assigned("worker-2", 2, "0_2, 0_3");
    takesUp("worker-2", 2);
    assertThat(ledger.allRunning()).isTrue();
  }

  @Test
  void aThreadThatEndsHasNoTasks() {
    start();
    logs("worker-2", 1, thread("RUNNING", "PENDING_SHUTDOWN"));

    assertThat(ledger.holders()).containsExactly("worker-1");
    assertThat(ledger).asString().startsWith("2 of ");
  }
}
