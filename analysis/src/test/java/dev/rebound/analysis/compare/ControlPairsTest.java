package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Comparison.PairOutcome;
import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.analysis.compare.run.ComparedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs and controls that differ in settings, pair by pair. */
class ControlPairsTest extends MadeUpComparison {
  @Test
  void aControlWithOtherSettingsIsHeldAgainstItsRunsPairByPair() {
    Comparison comparison = compare(blocks(1.2, 1.21, 1.19));
    assertThat(comparison.cells())
        .extracting(cell -> cell.cell().variant())
        .containsExactly("", "control with guarantee exactly-once");
    assertThat(comparison.cells().get(0).controls()).isEmpty();
    assertThat(comparison.differences()).allMatch(Difference::paired);
    Difference recovery = comparison.differences().get(0);
    assertThat(recovery.outcome()).as("each block is twice as slow").isEqualTo(PairOutcome.SMALLER);
    assertThat(recovery.sentence())
        .startsWith("kill: Flink quick with guarantee at-least-once recovers 1.1")
        .contains(" times faster than its control with guarantee exactly-once")
        .endsWith(" (95 % interval; 3 pairs, 6 faults each).");
    assertThat(recovery.difference().interval()).isNotNull();
    assertThat(comparison.differences())
        .extracting(Difference::metric)
        .containsExactly("recovery", "outage", "cpu.seconds-per-million");
  }

  @Test
  void pairsThatDoNotDifferAreNotToldApartAndTwoAreTooFew() {
    assertThat(compare(blocks(1.2, 0.8, 1)).differences().get(0).outcome())
        .isEqualTo(PairOutcome.NO_DIFFERENCE_SHOWN);
    Difference recovery = compare(blocks(1.2, 1.21)).differences().get(0);
    assertThat(recovery.outcome()).isEqualTo(PairOutcome.TOO_FEW);
    assertThat(recovery.sentence()).contains(": 2 pairs; needs 3 pairs. The means are ");
  }

  @Test
  void aClaimSpeaksOfAControlOnlyIfItNamesWhatThatSets() {
    CellSelector flink = new CellSelector("", "flink", "", "");
    CellSelector streams = new CellSelector("", "kafka-streams", "", "");
    List<ComparedRun> runs = new ArrayList<>(blocks(0.01, 0.01, 0.01));
    for (int i = 0; i < 3; i++) {
      runs.add(
          MadeUp.run(
              "kill", "kafka-streams", "quick", Map.of("engine.guarantee", "at-least-once"), 100));
    }
    List<Study.Claim> claims =
        List.of(
            claim("recovery", streams, flink, null),
            claim(
                "recovery",
                with("engine.guarantee", "exactly-once"),
                with("engine.guarantee", "at-least-once"),
                null));
    ComparisonRequest brief =
        new ComparisonRequest("t", "", "", "", List.of(), List.of(), List.of(), claims);
    assertThat(COMPARER.compare(runs, brief, List.of()).claims())
        .extracting(Comparison.JudgedClaim::verdict)
        .containsExactly("held", "held");
  }

  /** Runs of which each is twice as slow as the one before, and controls so much slower. */
  private static List<ComparedRun> blocks(double... slower) {
    List<ComparedRun> runs = new ArrayList<>();
    double around = 2000;
    for (double factor : slower) {
      runs.add(
          MadeUp.run(
              "kill",
              "flink",
              "quick",
              Map.of("engine.guarantee", "at-least-once"),
              around,
              around * 1.02));
      runs.add(
          MadeUp.control(
              "kill",
              "flink",
              "quick",
              Map.of("engine.guarantee", "exactly-once"),
              around * factor,
              around * factor * 1.02));
      around *= 2;
    }
    return runs;
  }
}
