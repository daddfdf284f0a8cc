package dev.rebound.campaign.sustain;

import java.util.Arrays;

/**
 * The slope of a series that a few wild values do not move (Theil and Sen: the median of the slopes
 * of all pairs), and whether it rises at all (Mann and Kendall's test). Pure.
 *
 * @param perSecond median slope
 * @param rising true if so many pairs rise that chance gives it in less than one case of twenty
 */
record Slope(double perSecond, boolean rising) {
  private static final double ONE_IN_TWENTY = 1.645;

  /**
   * @param at ascending times
   */
  static Slope of(double[] at, double[] values) {
    int n = at.length;
    double[] slopes = new double[n * (n - 1) / 2];
    int count = 0;
    int balance = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        slopes[count++] = (values[j] - values[i]) / (at[j] - at[i]);
        balance += (int) Math.signum(values[j] - values[i]);
      }
    }
    if (count == 0) {
      return new Slope(0, false);
    }
    Arrays.sort(slopes);
    double median =
        count % 2 == 1 ? slopes[count / 2] : (slopes[count / 2 - 1] + slopes[count / 2]) / 2;
    double deviation = Math.sqrt(n * (n - 1.0) * (2.0 * n + 5) / 18);
    return new Slope(median, (balance - 1) / deviation > ONE_IN_TWENTY);
  }
}
