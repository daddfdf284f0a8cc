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

  private void say(String worker, WorkerStatement says) {
    steps.addAll(ledger.said(worker, says));
  }

  private static Set<String> tasks(String... ids) {
    return new TreeSet<>(List.of(ids));
  }

  private void bothRun() {
    say("a", new WorkerStatement.LifeStarted(1, 1));
    say("b", new WorkerStatement.LifeStarted(2, 1));
    say("a", new WorkerStatement.TasksAssigned(3, "a-1", tasks("0_0", "1_0")));
    say("b", new WorkerStatement.TasksAssigned(4, "b-1", tasks("0_1", "1_1")));
    say("a", new WorkerStatement.ClientState(5, "REBALANCING", "RUNNING"));
    say("a", new WorkerStatement.RunningTasks(6, tasks("0_0", "1_0"), "RUNNING"));
    say("b", new WorkerStatement.ClientState(7, "REBALANCING", "RUNNING"));
    say("b", new WorkerStatement.RunningTasks(8, tasks("0_1", "1_1"), "RUNNING"));
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
    say("b", new WorkerStatement.RebalanceSeen(100, "group is already rebalancing"));
    say("b", new WorkerStatement.TasksAssigned(110, "b-1", tasks("0_0", "1_0", "0_1", "1_1")));
    say("b", new WorkerStatement.ClientState(111, "RUNNING", "PENDING"));
    say("b", new WorkerStatement.RunningTasks(120, tasks("0_1", "1_1"), "REBALANCING"));
    say("b", new WorkerStatement.RunningTasks(130, tasks("0_0", "1_0", "0_1", "1_1"), "RUNNING"));

    assertThat(steps)
        .extracting(Transition::step)
        .containsExactly(Step.DETECTED, Step.REASSIGNED, Step.RESTORED);
    assertThat(steps).extracting(Transition::atMicros).containsExactly(100L, 110L, 130L);
  }

  @Test
  void twoThreadsOfAWorkerHoldTheirTasksTogether() {
    say("a", new WorkerStatement.LifeStarted(1, 1));
    say("a", new WorkerStatement.TasksAssigned(2, "a-1", tasks("0_0", "1_0")));
    assertThat(steps).isEmpty();
    say("a", new WorkerStatement.TasksAssigned(3, "a-2", tasks("0_1", "1_1")));

    assertThat(steps).extracting(Transition::step).containsExactly(Step.REASSIGNED);
  }

  @Test
  void whatAWorkerSaysAtItsStartIsNoDetection() {
    say("a", new WorkerStatement.LifeStarted(1, 1));
    say("a", new WorkerStatement.ClientState(2, "CREATED", "REBALANCING"));
    say("a", new WorkerStatement.RebalanceSeen(3, "group is already rebalancing"));

    assertThat(steps).isEmpty();
  }

  @Test
  void theDeathOfAnEarlierLifeDoesNotHarmTheNext() {
    bothRun();
    say("a", new WorkerStatement.LifeStarted(50, 2));
    say("a", new WorkerStatement.TasksAssigned(51, "a-1", tasks("0_0", "1_0")));
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
    say("a", new WorkerStatement.LifeStarted(200, 2));
    assertThat(ledger.state("a", 2)).isEmpty();
    say("a", new WorkerStatement.ClientState(210, "CREATED", "REBALANCING"));
    assertThat(ledger.state("a", 2)).isEqualTo("REBALANCING");
  }

  @Test
  void withoutAnUnderstoodAssignmentTheRunningTasksStandForIt() {
    say("a", new WorkerStatement.LifeStarted(1, 1));
    say("a", new WorkerStatement.RunningTasks(9, tasks("0_0", "1_0", "0_1", "1_1"), "RUNNING"));

    assertThat(steps).extracting(Transition::step).containsExactly(Step.REASSIGNED, Step.RESTORED);
  }
}
