package dev.rebound.lab.compare;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BinaryOperator;

/**
 * Percentile intervals by resampling: runs first, then the faults within each drawn run, so that
 * what differs from run to run is not mistaken for what differs from fault to fault.
 *
 * <p>The same sample always gives the same interval: every call starts from the same seed. A median
 * of fewer than {@value #VALUES_MIN} values gets none, because no interval between two of them
 * holds the true median with 95 % probability. With one run only, faults are resampled and the note
 * says so. Unended recoveries enter by both their bounds (see {@link Value}); the interval reaches
 * from the 2.5 % quantile of the lower ones to the 97.5 % quantile of the upper ones. Stateless, so
 * thread-safe.
 */
public final class Bootstrap {
  /** Least number of values for an interval: 1 − 2 · 0.5⁵ is still below 95 %. */
  public static final int VALUES_MIN = 6;

  static final int REPLICATES = 10_000;
  private static final long SEED = 20_240_624L;
  private static final double TAIL = 0.025;

  private final int replicates;

  public Bootstrap() {
    this(REPLICATES);
  }

  Bootstrap(int replicates) {
    this.replicates = replicates;
  }

  /** The median of a sample, which must not be empty. */
  public Estimate median(Sample sample) {
    Value median = sample.median();
    if (sample.count() < VALUES_MIN) {
      return new Estimate(median, null, sample.runCount(), sample.count(), tooFew(sample.count()));
    }
    Value[] drawn = medians(sample, new SplittableRandom(SEED));
    return new Estimate(
        median, interval(drawn), sample.runCount(), sample.count(), carried(sample.runCount()));
  }

  /** The median of one sample divided by that of another; neither may be empty. */
  public Estimate ratio(Sample a, Sample b) {
    return both(a, b, Bootstrap::ratio);
  }

  /** The median of one sample minus that of another; neither may be empty. */
  public Estimate difference(Sample a, Sample b) {
    return both(a, b, Bootstrap::difference);
  }

  private Estimate both(Sample a, Sample b, BinaryOperator<Value> operator) {
    Value value = operator.apply(a.median(), b.median());
    int runs = Math.min(a.runCount(), b.runCount());
    int values = Math.min(a.count(), b.count());
    if (values < VALUES_MIN) {
      return new Estimate(value, null, runs, values, tooFew(values));
    }
    SplittableRandom random = new SplittableRandom(SEED);
    Value[] left = medians(a, random.split());
    Value[] right = medians(b, random.split());
    Value[] drawn = new Value[replicates];
    for (int i = 0; i < replicates; i++) {
      drawn[i] = operator.apply(left[i], right[i]);
    }
    return new Estimate(value, interval(drawn), runs, values, carried(runs));
  }

  private Value[] medians(Sample sample, SplittableRandom random) {
    List<List<Value>> runs = sample.runs();
    int most = runs.stream().mapToInt(List::size).max().orElse(0) * runs.size();
    double[] low = new double[most];
    double[] high = new double[most];
    Value[] medians = new Value[replicates];
    for (int i = 0; i < replicates; i++) {
      int drawn = 0;
      for (int r = 0; r < runs.size(); r++) {
        List<Value> run = runs.get(random.nextInt(runs.size()));
        for (int f = 0; f < run.size(); f++) {
          Value value = run.get(random.nextInt(run.size()));
          low[drawn] = value.low();
          high[drawn] = value.high();
          drawn++;
        }
      }
      medians[i] = new Value(Sample.median(low, drawn), Sample.median(high, drawn));
    }
    return medians;
  }

  private static Value interval(Value[] drawn) {
    double[] low = Arrays.stream(drawn).mapToDouble(Value::low).sorted().toArray();
    double[] high =
        Arrays.stream(drawn)
            .sorted(Comparator.comparingDouble(Value::high))
            .mapToDouble(Value::high)
            .toArray();
    int n = drawn.length;
    return new Value(
        low[(int) Math.floor(TAIL * (n - 1))], high[(int) Math.ceil((1 - TAIL) * (n - 1))]);
  }

  /** Nothing is known of 0 ÷ 0 and ∞ ÷ ∞ but that it is not negative. */
  private static Value ratio(Value a, Value b) {
    double low = a.low() / b.high();
    double high = a.high() / b.low();
    return new Value(
        Double.isNaN(low) ? 0 : low, Double.isNaN(high) ? Double.POSITIVE_INFINITY : high);
  }

  private static Value difference(Value a, Value b) {
    return new Value(a.low() - b.high(), a.high() - b.low());
  }

  private static String carried(int runs) {
    return runs == 1 ? "the interval carries the faults of one run only" : "";
  }

  private static String tooFew(int values) {
    return values
        + (values == 1 ? " value is" : " values are")
        + " too few for a 95 % interval, which needs "
        + VALUES_MIN;
  }
}
