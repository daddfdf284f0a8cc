package dev.rebound.engine.kafkastreams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TaskLedgerTest {
  private final TaskLedger ledger = new TaskLedger(4);
  private final List<Transition> steps = new ArrayList<>();

  private void say(String worker, WorkerSays says) {
    steps.addAll(ledger.said(worker, says));
  }

  private static Set<String> tasks(String... ids) {
    return new TreeSet<>(List.of(ids));
  }

  private void bothRun() {
    say("a", new WorkerSays.Started(1, 1, 4));
    say("b", new WorkerSays.Started(2, 1, 4));
    say("a", new WorkerSays.Assigned(3, "a-1", tasks("0_0", "1_0")));
    say("b", new WorkerSays.Assigned(4, "b-1", tasks("0_1", "1_1")));
    say("a", new WorkerSays.State(5, "REBALANCING", "RUNNING"));
    say("a", new WorkerSays.Runs(6, tasks("0_0", "1_0"), "RUNNING"));
    say("b", new WorkerSays.State(7, "REBALANCING", "RUNNING"));
    say("b", new WorkerSays.Runs(8, tasks("0_1", "1_1"), "RUNNING"));
  }

  @Test
  void aStartEndsWithEveryTaskRunning() {
    bothRun();

    assertThat(ledger.allRunning()).isTrue();
    assertThat(ledger.holders()).containsExactly("a", "b");
    assertThat(steps).extracting(Transition::step).containsExactly(Step.REASSIGNED, Step.RESTORED);
    assertThat(steps).extracting(Transition::atMicros).containsExactly(4L, 8L);
  }

  @Test
  void aDeadWorkersTasksAreDetectedReassignedAndRestoredInThisOrder() {
    bothRun();
    steps.clear();

    ledger.died("a", 1);
    assertThat(ledger.allRunning()).isFalse();
    assertThat(ledger.holders()).containsExactly("b");
    say("b", new WorkerSays.RebalanceSeen(100, "group is already rebalancing"));
    say("b", new WorkerSays.Assigned(110, "b-1", tasks("0_0", "1_0", "0_1", "1_1")));
    say("b", new WorkerSays.State(111, "RUNNING", "PENDING"));
    say("b", new WorkerSays.Runs(120, tasks("0_1", "1_1"), "REBALANCING"));
    say("b", new WorkerSays.Runs(130, tasks("0_0", "1_0", "0_1", "1_1"), "RUNNING"));

    assertThat(steps)
        .extracting(Transition::step)
        .containsExactly(Step.DETECTED, Step.REASSIGNED, Step.RESTORED);
    assertThat(steps).extracting(Transition::atMicros).containsExactly(100L, 110L, 130L);
  }

  @Test
  void twoThreadsOfAWorkerHoldTheirTasksTogether() {
    say("a", new WorkerSays.Started(1, 1, 4));
    say("a", new WorkerSays.Assigned(2, "a-1", tasks("0_0", "1_0")));
    assertThat(steps).isEmpty();
    say("a", new WorkerSays.Assigned(3, "a-2", tasks("0_1", "1_1")));

    assertThat(steps).extracting(Transition::step).containsExactly(Step.REASSIGNED);
  }

  @Test
  void whatAWorkerSaysAtItsStartIsNoDetection() {
    say("a", new WorkerSays.Started(1, 1, 4));
    say("a", new WorkerSays.State(2, "CREATED", "REBALANCING"));
    say("a", new WorkerSays.RebalanceSeen(3, "group is already rebalancing"));

    assertThat(steps).isEmpty();
  }

  @Test
  void theDeathOfAnEarlierLifeDoesNotHarmTheNext() {
    bothRun();
    say("a", new WorkerSays.Started(50, 2, 4));
    say("a", new WorkerSays.Assigned(51, "a-1", tasks("0_0", "1_0")));
    ledger.died("a", 1);

    assertThat(ledger.holders()).containsExactly("a", "b");
  }

  @Test
  void theStateOfALifeIsWhatThisLifeTold() {
    bothRun();
    assertThat(ledger.state("a", 1)).isEqualTo("RUNNING");
    assertThat(ledger.state("a", 2)).isEmpty();
    ledger.died("a", 1);
    assertThat(ledger.state("a", 1)).isEmpty();
    say("a", new WorkerSays.Started(200, 2, 4));
    assertThat(ledger.state("a", 2)).isEmpty();
    say("a", new WorkerSays.State(210, "CREATED", "REBALANCING"));
    assertThat(ledger.state("a", 2)).isEqualTo("REBALANCING");
  }

  @Test
  void withoutAnUnderstoodAssignmentTheRunningTasksStandForIt() {
    say("a", new WorkerSays.Started(1, 1, 4));
    say("a", new WorkerSays.Runs(9, tasks("0_0", "1_0", "0_1", "1_1"), "RUNNING"));

    assertThat(steps).extracting(Transition::step).containsExactly(Step.REASSIGNED, Step.RESTORED);
  }
}
