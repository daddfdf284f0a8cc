package dev.rebound.engine.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExecutorLedgerTest {
  private final ExecutorLedger ledger = new ExecutorLedger();

  private static ExecutorLedger.Executor executor(String number) {
    return new ExecutorLedger.Executor("app-1", number);
  }

  private static List<Step> steps(List<Transition> transitions) {
    return transitions.stream().map(Transition::step).toList();
  }

  /** Two executors, both of which had tasks in the last batch. */
  private void running() {
    ledger.driverBegins();
    ledger.registered(executor("0"));
    ledger.process("worker-2", executor("0"), 20);
    ledger.registered(executor("1"));
    ledger.process("worker-1", executor("1"), 10);
    ledger.queryRuns();
    ledger.task(1, executor("0"));
    ledger.task(1, executor("1"));
    ledger.batch(2, "driver", 0, 0);
  }

  @Test
  void allIsReadyOnceTheQueryRuns() {
    ledger.registered(executor("0"));
    assertThat(ledger.ready()).isZero();
    ledger.queryRuns();
    assertThat(ledger.ready()).isEqualTo(1);
    assertThat(ledger.batchesRun()).as("no batch yet").isFalse();
  }

  @Test
  void anExecutorIsKnownByItsProcess() {
    running();
    assertThat(ledger.working("worker-1", 10)).isTrue();
    assertThat(ledger.working("worker-1", 11)).as("its next process").isFalse();
    assertThat(ledger.working("worker-2", 10)).isFalse();
    assertThat(ledger.up("worker-2", 20)).isTrue();
  }

  @Test
  void aLossIsMadeGoodByABatchWhoseTasksBeganAfterIt() {
    running();

    List<Transition> lost = ledger.lost(3, "driver", executor("1"), "exited");

    assertThat(lost)
        .containsExactly(
            new Transition(3, Step.DETECTED, "driver", "lost executor of worker-1: exited"));
    assertThat(ledger.lost(3, "driver", executor("1"), "again")).isEmpty();
    assertThat(ledger.working("worker-1", 10)).isFalse();
    assertThat(ledger.batchesRun()).isFalse();
    assertThat(ledger.batch(4, "driver", 1, 0)).as("whose tasks had all begun before").isEmpty();
    assertThat(steps(ledger.task(5, executor("0")))).containsExactly(Step.REASSIGNED);
    assertThat(ledger.task(6, executor("0"))).as("a further one").isEmpty();
    assertThat(steps(ledger.batch(7, "driver", 2, 0))).containsExactly(Step.RESTORED);
    assertThat(ledger.batchesRun()).isTrue();
    assertThat(ledger.batch(8, "driver", 3, 0)).isEmpty();
  }

  @Test
  void anExecutorIsAtWorkFromItsFirstTaskUntilABatchWithoutIt() {
    running();
    assertThat(ledger.working("worker-1", 10)).isTrue();
    ledger.task(3, executor("0"));
    assertThat(ledger.working("worker-1", 10)).as("in the last batch").isTrue();
    ledger.batch(4, "driver", 1, 0);
    assertThat(ledger.working("worker-1", 10)).isFalse();
    ledger.task(5, executor("1"));
    assertThat(ledger.working("worker-1", 10)).as("in this batch").isTrue();
  }

  @Test
  void anExecutorThatComesBackIsUpBeforeItHasTasks() {
    running();
    ledger.lost(3, "driver", executor("1"), "exited");
    ledger.process("worker-1", executor("2"), 11);
    assertThat(ledger.up("worker-1", 11)).isFalse();
    ledger.registered(executor("2"));
    assertThat(ledger.up("worker-1", 11)).isTrue();
    assertThat(ledger.working("worker-1", 11)).isFalse();
  }

  @Test
  void aNewDriverNumbersItsExecutorsAnew() {
    running();
    ledger.driverBegins();
    assertThat(ledger.up("worker-2", 20)).isFalse();
    assertThat(ledger.ready()).isZero();
    ExecutorLedger.Executor next = new ExecutorLedger.Executor("app-2", "0");
    ledger.registered(next);
    ledger.process("worker-1", next, 12);
    assertThat(ledger.up("worker-1", 12)).isTrue();
    assertThat(ledger.up("worker-2", 20)).isFalse();
    assertThat(steps(ledger.task(9, next))).containsExactly(Step.REASSIGNED);
    assertThat(steps(ledger.batch(10, "driver", 1, 0))).containsExactly(Step.RESTORED);
  }

  @Test
  void aQueryThatEndedRunsNoBatchUntilItHasBegunAgain() {
    running();
    ledger.queryEnded();
    assertThat(ledger.batchesRun()).isFalse();
    assertThat(ledger.ready()).isZero();
    ledger.queryRuns();
    assertThat(ledger.batchesRun()).as("no batch yet").isFalse();
    ledger.task(3, executor("0"));
    ledger.batch(4, "driver", 1, 0);
    assertThat(ledger.batchesRun()).isTrue();
  }

  @Test
  void windowsThatABatchEndsAreClosedByTheNext() {
    assertThat(ledger.windowsEnded(200)).as("no batch yet").isFalse();
    ledger.times(0, 10_000);
    assertThat(ledger.windowsEnded(200)).isTrue();
    ledger.times(9_800, 0);
    assertThat(ledger.windowsEnded(200)).isFalse();
    ledger.times(9_800, 9_900);
    assertThat(ledger.windowsEnded(200)).as("nothing newer has come").isFalse();
  }

  @Test
  void aBatchThatIsDoneAgainDropsItsLateRowsOnce() {
    ledger.batch(1, "driver", 7, 3);
    ledger.batch(2, "driver", 7, 3);
    ledger.batch(3, "driver", 8, 1);
    assertThat(ledger.droppedLate()).isEqualTo(4);
  }
}
