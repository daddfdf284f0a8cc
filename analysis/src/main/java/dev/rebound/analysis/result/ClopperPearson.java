package dev.rebound.analysis.result;

import org.apache.commons.statistics.distribution.BetaDistribution;

/** Exact one-sided bounds of a share, by what was counted (Clopper and Pearson). Stateless. */
public final class ClopperPearson {
  private ClopperPearson() {}

  /**
   * The least share that is shown: a lower one would have given so many hits in fewer than 1 −
   * {@code confidence} of cases. With n of n hits it is (1 − confidence)^(1/n).
   */
  public static double lower(int hits, int of, double confidence) {
    if (hits == 0) {
      return 0;
    }
    return BetaDistribution.of(hits, of - hits + 1.0).inverseCumulativeProbability(1 - confidence);
  }

  /** The greatest share that is not refuted, likewise. */
  public static double upper(int hits, int of, double confidence) {
    if (hits == of) {
      return 1;
    }
    return BetaDistribution.of(hits + 1.0, of - hits).inverseCumulativeProbability(confidence);
  }
}
