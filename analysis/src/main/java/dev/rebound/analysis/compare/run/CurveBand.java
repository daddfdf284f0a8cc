package dev.rebound.analysis.compare.run;

import dev.rebound.analysis.units.Median;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A curve over all faults of a cell: median, least and greatest value of every second around the
 * kill.
 *
 * <p>Values stand at {@code fromSecond}, {@code fromSecond + 1}, …; NaN where fewer than half of
 * the faults have a value, because a median of the few that were watched longest would tell of them
 * alone.
 *
 * @param fromSecond time of the first value, seconds after the kill
 * @param faults number of faults behind it
 */
public record CurveBand(
    int fromSecond, List<Double> median, List<Double> least, List<Double> greatest, int faults) {

  /** How long before a fault its curve begins, seconds. */
  public static final int SECONDS_BEFORE = 20;

  /** One fault's curve, a value a second, NaN where there was none. */
  public record Trace(int fromSecond, List<Double> values) {
    public double at(int second) {
      int index = second - fromSecond;
      return index < 0 || index >= values.size() ? Double.NaN : values.get(index);
    }
  }

  /** Puts traces together, from one second to another, both included. */
  public static CurveBand of(List<Trace> traces, int fromSecond, int toSecond) {
    List<Double> median = new ArrayList<>();
    List<Double> least = new ArrayList<>();
    List<Double> greatest = new ArrayList<>();
    double[] there = new double[traces.size()];
    for (int second = fromSecond; second <= toSecond; second++) {
      int count = 0;
      for (Trace trace : traces) {
        double value = trace.at(second);
        if (!Double.isNaN(value)) {
          there[count++] = value;
        }
      }
      boolean enough = count > 0 && count * 2 >= traces.size();
      median.add(enough ? Median.ofFirst(there, count) : Double.NaN);
      least.add(enough ? Arrays.stream(there, 0, count).min().orElse(Double.NaN) : Double.NaN);
      greatest.add(enough ? Arrays.stream(there, 0, count).max().orElse(Double.NaN) : Double.NaN);
    }
    return new CurveBand(fromSecond, median, least, greatest, traces.size());
  }

  /** Whether any second has a value. */
  public boolean isEmpty() {
    return median.stream().allMatch(value -> value.isNaN());
  }
}
