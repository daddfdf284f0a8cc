package dev.rebound.analysis.compare.baseline;

import static dev.rebound.analysis.compare.baseline.RegressionRuns.changed;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.disrupted;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.faults;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.only;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.rough;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.baseline.Regression.ComparedCell;
import dev.rebound.analysis.compare.baseline.Regression.RegressionOutcome;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.result.Results;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparedLengthTest {
  private final RegressionRuns made = new RegressionRuns();

  @Test
  void singleLengthsThatAreKnownRoughlyPassByTheirFits() {
    List<ComparedRun> then = rough(made.runs(12, 2000, 1));
    List<ComparedRun> now = rough(made.runs(12, 2000, 2));
    assertThat(only(then, now).outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
  }

  @Test
  void runsWhoseIntervalsAreWiderThanThoseOfTheBaselineDoNotPassByTheirFits() {
    List<ComparedRun> then = made.runs(12, 2000, 1);
    List<ComparedRun> now = made.runs(12, 2000, 2);
    assertThat(only(then, rough(now, 1.2)).outcome())
        .as("within the margin")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    ComparedCell held = only(then, rough(now, 20));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(held.sentence()).contains("whether recovery has become slower is not known");
    assertThat(held.notes())
        .containsExactly(
            "Of recovery bounds are compared: it may have taken 20.0 times as long as fits best"
                + " now, 1.0 times in the baseline.");
    assertThat(only(rough(then, 19), rough(now, 20)).outcome())
        .as("as wide in the baseline")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    List<ComparedRun> disrupted =
        now.stream()
            .map(
                run -> changed(run, f -> f.toBuilder().disrupted(rough(f.disrupted(), 20)).build()))
            .toList();
    assertThat(only(then, disrupted).sentence())
        .contains("whether all time disrupted has become slower is not known");
  }

  @Test
  void aDisruptionThatMayBeNoneCountsAsOneThatIsTooShortToBeSeen() {
    Results.Span none = Results.Span.ended(0, 0, 2700, 1800, "");
    List<ComparedRun> then =
        new ArrayList<>(made.runs(12, 2000, 1).stream().map(run -> disrupted(run, 2000)).toList());
    ComparedRun first = then.get(0);
    List<Results.FaultResult> faults = new ArrayList<>(first.results().faults());
    faults.set(1, faults.get(1).toBuilder().disrupted(none).build());
    then.set(0, with(first, faults(first, faults)));
    List<ComparedRun> now =
        made.runs(12, 2000, 2).stream().map(run -> disrupted(run, 2000)).toList();
    assertThat(Baseline.of(then).lines().get(0)).contains("passes in four of five checks with");
    assertThat(only(then, now).outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(only(now, then).outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
  }

  @Test
  void aBaselineWhoseDisruptionsMayBeNoneIsNoLongerThanItFitsBest() {
    Results.Span maybe = Results.Span.ended(400, 0, 1900, 1800, "");
    Results.Span other = Results.Span.ended(500, 10, 1900, 1800, "");
    List<ComparedRun> then = new ArrayList<>();
    for (ComparedRun run : made.runs(12, 2000, 1)) {
      List<Results.FaultResult> faults = new ArrayList<>(run.results().faults());
      faults.set(0, faults.get(0).toBuilder().disrupted(then.isEmpty() ? other : maybe).build());
      faults.set(1, faults.get(1).toBuilder().disrupted(other).build());
      then.add(with(run, faults(run, faults)));
    }
    List<ComparedRun> now =
        made.runs(12, 2000, 2).stream().map(run -> disrupted(run, 1050)).toList();
    assertThat(only(then, now).outcome()).isEqualTo(RegressionOutcome.SLOWER);
  }
}
