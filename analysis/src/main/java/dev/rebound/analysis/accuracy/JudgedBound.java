package dev.rebound.analysis.accuracy;

/**
 * A bound that was judged.
 *
 * @param passed by the verdict
 * @param overMillis by how much the truth exceeds the bound; not above 0 if it holds
 * @param toleranceMillis what a pass may be wrong by
 */
public record JudgedBound(
    String metric, boolean passed, double overMillis, double toleranceMillis) {
  /** True if a bound passed that does not hold. */
  public boolean wrong() {
    return passed && overMillis > 0;
  }
}
