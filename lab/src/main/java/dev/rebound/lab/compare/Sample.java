package dev.rebound.lab.compare;

import java.util.Arrays;
import java.util.List;

/**
 * What was measured of one cell, by run: one value per fault, or one per run.
 *
 * @param runs values of each run; runs without any are left out
 */
public record Sample(List<List<Value>> runs) {
  public Sample {
    runs = runs.stream().filter(run -> !run.isEmpty()).map(List::copyOf).toList();
  }

  /** Number of runs that gave a value. */
  public int runCount() {
    return runs.size();
  }

  /** Number of values over all runs. */
  public int count() {
    return runs.stream().mapToInt(List::size).sum();
  }

  /** Values that are only bounded from below. */
  public int unendedCount() {
    return (int) runs.stream().flatMap(List::stream).filter(value -> !value.bounded()).count();
  }

  /** The median over all values, each counted once. The sample must not be empty. */
  public Value median() {
    double[] low = runs.stream().flatMap(List::stream).mapToDouble(Value::low).toArray();
    double[] high = runs.stream().flatMap(List::stream).mapToDouble(Value::high).toArray();
    return new Value(median(low, low.length), median(high, high.length));
  }

  /** Smallest and greatest value. The sample must not be empty. */
  public Value range() {
    double low =
        runs.stream().flatMap(List::stream).mapToDouble(Value::low).min().orElse(Double.NaN);
    double high =
        runs.stream().flatMap(List::stream).mapToDouble(Value::high).max().orElse(Double.NaN);
    return new Value(low, high);
  }

  /** Median of the first {@code count} elements, which it sorts. */
  static double median(double[] values, int count) {
    Arrays.sort(values, 0, count);
    double below = values[(count - 1) / 2];
    double above = values[count / 2];
    return below == above ? below : (below + above) / 2;
  }
}
