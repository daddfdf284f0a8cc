package dev.rebound.analysis.compare.baseline;

import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Intervals;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.compare.statistics.Scale;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How many times as long later runs took as earlier ones, for a verdict that no longer length may
 * better. A Student's interval is not enough: a run that was quicker than the rest widens it, and
 * narrows it again where it is slower. So the upper end is the least that it is with the quickest
 * runs taken to be slower, the lower end the greatest that it is with the slowest taken to be
 * quicker. Its freedom is that of the side with fewer runs alone, and runs count as differing by a
 * tenth at least, so that each end misses the truth in about 2.5 % of cases at most all the same.
 * Pure.
 */
public final class LengthRatio {
  private static final Scale SCALE = Scale.LOG;

  /** Runs count as differing by a tenth at least: few may be alike by chance. */
  private static final double LEAST_SPREAD = 0.1;

  /** Thirds of what is left that a search drops until its ends are the same. */
  private static final int STEPS = 60;

  private final Sample before;
  private final Sample after;
  private final double quantile;

  /** Of runs of which each side has two at least. */
  public LengthRatio(Sample before, Sample after) {
    this.before = before;
    this.after = after;
    this.quantile =
        TDistribution.of(Math.min(before.runCount(), after.runCount()) - 1.0)
            .inverseSurvivalProbability(Intervals.TAIL);
  }

  /** Between what it lies; open towards a side on which more faults may not have ended. */
  public BoundedValue times() {
    double high =
        after.unended().mayExceed(before.unended())
            ? Double.POSITIVE_INFINITY
            : upper(scaled(after, LengthRatio::most), scaled(before, BoundedValue::low));
    double low =
        before.unended().mayExceed(after.unended())
            ? Double.NEGATIVE_INFINITY
            : -upper(
                negative(scaled(after, BoundedValue::low)),
                negative(scaled(before, LengthRatio::most)));
    return new BoundedValue(SCALE.from(low), SCALE.from(high));
  }

  /**
   * The number of runs a side that would decide in four of five cases whether it is so much at
   * most, or more than one, if runs differ as these do; more than there are. Empty if no number
   * would.
   */
  OptionalInt deciding(double factor) {
    double[] most = apart(LengthRatio::most, BoundedValue::low);
    double[] least = apart(BoundedValue::low, LengthRatio::most);
    double within = after.unended().mayExceed(before.unended()) ? 0 : SCALE.to(factor) - most[0];
    double above = before.unended().mayExceed(after.unended()) ? 0 : least[0];
    double distance = Math.max(within, above);
    return distance > 0
        ? Intervals.reaching(
            distance,
            within >= above ? most[1] : least[1],
            1,
            Math.min(before.runCount(), after.runCount()) + 1)
        : OptionalInt.empty();
  }

  /**
   * The number of runs a side from which on the same build is shown in four of five cases to take
   * no longer than so much, if runs go on to differ as these do. Empty if no number would do.
   */
  static OptionalInt passing(Sample runs, double factor) {
    if (runs.runCount() < Intervals.RUNS_MIN) {
      return OptionalInt.empty();
    }
    double[] most = scaled(runs, LengthRatio::most);
    double[] least = scaled(runs, BoundedValue::low);
    double distance = SCALE.to(factor) - (mean(most) - mean(least));
    return runs.unended().none() && distance > 0
        ? Intervals.reaching(
            distance, Math.sqrt(variance(most) + variance(least)), 1, Intervals.RUNS_MIN)
        : OptionalInt.empty();
  }

  /** How far means are apart, and the deviation of a run of each. */
  private double[] apart(
      ToDoubleFunction<BoundedValue> ofAfter, ToDoubleFunction<BoundedValue> ofBefore) {
    double[] later = scaled(after, ofAfter);
    double[] earlier = scaled(before, ofBefore);
    return new double[] {
      mean(later) - mean(earlier), Math.sqrt(variance(later) + variance(earlier))
    };
  }

  /**
   * The upper end of what the later ones have more, with the quickest of them taken to be as slow
   * as makes it least: it has one least value over how slow that is, as it is convex.
   */
  private double upper(double[] later, double[] earlier) {
    double low = Arrays.stream(later).min().orElseThrow();
    double high = Arrays.stream(later).max().orElseThrow();
    if (Double.isInfinite(high) || Arrays.stream(earlier).anyMatch(Double::isInfinite)) {
      return Double.POSITIVE_INFINITY;
    }
    for (int step = 0; step < STEPS; step++) {
      double third = (high - low) / 3;
      if (end(later, earlier, low + third) <= end(later, earlier, high - third)) {
        high -= third;
      } else {
        low += third;
      }
    }
    return end(later, earlier, low);
  }

  private double end(double[] later, double[] earlier, double least) {
    double[] slower = Arrays.stream(later).map(length -> Math.max(length, least)).toArray();
    return mean(slower)
        - mean(earlier)
        + quantile
            * Math.sqrt(variance(slower) / slower.length + variance(earlier) / earlier.length);
  }

  /** None is known to be shorter than can be told. */
  private static double most(BoundedValue length) {
    return Math.max(1, length.high());
  }

  private static double[] scaled(Sample sample, ToDoubleFunction<BoundedValue> bound) {
    return sample.figures(SCALE).stream().mapToDouble(bound).map(SCALE::to).toArray();
  }

  private static double[] negative(double[] values) {
    return Arrays.stream(values).map(value -> -value).toArray();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return Math.max(LEAST_SPREAD * LEAST_SPREAD, squares / (values.length - 1));
  }
}
