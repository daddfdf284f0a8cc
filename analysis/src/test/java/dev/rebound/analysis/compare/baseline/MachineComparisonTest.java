package dev.rebound.analysis.compare.baseline;

import static dev.rebound.analysis.compare.baseline.RegressionRuns.MACHINE;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.SPEED;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.baseline.Regression.ComparedCell;
import dev.rebound.analysis.compare.baseline.Regression.RegressionOutcome;
import dev.rebound.analysis.compare.run.ComparedRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachineComparisonTest {
  private final RegressionRuns made = new RegressionRuns();

  @Test
  void machinesOfDifferentSpeedAreNotComparable() {
    List<ComparedRun> then = made.runs(12, 2000, 1);
    ComparedCell near = only(then, made.with(SPEED * 1.09).runs(12, 2000, 2));
    assertThat(near.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    ComparedCell far = only(then, made.with(SPEED * 1.12).runs(3, 9000, 2));
    assertThat(far.outcome()).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
    assertThat(far.sentence()).contains("different speed", "448 MiB/s now and 400 MiB/s");
    ComparedCell unknown = only(then, made.with(Double.NaN).runs(3, 9000, 2));
    assertThat(unknown.sentence()).contains("speed of the machine was not measured now");
    ComparedCell cores =
        only(then, made.on(MACHINE.replace("2 cores", "8 cores")).runs(3, 9000, 2));
    assertThat(cores.sentence()).contains("other machines: 8 cores now, 2 in the baseline");
  }

  @Test
  void aSideOfWhichOneRunDoesNotTellItsMachineOrIsOfAnotherIsNotComparable() {
    List<ComparedRun> then = made.runs(12, 2000, 1);
    for (boolean later : List.of(true, false)) {
      String when = later ? "now" : "in the baseline";
      assertThat(withOneOf(made.on(""), later, then))
          .contains("number of cores of the machine is not known of each run " + when);
      assertThat(withOneOf(made.with(Double.NaN), later, then))
          .contains("speed of the machine was not measured in each run " + when);
      assertThat(withOneOf(made.on(MACHINE.replace("2 cores", "8 cores")), later, then))
          .contains("other machines: ", "2 and 8")
          .contains(" cores now, ");
    }
  }

  /** What is said where one run more of another kind is there, later or in the baseline. */
  private String withOneOf(RegressionRuns other, boolean later, List<ComparedRun> then) {
    List<ComparedRun> mixed = new ArrayList<>(made.runs(12, 2000, 2));
    mixed.addAll(other.runs(1, 2000, 3));
    ComparedCell held = later ? only(then, mixed) : only(mixed, then);
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
    return held.sentence();
  }

  @Test
  void machinesWhoseCoresAreNotKnownAreNotComparable() {
    List<ComparedRun> runs = made.runs(3, 2000, 1);
    List<ComparedRun> unknown = made.on("").runs(3, 2000, 2);
    assertThat(only(runs, unknown).sentence()).contains("number of cores", "is not known now");
    assertThat(only(unknown, runs).sentence()).contains("is not known in the baseline");
  }
}
