package dev.rebound.analysis.units;

import java.util.Arrays;

/** The median: the value in the middle, or the mean of the two that are there. */
public final class Median {
  private Median() {}

  /** The median of all values, which are left as they are; not a number if there is none. */
  public static double of(double... values) {
    return ofFirst(values.clone(), values.length);
  }

  /** The median of the first so many values, which it sorts; not a number if there is none. */
  public static double ofFirst(double[] values, int count) {
    if (count == 0) {
      return Double.NaN;
    }
    Arrays.sort(values, 0, count);
    double below = values[(count - 1) / 2];
    double above = values[count / 2];
    return below == above ? below : (below + above) / 2;
  }
}
