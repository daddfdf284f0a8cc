package dev.rebound.workload;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How records are spread over keys: evenly, or the first ones have most. Immutable. */
final class KeyDistribution {
  /** How a description says it. */
  static final WorkloadOption.TextForm FORM =
      new WorkloadOption.TextForm(
          "a distribution",
          "uniform|zipf(:[0-9]*\\.?[0-9]+)?",
          "Write uniform, zipf, or zipf with its exponent: zipf:1.2.");

  private final int keys;
  private final double @Nullable [] shares;

  private KeyDistribution(int keys, double @Nullable [] shares) {
    this.keys = keys;
    this.shares = shares;
  }

  /** As a distribution in words says; {@link IllegalArgumentException} says what is wrong. */
  static KeyDistribution of(int keys, String distribution) {
    RuleProbabilities chances = RuleProbabilities.of(keys, 1, distribution);
    return new KeyDistribution(keys, chances.uniform() ? null : summed(chances.probabilities()));
  }

  private static double[] summed(double[] probabilities) {
    double[] sums = new double[probabilities.length];
    double sum = 0;
    for (int i = 0; i < sums.length; i++) {
      sum += probabilities[i];
      sums[i] = sum;
    }
    return sums;
  }

  /** The key that 64 random bits draw. */
  int of(long drawn) {
    double[] sums = shares;
    if (sums == null) {
      return (int) Long.remainderUnsigned(drawn, keys);
    }
    int at = Arrays.binarySearch(sums, (drawn >>> 11) * 0x1.0p-53);
    return Math.min(keys - 1, at < 0 ? -at - 1 : at + 1);
  }
}
