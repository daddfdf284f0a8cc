package dev.rebound.analysis.compare.baseline;

import static dev.rebound.analysis.compare.baseline.RegressionRuns.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.baseline.Regression.ComparedCell;
import dev.rebound.analysis.compare.baseline.Regression.RegressionOutcome;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlowdownTest {
  private final RegressionRuns made = new RegressionRuns();

  @Test
  void whatTheIntervalsExplainIsNotSlower() {
    assertThat(only(made.runs(12, 2000, 1), made.runs(12, 2050, 2)).outcome())
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(only(made.runs(5, 2000, 1), made.runs(3, 1000, 2)).outcome())
        .as("faster is no failure")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
  }

  @Test
  void whereNothingChangedFewComparisonsFail() {
    int slower = 0;
    for (int i = 0; i < 400; i++) {
      ComparedCell held = only(made.runs(5, 2000, 2 * i + 1), made.runs(5, 2000, 2 * i + 2));
      slower += held.outcome() == RegressionOutcome.SLOWER ? 1 : 0;
    }
    assertThat(slower / 400.0).as("one in forty by chance").isLessThan(0.05);
  }

  @Test
  void recoveriesThatNeverEndedAreSlowerThanNoDip() {
    Results.Span calm = Results.Span.noDip(300, "");
    Results.Span cut = Results.Span.unended(20_000, 300, "");
    List<ComparedRun> then = new ArrayList<>();
    List<ComparedRun> now = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      then.add(made.run(i, List.of(RegressionRuns.fault(1, 0).toBuilder().recovery(calm).build())));
      now.add(
          made.run(i + 5, List.of(RegressionRuns.fault(1, 0).toBuilder().recovery(cut).build())));
    }
    assertThat(only(then, now).outcome()).isEqualTo(RegressionOutcome.SLOWER);
  }

  @Test
  void aSideOfWhichTwoOfFiveNeverEndIsNeverNotSlower() {
    ComparedCell three = only(made.ofFive(3, 0, 1), made.ofFive(3, 2, 2));
    assertThat(three.outcome()).as(three.sentence()).isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(three.sentence())
        .contains(
            "whether recovery has become slower is not known: after 6 of 15 faults no end was seen,"
                + " in the baseline after 0 of 15; it takes at least ",
            "; 4 runs a side would decide, if runs go on to differ as these do");
    ComparedCell five = only(made.ofFive(5, 0, 1), made.ofFive(5, 2, 2));
    assertThat(five.outcome())
        .as("each of five runs has some, and none of the baseline's")
        .isEqualTo(RegressionOutcome.SLOWER);
    assertThat(five.sentence()).contains("after 10 of 25 faults no end was seen");
    ComparedCell asBefore = only(made.ofFive(5, 2, 1), made.ofFive(5, 2, 2));
    assertThat(asBefore.outcome())
        .as("as many never end as before")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(asBefore.sentence()).contains("in the baseline after 10 of 25");
    assertThat(only(made.ofFive(5, 2, 1), made.ofFive(5, 1, 2)).outcome())
        .as("fewer than before")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
  }

  @Test
  void aWatchThatWasShorterShowsNoMoreFaultsWithoutAnEnd() {
    List<ComparedRun> then = made.runs(5, 30_000, 1);
    List<ComparedRun> now = new ArrayList<>();
    Results.Span cut = Results.Span.unended(20_000, 300, "");
    for (int i = 0; i < 5; i++) {
      Results.FaultResult one = RegressionRuns.fault(1, 30_000).toBuilder().recovery(cut).build();
      now.add(made.run(i + 5, List.of(one, RegressionRuns.fault(2, 30_000))));
    }
    assertThat(only(then, now).outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
  }

  @Test
  void aRunThatNeverRecoversIsNotPassedOver() {
    List<ComparedRun> now = new ArrayList<>(made.ofFive(4, 0, 2));
    now.addAll(made.ofFive(1, 5, 3));
    assertThat(only(made.ofFive(5, 0, 1), now).outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
  }

  @Test
  void runsOfWhichNobodyKnowsWhetherTheyAreSlowerDoNotPass() {
    List<ComparedRun> then = made.taking(1, 1900, 1900, 1900);
    ComparedCell held = only(then, made.taking(2, 1900, 6000, 19_000));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(held.outcome().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(held.sentence())
        .contains(
            "whether recovery has become slower is not known: it takes 0.7",
            ", of 1.25 times that may pass (95 % interval; 3 runs with 3 faults against",
            "runs a side would decide, if runs go on to differ as these do");
  }

  @Test
  void aSlowdownWithinTheMarginPassesAndIsSaid() {
    List<ComparedRun> then = made.taking(1, twelve(2000));
    List<ComparedRun> now = made.taking(2, twelve(2240));
    ComparedCell held = only(then, now);
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(held.sentence())
        .contains("recovery is slower within the margin: it takes 1.0", ", of 1.25 times that may");
    assertThat(Regression.judge(Baseline.of(then), now, 1.05).get(0).outcome())
        .isEqualTo(RegressionOutcome.SLOWER);
  }

  private static double[] twelve(double millis) {
    return IntStream.range(0, 12).mapToDouble(run -> millis * (0.995 + 0.001 * run)).toArray();
  }

  @Test
  void whatIsTooShortToBeSeenOnBothSidesPasses() {
    Results.Span calm = Results.Span.noDip(300, "");
    List<ComparedRun> then = new ArrayList<>();
    List<ComparedRun> now = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Results.FaultResult fault =
          Results.FaultResult.hit(1, "kill", "worker", List.of("worker-1"), calm, calm).build();
      then.add(made.run(i, List.of(fault)));
      now.add(made.run(i + 5, List.of(fault)));
    }
    ComparedCell held = only(then, now);
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(held.sentence()).contains("recovery is too short to be seen, as in the baseline");
    assertThat(only(then, made.taking(2, 1900, 1900, 1900, 1900, 1900)).outcome())
        .as("seen now, and before shorter than could be seen")
        .isNotEqualTo(RegressionOutcome.NOT_SLOWER);
  }

  @Test
  void aBuildThatTakesHalfAsLongAgainFails() {
    for (int seed = 1; seed <= 20; seed++) {
      ComparedCell held = only(made.runs(10, 2000, seed), made.runs(10, 3000, 100 + seed));
      assertThat(held.outcome()).as(held.sentence()).isEqualTo(RegressionOutcome.SLOWER);
    }
  }
}
