package dev.rebound.engine.jet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SourceLedgerTest {
  private final SourceLedger ledger = new SourceLedger();

  private List<Step> runs(String member, int life, int of, Set<String> held, Set<String> reads) {
    return ledger.runs(1, member, life, of, held, reads).stream().map(Transition::step).toList();
  }

  /** Two members that run a source each. */
  private void running() {
    ledger.started("a", 1);
    ledger.started("b", 1);
    runs("a", 1, 2, Set.of("0"), Set.of("0"));
    runs("b", 1, 2, Set.of("1"), Set.of("1"));
  }

  @Test
  void theJobRunsOnceEverySourceReads() {
    assertThat(runs("a", 1, 2, Set.of("0"), Set.of("0"))).isEmpty();
    assertThat(ledger.allRead()).isFalse();
    assertThat(runs("b", 1, 2, Set.of("1"), Set.of())).containsExactly(Step.REASSIGNED);
    assertThat(runs("b", 1, 2, Set.of("1"), Set.of("1"))).containsExactly(Step.RESTORED);
    assertThat(ledger.allRead()).isTrue();
    assertThat(ledger.holders()).containsExactly("a", "b");
  }

  @Test
  void aSurvivorThatTakesAllSourcesTellsBothSteps() {
    running();
    ledger.died("a", 1);

    assertThat(ledger.allRead()).isFalse();
    assertThat(ledger.holders()).containsExactly("b");
    assertThat(ledger.removed(1, "b", "a").get(0).step()).isEqualTo(Step.DETECTED);
    assertThat(runs("b", 1, 2, Set.of(), Set.of())).isEmpty();
    assertThat(runs("b", 1, 1, Set.of("0"), Set.of())).containsExactly(Step.REASSIGNED);
    assertThat(runs("b", 1, 1, Set.of("0"), Set.of("0"))).containsExactly(Step.RESTORED);
  }

  @Test
  void sourcesOfTwoExecutionsAreNotTakenTogether() {
    running();
    // One has closed its source of the former execution and has one of the next, the other not yet.
    assertThat(runs("a", 1, 3, Set.of("0"), Set.of("0"))).isEmpty();
    assertThat(ledger.allRead()).isFalse();
  }

  @Test
  void aMemberThatComesBackIsUpAndHoldsNothing() {
    running();
    ledger.died("a", 1);
    ledger.started("a", 2);

    assertThat(ledger.up("a", 1)).isFalse();
    assertThat(ledger.up("a", 2)).isTrue();
    assertThat(ledger.holders()).containsExactly("b");
  }

  @Test
  void aDeathThatIsHeardOfLateTouchesNoLaterLife() {
    running();
    runs("a", 2, 2, Set.of("0"), Set.of("0"));
    ledger.died("a", 1);

    assertThat(ledger.holders()).containsExactly("a", "b");
  }

  @Test
  void aPausedMemberIsAnOutcastUntilTheOthersHaveItBack() {
    running();
    ledger.removed(1, "b", "a");
    assertThat(ledger.holders()).containsExactly("b");
    assertThat(runs("b", 1, 1, Set.of("0"), Set.of("0")))
        .containsExactly(Step.REASSIGNED, Step.RESTORED);

    // It wakes up, takes all others for gone, and runs the job by itself.
    assertThat(ledger.removed(1, "a", "b")).isEmpty();
    assertThat(runs("a", 1, 1, Set.of("0"), Set.of("0"))).isEmpty();
    assertThat(ledger.holders()).containsExactly("b");
    assertThat(ledger.allRead()).isTrue();
    assertThat(ledger.up("a", 1)).as("it lives, and is not back").isFalse();

    ledger.added("b", "a");
    assertThat(ledger.holders()).containsExactly("a", "b");
    assertThat(ledger.up("a", 1)).isTrue();
  }
}
