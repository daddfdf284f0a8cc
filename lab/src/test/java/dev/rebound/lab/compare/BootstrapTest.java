package dev.rebound.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class BootstrapTest {
  private static final Bootstrap QUICK = new Bootstrap(600);

  @Test
  void theIntervalCoversTheTrueMedianAboutAsOftenAsItSays() {
    assertThat(coverage(3, 18, 0)).isBetween(0.90, 1.0);
    assertThat(coverage(3, 6, 0.1)).isBetween(0.90, 1.0);
    assertThat(coverage(1, 18, 0)).isBetween(0.90, 1.0);
    assertThat(coverage(10, 6, 0.5)).isBetween(0.88, 1.0);
  }

  @Test
  void threeRunsThatDifferMoreThanTheirFaultsCarryLessThanTheIntervalSays() {
    // Documented in measuring.md: three runs cannot show how far runs differ.
    assertThat(coverage(3, 6, 1.0)).isBetween(0.65, 0.92);
  }

  @Test
  void equalPopulationsAreSeldomToldApart() {
    Random random = new Random(7);
    long told =
        IntStream.range(0, 300)
            .filter(
                i -> {
                  Value v =
                      QUICK
                          .ratio(sample(random, 3, 6, 5000, 0.1), sample(random, 3, 6, 5000, 0.1))
                          .interval();
                  return v == null || v.low() > 1 || v.high() < 1;
                })
            .count();
    assertThat(told).isLessThanOrEqualTo(24);
  }

  @Property(tries = 40)
  void aPlantedFactorOfTwoIsFound(@ForAll @IntRange(min = 0, max = 1_000_000) int seed) {
    Random random = new Random(seed);
    Value interval =
        QUICK
            .ratio(sample(random, 3, 18, 10_000, 0.05), sample(random, 3, 18, 5000, 0.05))
            .interval();
    assertThat(interval).isNotNull();
    assertThat(interval.low()).isBetween(1.2, 2.6);
    assertThat(interval.high()).isBetween(1.5, 3.4);
  }

  @Property(tries = 40)
  void identicalSamplesShowNoDifference(@ForAll @IntRange(min = 0, max = 1_000_000) int seed) {
    Sample sample = sample(new Random(seed), 3, 6, 8000, 0.3);
    Value interval = QUICK.difference(sample, sample).interval();
    assertThat(interval).isNotNull();
    assertThat(interval.low()).isLessThanOrEqualTo(0);
    assertThat(interval.high()).isGreaterThanOrEqualTo(0);
    assertThat(QUICK.ratio(sample, sample).value()).isEqualTo(Value.of(1));
  }

  @Test
  void theSameSampleGivesTheSameInterval() {
    Sample sample = sample(new Random(1), 3, 6, 8000, 0.3);
    assertThat(new Bootstrap().median(sample)).isEqualTo(new Bootstrap().median(sample));
  }

  @Test
  void fewerThanSixValuesGetNoInterval() {
    Estimate estimate =
        new Bootstrap().median(exact(List.of(List.of(1.0, 2.0, 3.0), List.of(4.0, 5.0))));
    assertThat(estimate.value()).isEqualTo(Value.of(3));
    assertThat(estimate.interval()).isNull();
    assertThat(estimate.note()).contains("5 values are too few", "6");
  }

  @Test
  void oneRunAloneSaysSo() {
    Estimate estimate =
        new Bootstrap().median(exact(List.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0))));
    assertThat(estimate.value()).isEqualTo(Value.of(4));
    assertThat(estimate.interval()).isNotNull();
    assertThat(estimate.note()).contains("one run only");
  }

  @Test
  void whatDiffersBetweenRunsWidensTheInterval() {
    Sample together =
        exact(
            List.of(List.of(1.0, 1.0, 1.0, 3.0, 3.0, 3.0), List.of(1.0, 1.0, 3.0, 3.0, 2.0, 2.0)));
    Sample apart =
        exact(
            List.of(List.of(1.0, 1.0, 1.0, 1.0, 1.0, 2.0), List.of(3.0, 3.0, 3.0, 3.0, 3.0, 2.0)));
    Value narrow = new Bootstrap().median(together).interval();
    Value wide = new Bootstrap().median(apart).interval();
    assertThat(narrow).isNotNull();
    assertThat(wide).isNotNull();
    assertThat(wide.high() - wide.low()).isGreaterThanOrEqualTo(narrow.high() - narrow.low());
    assertThat(wide).isEqualTo(new Value(1, 3));
  }

  @Test
  void anUnendedRecoveryAboveTheMedianLeavesItExact() {
    Sample sample = new Sample(List.of(List.of(Value.of(1), Value.of(2), Value.atLeast(9))));
    assertThat(sample.median()).isEqualTo(Value.of(2));
  }

  @Test
  void unendedRecoveriesBelowTheMedianLeaveItOpen() {
    Sample open = new Sample(List.of(List.of(Value.of(1), Value.atLeast(3), Value.atLeast(3))));
    assertThat(open.median()).isEqualTo(Value.atLeast(3));
    Sample early = new Sample(List.of(List.of(Value.of(1), Value.atLeast(2), Value.of(5))));
    assertThat(early.median()).isEqualTo(new Value(2, 5));
  }

  @Test
  void aRatioToUnendedRecoveriesHasNoUpperBound() {
    Value end = Value.atLeast(30_000);
    Sample unended = new Sample(List.of(List.of(end, end, end, end, end, end)));
    Sample quick = exact(List.of(List.of(2000.0, 2000.0, 2000.0, 3000.0, 3000.0, 3000.0)));
    Value interval = new Bootstrap().ratio(unended, quick).interval();
    assertThat(interval).isNotNull();
    assertThat(interval.low()).isCloseTo(10, Offset.offset(0.001));
    assertThat(interval.high()).isInfinite();
    assertThat(new Bootstrap().ratio(unended, unended).interval())
        .isEqualTo(new Value(0, Double.POSITIVE_INFINITY));
  }

  /** Share of synthetic studies whose interval holds the true median. */
  private static double coverage(int runs, int faults, double runSpread) {
    Random random = new Random(42);
    int studies = 300;
    int held = 0;
    for (int i = 0; i < studies; i++) {
      Value interval = QUICK.median(sample(random, runs, faults, 5000, runSpread)).interval();
      held += interval != null && interval.low() <= 5000 && interval.high() >= 5000 ? 1 : 0;
    }
    return held / (double) studies;
  }

  /**
   * Recoveries around a median: log-normal from fault to fault (σ = 0.25), and from run to run with
   * a σ of {@code runSpread} times that.
   */
  private static Sample sample(
      Random random, int runs, int faults, double median, double runSpread) {
    List<List<Value>> values = new ArrayList<>();
    for (int r = 0; r < runs; r++) {
      double run = median * Math.exp(0.25 * runSpread * random.nextGaussian());
      values.add(
          IntStream.range(0, faults)
              .mapToObj(f -> Value.of(run * Math.exp(0.25 * random.nextGaussian())))
              .toList());
    }
    return new Sample(values);
  }

  private static Sample exact(List<List<Double>> runs) {
    return new Sample(runs.stream().map(run -> run.stream().map(Value::of).toList()).toList());
  }
}
