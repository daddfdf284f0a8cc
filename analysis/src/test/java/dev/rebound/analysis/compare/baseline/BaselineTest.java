package dev.rebound.analysis.compare.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.compare.baseline.Regression.ComparedCell;
import dev.rebound.analysis.compare.baseline.Regression.RegressionOutcome;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.base.ReboundException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BaselineTest {
  private final RegressionRuns made = new RegressionRuns();

  @Test
  void runsThatWereSetUpInSeveralWaysMakeNoBaseline() {
    List<ComparedRun> mixed = new ArrayList<>(made.runs(3, 2000, 1));
    mixed.addAll(made.setting("load.rate", "2000/s").runs(3, 2000, 3));
    assertThatThrownBy(() -> Baseline.of(mixed))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("differ in their settings");
    ComparedCell held = Regression.judge(Baseline.of(made.runs(3, 2000, 5)), mixed, 1.25).get(0);
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
    assertThatThrownBy(() -> Baseline.of(List.of())).hasMessageContaining("no run with faults");
  }

  @Test
  void aBaselineTellsWhatItHolds() {
    assertThat(Baseline.of(made.runs(5, 2000, 1)).lines())
        .singleElement()
        .asString()
        .matches(
            "kill on flink \\(quick, exactly-once\\): recovery .* s \\(95 % interval .* to .* s\\),"
                + " 5 runs with 10 faults; the same build passes in four of five checks with \\d+"
                + " runs a side \\(--slower-than 1.25\\)");
    assertThat(Baseline.of(made.ofFive(5, 2, 1)).lines().get(0))
        .contains(
            ", of which 10 did not end in recovery, outage or disruption",
            "; the same build may not pass with any number of runs");
  }

  @Test
  void aBaselineSaysWhichProgramsLaterRunsWillNotBeKnownToBeOf() {
    RegressionRuns partly =
        made.setting(Variants.RUN_HASH, "a1, not all was seen: docker may start another one");
    assertThat(Baseline.of(partly.runs(3, 2000, 1)).lines())
        .singleElement()
        .asString()
        .endsWith(
            "; whether later runs are of the same program will not be known: docker may start"
                + " another one");
  }
}
