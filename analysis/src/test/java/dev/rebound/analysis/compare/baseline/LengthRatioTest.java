package dev.rebound.analysis.compare.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Sample;
import java.util.ArrayList;
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

class LengthRatioTest {
  private static final double MARGIN = 1.25;
  private static final int STUDIES = 1000;

  @ParameterizedTest(name = "{0} and {1} runs, spread {2} and {3}")
  @CsvSource({
    "3, 3, 0.1, 0.1",
    "3, 3, 0.5, 0.5",
    "5, 5, 0.2, 0.2",
    "5, 5, 0.02, 0.5",
    "5, 5, 0.5, 0.02",
    "12, 12, 0.15, 0.15",
    "12, 5, 0.2, 0.2",
    "5, 12, 0.2, 0.1"
  })
  void eachEndIsBeyondTheTruthInThreePercentOfStudiesAtMost(
      int runsBefore, int runsAfter, double spreadBefore, double spreadAfter) {
    SplittableRandom random = new SplittableRandom(1);
    int over = 0;
    int under = 0;
    for (int i = 0; i < STUDIES; i++) {
      BoundedValue times =
          new LengthRatio(
                  runs(runsBefore, 1, spreadBefore, random),
                  runs(runsAfter, MARGIN, spreadAfter, random))
              .times();
      over += times.high() < MARGIN ? 1 : 0;
      under += times.low() > MARGIN ? 1 : 0;
    }
    assertThat(over).as("passes that are wrong").isLessThanOrEqualTo(STUDIES * 35 / 1000);
    assertThat(under).as("failures that are wrong").isLessThanOrEqualTo(STUDIES * 35 / 1000);
  }

  @ParameterizedTest(name = "spread {0}, {1} times as long")
  @CsvSource({"0.12, 1", "0.2, 1", "0.2, 1.5", "0.15, 1.1"})
  void soManyRunsAsWouldDecideDoInFourOfFiveStudies(double spread, double factor) {
    SplittableRandom random = new SplittableRandom(2);
    int needed =
        new LengthRatio(three(1, spread), three(factor, spread)).deciding(MARGIN).getAsInt();
    int decided = 0;
    for (int i = 0; i < STUDIES; i++) {
      BoundedValue times =
          new LengthRatio(runs(needed, 1, spread, random), runs(needed, factor, spread, random))
              .times();
      decided += times.high() <= MARGIN || times.low() > 1 ? 1 : 0;
    }
    assertThat(decided / (double) STUDIES).as("of %s runs", needed).isGreaterThan(0.75);
  }

  @ParameterizedTest(name = "spread {0}")
  @CsvSource({"0.05", "0.1", "0.15", "0.2"})
  void theSameBuildPassesWithSoManyRunsAndOneThatTakesHalfAsLongAgainFails(double spread) {
    SplittableRandom random = new SplittableRandom(3);
    int needed = LengthRatio.passing(three(1, spread), MARGIN).getAsInt();
    int passed = 0;
    int failed = 0;
    for (int i = 0; i < STUDIES; i++) {
      Sample before = runs(needed, 1, spread, random);
      passed +=
          new LengthRatio(before, runs(needed, 1, spread, random)).times().high() <= MARGIN ? 1 : 0;
      failed +=
          new LengthRatio(before, runs(needed, 1.5, spread, random)).times().low() > 1 ? 1 : 0;
    }
    assertThat(passed / (double) STUDIES).as("with %s runs", needed).isGreaterThan(0.75);
    assertThat(failed / (double) STUDIES).as("with %s runs", needed).isGreaterThan(0.97);
  }

  /** Runs of which it is known how far they differ. */
  private static Sample three(double factor, double spread) {
    return new Sample(
        List.of(
            one(2000 * factor * Math.exp(-spread)),
            one(2000 * factor),
            one(2000 * factor * Math.exp(spread))));
  }

  private static List<BoundedValue> one(double millis) {
    return List.of(BoundedValue.of(millis));
  }

  /** Runs of one length each. */
  private static Sample runs(int count, double factor, double spread, SplittableRandom random) {
    List<List<BoundedValue>> runs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      runs.add(one(2000 * factor * Math.exp(spread * random.nextGaussian())));
    }
    return new Sample(runs);
  }

  @Test
  void ofBoundsTheEndsAreThoseOfTheWorst() {
    List<BoundedValue> rough = List.of(new BoundedValue(1800, 4000));
    Sample exact = new Sample(List.of(one(2000), one(2000), one(2000)));
    BoundedValue times = new LengthRatio(exact, new Sample(List.of(rough, rough, rough))).times();
    BoundedValue same = new LengthRatio(exact, exact).times();
    assertThat(times.high()).isCloseTo(2 * same.high(), Offset.offset(1e-6));
    assertThat(times.low()).isCloseTo(0.9 * same.low(), Offset.offset(1e-6));
    assertThat(new LengthRatio(exact, new Sample(List.of(rough, rough, rough))).deciding(MARGIN))
        .as("no number of runs")
        .isEmpty();
  }

  @Property(tries = 200)
  void whatTakesLongerMovesNoEndDown(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed,
      @ForAll @IntRange(min = 3, max = 12) int count,
      @ForAll @DoubleRange(min = 0.01, max = 1) double spread,
      @ForAll @DoubleRange(min = 1, max = 20) double longer) {
    SplittableRandom random = new SplittableRandom(seed);
    Sample before = runs(3 + random.nextInt(8), 1, 0.15, random);
    List<List<BoundedValue>> after = new ArrayList<>(runs(count, 1, spread, random).runs());
    BoundedValue times = new LengthRatio(before, new Sample(after)).times();
    int one = random.nextInt(count);
    double low = after.get(one).get(0).low();
    after.set(one, List.of(BoundedValue.of(low * longer)));
    BoundedValue then = new LengthRatio(before, new Sample(after)).times();
    assertThat(then.low()).isGreaterThanOrEqualTo(times.low() * (1 - 1e-9));
    assertThat(then.high()).isGreaterThanOrEqualTo(times.high() * (1 - 1e-9));
    after.set(one, List.of(BoundedValue.atLeast(low * longer)));
    BoundedValue cut = new LengthRatio(before, new Sample(after)).times();
    assertThat(cut.low()).isGreaterThanOrEqualTo(then.low() * (1 - 1e-9));
    assertThat(cut.high()).isInfinite();
  }
}
