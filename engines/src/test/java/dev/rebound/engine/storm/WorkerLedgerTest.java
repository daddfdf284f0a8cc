package dev.rebound.engine.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkerLedgerTest {
  private final WorkerLedger ledger = new WorkerLedger();

  @BeforeEach
  void twoWorkersRead() {
    assertThat(begins(1, "worker-1", 1, "0", "2")).isEmpty();
    assertThat(begins(2, "worker-2", 1, "1", "3")).containsExactly(Step.RESTORED);
  }

  private List<Step> begins(long at, String worker, int incarnation, String... partitions) {
    ledger.started(worker, incarnation, pid(worker, incarnation));
    assertThat(ledger.reads(at, worker, incarnation, 4, Set.of(partitions), Set.of())).isEmpty();
    return steps(ledger.reads(at, worker, incarnation, 4, Set.of(partitions), Set.of(partitions)));
  }

  private static long pid(String worker, int incarnation) {
    return 1000L * incarnation + worker.charAt(worker.length() - 1);
  }

  private void died(String worker, int incarnation) {
    ledger.died(worker, pid(worker, incarnation));
  }

  private static List<Step> steps(List<Transition> transitions) {
    return transitions.stream().map(Transition::step).toList();
  }

  @Test
  void aWorkerThatDiedIsMissedLaunchedAndReadsAgain() {
    died("worker-1", 1);
    assertThat(ledger.allRead()).isFalse();
    assertThat(ledger.holders()).containsExactly("worker-2");

    assertThat(steps(ledger.missed(3, "supervisor-1", "worker-1", "main process has exited")))
        .containsExactly(Step.DETECTED);
    assertThat(steps(ledger.launched(4, "supervisor-1", "worker-1")))
        .containsExactly(Step.REASSIGNED);
    assertThat(ledger.up("worker-1", pid("worker-1", 2))).isFalse();
    assertThat(begins(5, "worker-1", 2, "0", "2")).containsExactly(Step.RESTORED);
    assertThat(ledger.up("worker-1", pid("worker-1", 2))).isTrue();
  }

  @Test
  void theLastWordsOfALifeThatIsOverSayNothing() {
    ledger.started("worker-1", 2, 20);
    assertThat(ledger.reads(6, "worker-1", 1, 4, Set.of("0", "2"), Set.of("0", "2"))).isEmpty();
    assertThat(ledger.allRead()).isFalse();
    died("worker-1", 1);
    assertThat(ledger.up("worker-1", 20)).as("a death that is told late").isTrue();
  }

  @Test
  void ofTwoDeadWorkersBothAreLaunchedBeforeWorkIsReassigned() {
    died("worker-1", 1);
    died("worker-2", 1);
    assertThat(ledger.holders()).isEmpty();

    assertThat(ledger.launched(4, "supervisor-1", "worker-1")).isEmpty();
    assertThat(steps(ledger.launched(5, "supervisor-2", "worker-2")))
        .containsExactly(Step.REASSIGNED);
    assertThat(begins(6, "worker-1", 2, "0", "2")).isEmpty();
    assertThat(begins(7, "worker-2", 2, "1", "3")).containsExactly(Step.RESTORED);
  }

  @Test
  void aDeathThatIsHeardOfAfterTheLaunchIsTheOneBeforeIt() {
    ledger.missed(3, "supervisor-1", "worker-1", "main process has exited");
    assertThat(steps(ledger.launched(4, "supervisor-1", "worker-1")))
        .containsExactly(Step.REASSIGNED);
    died("worker-1", 1);
    died("worker-1", 1);

    ledger.missed(6, "supervisor-2", "worker-2", "HB is too old");
    assertThat(steps(ledger.launched(7, "supervisor-2", "worker-2")))
        .containsExactly(Step.REASSIGNED);
  }

  @Test
  void aWorkerThatIsLaunchedInTheFirstPlaceIsNoRecovery() {
    assertThat(new WorkerLedger().launched(1, "supervisor-1", "worker-1")).isEmpty();
  }

  @Test
  void nimbusMovesTheWorkOfTheDeadAlone() {
    assertThat(ledger.moved(3, "nimbus")).isEmpty();
    died("worker-1", 1);
    assertThat(steps(ledger.moved(4, "nimbus"))).containsExactly(Step.REASSIGNED);
    died("worker-2", 1);
    assertThat(begins(6, "worker-2", 2, "0", "1", "2", "3")).containsExactly(Step.RESTORED);
  }
}
