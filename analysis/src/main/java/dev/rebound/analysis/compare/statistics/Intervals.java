package dev.rebound.analysis.compare.statistics;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Means over runs with Student's t-intervals: each run counts by one figure, the median of its
 * faults, because faults of one run share its machine, its moment and its jar files, and say little
 * of how far runs differ.
 *
 * <p>Lengths, rates and sizes are taken on the scale of logarithms, so that their mean is the
 * geometric one. Two cells are held against each other by their ratio: within blocks by the mean of
 * the pairs' ratios, else by Welch's interval. The interval of a difference of two such figures is
 * made of the two figures' own intervals (Zou and Donner's MOVER). A value that is known only
 * between two bounds enters by both: the lower end of an interval is that of the lower bounds, the
 * upper end that of the upper ones. Where a run's figure is open to one side, the others may lie
 * together by having been cut off, so that runs count as differing by a fifth at least. Of the side
 * on which more faults did not end nobody can say that it is less.
 *
 * <p>With fewer than {@value #RUNS_MIN} runs a side there is no interval. Stateless.
 */
public final class Intervals {
  /** Least number of runs for an interval: two cannot show how far runs differ. */
  public static final int RUNS_MIN = 3;

  /** More runs than anybody makes to show one difference. */
  public static final int RUNS_MAX = 1000;

  public static final double TAIL = 0.025;

  /** The share of studies that miss a difference although they are as large as was advised. */
  private static final double MISSED = 0.2;

  private static final double SPREAD_WHERE_OPEN = 0.2;

  private Intervals() {}

  /** The figure of a sample, which must not be empty. */
  public static Estimate figure(Sample sample, Scale wanted) {
    Scale scale = wanted.fitting(sample);
    boolean few = sample.runCount() < RUNS_MIN;
    return new Estimate(
        mean(sample, scale),
        few ? null : from(RunMeans.of(sample, scale).interval(), scale),
        sample.runCount(),
        sample.count(),
        few ? tooFew(sample) : "");
  }

  /**
   * The same, open above where some faults did not end: what is said of the figure alone, without
   * their number beside it.
   */
  public static Estimate withUnended(Sample sample, Scale wanted) {
    Estimate figure = figure(sample, wanted);
    BoundedValue interval = figure.interval();
    return sample.unended().none()
        ? figure
        : figure.with(
            interval == null ? BoundedValue.atLeast(figure.value().low()) : figure.value(),
            interval == null ? null : BoundedValue.atLeast(interval.low()));
  }

  /** The figure of the one sample divided by that of the other; neither may be empty. */
  public static Estimate ratio(TwoSamples two, Scale wanted) {
    Sample a = two.one();
    Sample b = two.other();
    Scale scale = both(a, b, wanted);
    // Of pairs, the ratio of the geometric means is the geometric mean of the ratios.
    BoundedValue value = ratio(mean(a, scale), mean(b, scale));
    if (scale != Scale.LOG || Math.min(a.runCount(), b.runCount()) < RUNS_MIN) {
      return estimate(value, null, a, b);
    }
    return estimate(value, open(from(apart(two, scale), scale), 0, two), a, b);
  }

  /**
   * The figure of the one sample minus that of the other; neither may be empty. For lengths, rates
   * and sizes only the ratio is the same in each pair, so that their difference is as sure as that
   * of any two samples.
   */
  public static Estimate difference(TwoSamples two, Scale wanted) {
    Sample a = two.one();
    Sample b = two.other();
    Scale scale = both(a, b, wanted);
    BoundedValue value = difference(mean(a, scale), mean(b, scale));
    if (Math.min(a.runCount(), b.runCount()) < RUNS_MIN) {
      return estimate(value, null, a, b);
    }
    BoundedValue interval =
        scale == Scale.LOG
            ? mover(RunMeans.of(a, scale), RunMeans.of(b, scale))
            : apart(two, scale);
    return estimate(value, open(interval, Double.NEGATIVE_INFINITY, two), a, b);
  }

  /**
   * Medians show nothing of faults that did not end while they are few: towards a side that may
   * have more of them an interval is open.
   *
   * @param least that there is
   */
  private static BoundedValue open(BoundedValue interval, double least, TwoSamples two) {
    UnendedFaults one = two.one().unended();
    UnendedFaults other = two.other().unended();
    return new BoundedValue(
        other.mayExceed(one) ? least : interval.low(),
        one.mayExceed(other) ? Double.POSITIVE_INFINITY : interval.high());
  }

  /** How far the means are apart, on the scale. */
  private static BoundedValue apart(TwoSamples two, Scale scale) {
    return two.paired()
        ? RunMeans.apart(two.one(), two.other(), scale).interval()
        : RunMeans.welch(RunMeans.of(two.one(), scale), RunMeans.of(two.other(), scale));
  }

  /**
   * The number of runs a side, or pairs, that shows a difference as large as the one seen in four
   * of five studies, by how far runs, or pairs, differ; empty if {@value #RUNS_MAX} would not.
   */
  public static OptionalInt needed(TwoSamples two, Scale wanted) {
    Scale scale = both(two.one(), two.other(), wanted);
    RunMeans left = RunMeans.of(two.one(), scale);
    RunMeans right = RunMeans.of(two.other(), scale);
    BoundedValue apart =
        open(
            new BoundedValue(left.lowMean - right.highMean, left.highMean - right.lowMean),
            Double.NEGATIVE_INFINITY,
            two);
    double seen = Math.max(apart.low(), -apart.high());
    if (Math.min(left.runs, right.runs) < RUNS_MIN || !(seen > 0)) {
      return OptionalInt.empty();
    }
    double deviation =
        two.paired()
            ? RunMeans.apart(two.one(), two.other(), scale).deviation
            : Math.hypot(left.deviation, right.deviation);
    int freedom = two.paired() ? 1 : 2;
    return reaching(seen, deviation, freedom, RUNS_MIN);
  }

  /**
   * The least number of runs a side, or pairs, whose standard error is so small that a distance
   * shows in four of five studies; empty if {@value #RUNS_MAX} would not do.
   *
   * @param freedom degrees of freedom for each run but one
   */
  public static OptionalInt reaching(double distance, double deviation, int freedom, int least) {
    int runs = least;
    while (runs <= RUNS_MAX
        && !(reach(freedom * (runs - 1.0)) * deviation / Math.sqrt(runs) <= distance)) {
      runs++;
    }
    return runs > RUNS_MAX ? OptionalInt.empty() : OptionalInt.of(runs);
  }

  /** How many standard errors a difference must be large to be shown that often. */
  private static double reach(double freedom) {
    TDistribution t = TDistribution.of(freedom);
    return t.inverseSurvivalProbability(TAIL) + t.inverseSurvivalProbability(MISSED);
  }

  private static BoundedValue from(BoundedValue scaled, Scale scale) {
    return new BoundedValue(scale.from(scaled.low()), scale.from(scaled.high()));
  }

  private static Scale both(Sample a, Sample b, Scale wanted) {
    return wanted.fitting(a) == wanted && wanted.fitting(b) == wanted ? wanted : Scale.PLAIN;
  }

  private static Estimate estimate(
      BoundedValue value, @Nullable BoundedValue interval, Sample a, Sample b) {
    Sample fewer = a.runCount() <= b.runCount() ? a : b;
    return new Estimate(
        value,
        interval,
        fewer.runCount(),
        Math.min(a.count(), b.count()),
        fewer.runCount() < RUNS_MIN ? tooFew(fewer) : "");
  }

  private static String tooFew(Sample sample) {
    int runs = sample.runCount();
    return "%s run%s; needs %s runs".formatted(runs, runs == 1 ? "" : "s", RUNS_MIN);
  }

  /** The mean of the runs' figures; of equal ones just that. */
  private static BoundedValue mean(Sample sample, Scale scale) {
    List<BoundedValue> figures = sample.figures(scale);
    double low = mean(figures.stream().mapToDouble(BoundedValue::low).toArray(), scale);
    double high = mean(figures.stream().mapToDouble(BoundedValue::high).toArray(), scale);
    return new BoundedValue(low, Math.max(low, high));
  }

  private static double mean(double[] values, Scale scale) {
    return DoubleStream.of(values).allMatch(value -> value == values[0])
        ? values[0]
        : scale.from(DoubleStream.of(values).map(scale::to).average().orElseThrow());
  }

  private static BoundedValue mover(RunMeans a, RunMeans b) {
    BoundedValue one = from(a.interval(), Scale.LOG);
    BoundedValue other = from(b.interval(), Scale.LOG);
    double low = Math.exp(a.lowMean);
    double high = Math.exp(a.highMean);
    double otherLow = Math.exp(b.lowMean);
    double otherHigh = Math.exp(b.highMean);
    double least =
        Double.isInfinite(other.high())
            ? Double.NEGATIVE_INFINITY
            : low - otherHigh - Math.hypot(low - one.low(), other.high() - otherHigh);
    double most =
        Double.isInfinite(one.high())
            ? Double.POSITIVE_INFINITY
            : high - otherLow + Math.hypot(one.high() - high, otherLow - other.low());
    return new BoundedValue(least, most);
  }

  /** Nothing is known of 0 ÷ 0 and ∞ ÷ ∞ but that it is not negative. */
  private static BoundedValue ratio(BoundedValue a, BoundedValue b) {
    double least = a.low() / b.high();
    double most = a.high() / b.low();
    double low = Double.isNaN(least) ? 0 : least;
    double high = Double.isNaN(most) ? Double.POSITIVE_INFINITY : most;
    return new BoundedValue(Math.min(low, high), Math.max(low, high));
  }

  private static BoundedValue difference(BoundedValue a, BoundedValue b) {
    return new BoundedValue(a.low() - b.high(), a.high() - b.low());
  }

  /**
   * Means of the runs' lower and upper bounds on some scale, and how far runs differ.
   *
   * @param lowMean minus infinity if one of them is
   * @param highMean infinite if one of them is
   * @param deviation the greater of both bounds' standard deviations
   */
  private record RunMeans(int runs, double lowMean, double highMean, double deviation) {
    static RunMeans of(Sample sample, Scale scale) {
      List<BoundedValue> figures = sample.figures(scale);
      return of(
          figures.stream().mapToDouble(v -> scale.to(v.low())).toArray(),
          figures.stream().mapToDouble(v -> scale.to(v.high())).toArray(),
          scale);
    }

    /** How far each run of one sample is from that of another. */
    static RunMeans apart(Sample a, Sample b, Scale scale) {
      List<BoundedValue> left = a.figures(scale);
      List<BoundedValue> right = b.figures(scale);
      double[] low = new double[left.size()];
      double[] high = new double[left.size()];
      for (int i = 0; i < low.length; i++) {
        low[i] = scale.to(left.get(i).low()) - scale.to(right.get(i).high());
        high[i] = scale.to(left.get(i).high()) - scale.to(right.get(i).low());
      }
      return of(low, high, scale);
    }

    private static RunMeans of(double[] low, double[] high, Scale scale) {
      double deviation = Math.max(deviation(low), deviation(high));
      double lowMean = DoubleStream.of(low).average().orElseThrow();
      double highMean = DoubleStream.of(high).average().orElseThrow();
      if (Double.isInfinite(lowMean) || Double.isInfinite(highMean)) {
        double known = Double.isInfinite(lowMean) ? highMean : lowMean;
        double least =
            scale == Scale.LOG
                ? SPREAD_WHERE_OPEN
                : Double.isInfinite(known) ? 0 : SPREAD_WHERE_OPEN * Math.abs(known);
        deviation = Math.max(deviation, least);
      }
      return new RunMeans(low.length, lowMean, highMean, deviation);
    }

    /** 0 of a single value, or if one is infinite: then that bound gives no end of an interval. */
    private static double deviation(double[] values) {
      double mean = DoubleStream.of(values).average().orElseThrow();
      return values.length < 2 || Double.isInfinite(mean)
          ? 0
          : Math.sqrt(
              DoubleStream.of(values).map(v -> (v - mean) * (v - mean)).sum()
                  / (values.length - 1));
    }

    private double variance() {
      return deviation * deviation / runs;
    }

    BoundedValue interval() {
      double half = quantile(runs - 1) * Math.sqrt(variance());
      return new BoundedValue(lowMean - half, highMean + half);
    }

    static BoundedValue welch(RunMeans a, RunMeans b) {
      double variance = a.variance() + b.variance();
      double freedom =
          variance == 0
              ? Math.min(a.runs, b.runs) - 1
              : variance
                  * variance
                  / (a.variance() * a.variance() / (a.runs - 1)
                      + b.variance() * b.variance() / (b.runs - 1));
      double half = quantile(freedom) * Math.sqrt(variance);
      double low = a.lowMean - b.highMean;
      double high = a.highMean - b.lowMean;
      return new BoundedValue(
          Double.isNaN(low) ? Double.NEGATIVE_INFINITY : low - half,
          Double.isNaN(high) ? Double.POSITIVE_INFINITY : high + half);
    }

    private static double quantile(double freedom) {
      return TDistribution.of(freedom).inverseSurvivalProbability(TAIL);
    }
  }
}
