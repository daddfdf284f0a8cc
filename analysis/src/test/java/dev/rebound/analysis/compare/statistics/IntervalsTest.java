package dev.rebound.analysis.compare.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalsTest {
  private static final Offset<Double> NEAR = Offset.offset(1e-6);
  private static final double MAX = Double.POSITIVE_INFINITY;

  @ParameterizedTest(name = "{0} runs, spread from run to run {1}, from fault to fault {2}")
  @CsvSource({
    "3, 0, 0.25",
    "3, 0.05, 0.25",
    "3, 0.25, 0.25",
    "3, 0.5, 0.25",
    "3, 1, 0.5",
    "5, 0, 0.5",
    "5, 0.25, 0.25",
    "5, 1, 0.5",
    "10, 0, 0.25",
    "10, 0.25, 0.25",
    "10, 0.5, 0.5"
  })
  void ofWhatIsCalled95PercentAtLeast93HoldsTheTruth(int runs, double runSpread, double spread) {
    MadeUpStudies studies = new MadeUpStudies(runs, runSpread, spread);
    assertThat(studies.coverage()).as("one figure").isGreaterThanOrEqualTo(0.93);
    assertThat(studies.ratioCoverage(2)).as("a ratio").isGreaterThanOrEqualTo(0.93);
    assertThat(studies.differenceCoverage(2)).as("a difference").isGreaterThanOrEqualTo(0.93);
    assertThat(studies.toldApart()).as("equal cells told apart").isLessThanOrEqualTo(0.06);
    assertThat(studies.pairedCoverage(1.2)).as("a ratio of pairs").isGreaterThanOrEqualTo(0.93);
    assertThat(studies.pairedCoverage(1)).as("equal pairs").isGreaterThanOrEqualTo(0.93);
  }

  @ParameterizedTest(name = "{0} blocks, {1} times slower in the last, spread within blocks {2}")
  @CsvSource({
    "3, 1.8, 0.03",
    "3, 1.8, 0.2",
    "3, 1, 0.1",
    "3, 3, 0.5",
    "5, 1.8, 0.1",
    "5, 1.8, 0.5",
    "10, 1.8, 0.05",
    "10, 3, 0.25"
  })
  void withinBlocksTheIntervalHoldsTheTruthHoweverTheMachineSlowsDown(
      int blocks, double slowdown, double runSpread) {
    MadeUpStudies studies = new MadeUpStudies(blocks, runSpread, 0.1);
    assertThat(studies.driftingCoverage(1.25, slowdown)).as("a ratio").isBetween(0.935, 0.965);
    assertThat(studies.shown(1, slowdown, true)).as("equal cells").isBetween(0.015, 0.035);
  }

  @Test
  void onAMachineThatSlowsDownBlocksShowWhatRunsThatAreNotPairedDoNot() {
    MadeUpStudies studies = new MadeUpStudies(5, 0.05, 0.1);
    assertThat(studies.shown(1.25, 1.8, false)).as("each for itself").isLessThan(0.02);
    assertThat(studies.shown(1.25, 1.8, true)).as("within blocks").isGreaterThan(0.95);
  }

  @Test
  void figureAndIntervalAreOfOneThing() {
    List<Double> few = List.of(10_000.0);
    List<Double> many = List.of(50_000.0);
    Estimate estimate =
        Intervals.figure(
            exact(List.of(few, few, few, few, few, few, many, many, many, many)), Scale.LOG);
    assertThat(estimate.value().exact()).isTrue();
    assertThat(estimate.value().low()).as("their geometric mean").isCloseTo(19_037, within(1.0));
    assertThat(estimate.interval().low()).isCloseTo(10_505, within(1.0));
    assertThat(estimate.interval().high()).isCloseTo(34_498, within(1.0));
  }

  @Property(tries = 200)
  void aFigureLiesInItsInterval(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed,
      @ForAll @DoubleRange(min = 0.1, max = 2) double spread,
      @ForAll @DoubleRange(min = 0.5, max = 2) double cutOff) {
    MadeUpStudies studies = new MadeUpStudies(4, spread, 0.5);
    for (Sample sample :
        List.of(
            studies.sample(seed),
            studies.cutOffAt(cutOff).sample(seed),
            studies.unseenBelow(cutOff).sample(seed))) {
      for (Scale scale : Scale.values()) {
        Estimate estimate = Intervals.figure(sample, scale);
        assertThat(estimate.value().low()).isBetween(estimate.interval().low(), MAX);
        assertThat(estimate.value().high()).isLessThanOrEqualTo(estimate.interval().high());
      }
    }
  }

  @ParameterizedTest(name = "paired {0}, {1} times as much")
  @CsvSource({"true, 1.15", "true, 1.3", "false, 1.3", "false, 1.6"})
  void soManyRunsAsAreNeededShowTheDifferenceInFourOfFiveStudies(boolean paired, double factor) {
    double spread = 0.2;
    TwoSamples known =
        new MadeUpStudies(1000, spread, 0).drifting(new SplittableRandom(1), factor, 1);
    int needed =
        Intervals.needed(new TwoSamples(known.one(), known.other(), paired, 0), Scale.LOG)
            .getAsInt();
    assertThat(new MadeUpStudies(needed, spread, 0).shown(factor, 1, paired))
        .as("of %s runs", needed)
        .isBetween(0.72, 0.92);
  }

  @Test
  void noNumberOfRunsShowsWhatSingleFaultsDoNotTell() {
    List<BoundedValue> vague = List.of(new BoundedValue(1000, 3000));
    List<BoundedValue> exact = List.of(BoundedValue.of(1500));
    TwoSamples two =
        new TwoSamples(
            new Sample(List.of(vague, vague, vague)),
            new Sample(List.of(exact, exact, exact)),
            true,
            0);
    assertThat(Intervals.needed(two, Scale.LOG)).isEmpty();
  }

  @ParameterizedTest(name = "{0} runs, spread from run to run {1}, cut off at {2} of the median")
  @CsvSource({
    "3, 0.1, 0.8",
    "3, 0.1, 1",
    "3, 0.1, 1.05",
    "3, 0.1, 1.3",
    "3, 0.5, 0.9",
    "3, 0.5, 1.05",
    "3, 0.5, 1.5",
    "5, 0.25, 1",
    "5, 0.5, 1.05",
    "10, 0.25, 1",
    "10, 0.5, 1.2"
  })
  void alsoWhereWhatTookLongWasCutOffOrWhatWasShortDidNotShow(
      int runs, double runSpread, double at) {
    MadeUpStudies unended = new MadeUpStudies(runs, runSpread, 0.25).cutOffAt(at);
    assertThat(unended.coverage()).as("unended").isGreaterThanOrEqualTo(0.93);
    assertThat(unended.ratioCoverage(2)).as("ratio of unended").isGreaterThanOrEqualTo(0.93);
    assertThat(unended.differenceCoverage(2)).as("their difference").isGreaterThanOrEqualTo(0.93);
    assertThat(unended.toldApart()).as("equal cells told apart").isLessThanOrEqualTo(0.06);
    assertThat(unended.pairedCoverage(2)).as("pairs").isGreaterThanOrEqualTo(0.93);
    MadeUpStudies unseen = new MadeUpStudies(runs, runSpread, 0.25).unseenBelow(1 / at);
    assertThat(unseen.coverage()).as("no dip").isGreaterThanOrEqualTo(0.93);
    assertThat(unseen.toldApart()).as("equal cells told apart").isLessThanOrEqualTo(0.06);
  }

  @Test
  void threeFiguresGiveTheIntervalOfTheTextbook() {
    Estimate plain =
        Intervals.figure(exact(List.of(List.of(1.0), List.of(2.0), List.of(3.0))), Scale.PLAIN);
    assertThat(plain.value()).isEqualTo(BoundedValue.of(2));
    assertThat(plain.interval().low()).isCloseTo(2 - 4.302652729911275 / Math.sqrt(3), NEAR);
    assertThat(plain.interval().high()).isCloseTo(2 + 4.302652729911275 / Math.sqrt(3), NEAR);
  }

  @Test
  void aRunCountsOnceHoweverManyFaultsItHas() {
    Sample few = exact(List.of(List.of(1.0), List.of(2.0), List.of(3.0)));
    Sample many =
        exact(
            List.of(
                List.of(1.0, 1.0, 1.0, 1.0), List.of(2.0, 2.0, 2.0, 2.0), List.of(3.0, 3.0, 3.0)));
    assertThat(Intervals.figure(many, Scale.LOG).interval())
        .isEqualTo(Intervals.figure(few, Scale.LOG).interval());
  }

  @Test
  void fewerThanThreeRunsASideClaimNothing() {
    Sample two = exact(List.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0), List.of(1.0, 2.0, 3.0, 4.0)));
    Sample three = exact(List.of(List.of(9.0), List.of(9.5), List.of(10.0)));
    Estimate estimate = Intervals.figure(two, Scale.LOG);
    assertThat(estimate.interval()).isNull();
    assertThat(estimate.note()).isEqualTo("2 runs; needs 3 runs");
    assertThat(Intervals.ratio(each(three, two), Scale.LOG).interval()).isNull();
    assertThat(Intervals.difference(each(two, three), Scale.LOG).interval()).isNull();
    assertThat(Intervals.difference(each(two, three), Scale.PLAIN).note()).contains("needs 3 runs");
  }

  @Test
  void anUnendedRecoveryAboveTheMedianLeavesItsRunsFigureExact() {
    List<BoundedValue> run =
        List.of(BoundedValue.of(1), BoundedValue.of(2), BoundedValue.atLeast(9));
    Estimate estimate = Intervals.figure(new Sample(List.of(run, run, run)), Scale.LOG);
    assertThat(estimate.value().low()).isCloseTo(2, NEAR);
    assertThat(estimate.value().bounded()).isTrue();
    assertThat(estimate.interval().bounded()).isTrue();
  }

  @Test
  void unendedRecoveriesLeaveTheIntervalOpenAndClaimNoMoreThanRunsCanShow() {
    BoundedValue end = BoundedValue.atLeast(30_000);
    Sample unended = new Sample(List.of(List.of(end), List.of(end), List.of(end)));
    BoundedValue interval = Intervals.figure(unended, Scale.LOG).interval();
    assertThat(interval.high()).isInfinite();
    assertThat(interval.low()).isBetween(15_000.0, 25_000.0);
    Sample quick = exact(List.of(List.of(2000.0), List.of(2000.0), List.of(2000.0)));
    BoundedValue ratio = Intervals.ratio(each(unended, quick), Scale.LOG).interval();
    assertThat(ratio.low()).isBetween(7.0, 12.0);
    assertThat(ratio.high()).isInfinite();
    assertThat(Intervals.ratio(each(unended, unended), Scale.LOG).interval())
        .isEqualTo(new BoundedValue(0, Double.POSITIVE_INFINITY));
    assertThat(Intervals.difference(each(unended, unended), Scale.LOG).interval())
        .isEqualTo(new BoundedValue(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
  }

  @Test
  void whatDidNotShowReachesDownToNothing() {
    BoundedValue unseen = new BoundedValue(0, 1000);
    Sample none = new Sample(List.of(List.of(unseen), List.of(unseen), List.of(unseen)));
    BoundedValue interval = Intervals.figure(none, Scale.LOG).interval();
    assertThat(interval.low()).isZero();
    assertThat(interval.high()).isBetween(1000.0, 2000.0);
  }

  @Test
  void countsThatMayBeZeroAreTakenAsTheyAre() {
    Sample none = exact(List.of(List.of(0.0), List.of(0.0), List.of(0.0)));
    Sample some = exact(List.of(List.of(4.0), List.of(5.0), List.of(6.0)));
    assertThat(Intervals.figure(none, Scale.LOG).interval()).isEqualTo(BoundedValue.of(0));
    assertThat(Intervals.ratio(each(some, none), Scale.LOG).interval()).isNull();
    assertThat(Intervals.difference(each(some, none), Scale.LOG).interval().low()).isPositive();
  }

  @Test
  void ofWhatNothingIsKnownNothingIsClaimed() {
    BoundedValue any = BoundedValue.atLeast(0);
    Sample unknown = new Sample(List.of(List.of(any), List.of(any), List.of(any)));
    Sample none = exact(List.of(List.of(0.0), List.of(0.0), List.of(0.0)));
    Sample some = exact(List.of(List.of(4.0), List.of(5.0), List.of(6.0)));
    assertThat(Intervals.figure(unknown, Scale.PLAIN).interval()).isEqualTo(any);
    for (Sample other : List.of(unknown, none, some)) {
      for (boolean paired : new boolean[] {false, true}) {
        TwoSamples one = new TwoSamples(unknown, other, paired, 0);
        for (TwoSamples two : List.of(one, one.swapped())) {
          Estimate ratio = Intervals.ratio(two, Scale.PLAIN);
          Estimate difference = Intervals.difference(two, Scale.PLAIN);
          assertThat(ratio.value()).isEqualTo(any);
          assertThat(ratio.interval()).isNull();
          assertThat(difference.interval().low()).isNotPositive();
          assertThat(difference.interval().high()).isNotNegative();
          assertThat(Intervals.needed(two, Scale.PLAIN)).isEmpty();
        }
      }
    }
  }

  @Property(tries = 200)
  void knowingLessNeverNarrowsAnInterval(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed,
      @ForAll @DoubleRange(min = 0, max = 0.9) double off) {
    Sample known = new MadeUpStudies(4, 0.3, 0.3).sample(seed);
    Sample vague =
        new Sample(
            known.runs().stream()
                .map(
                    run ->
                        run.stream()
                            .map(v -> new BoundedValue(v.low() * (1 - off), v.high() / (1 - off)))
                            .toList())
                .toList());
    BoundedValue narrow = Intervals.figure(known, Scale.LOG).interval();
    BoundedValue wide = Intervals.figure(vague, Scale.LOG).interval();
    assertThat(wide.low()).isLessThanOrEqualTo(narrow.low() * (1 + 1e-9));
    assertThat(wide.high()).isGreaterThanOrEqualTo(narrow.high() * (1 - 1e-9));
  }

  /** Two cells, each for itself. */
  private static TwoSamples each(Sample one, Sample other) {
    return new TwoSamples(one, other, false, 0);
  }

  private static Sample exact(List<List<Double>> runs) {
    return new Sample(
        runs.stream().map(run -> run.stream().map(BoundedValue::of).toList()).toList());
  }
}
