package dev.rebound.analysis.compare.statistics;

/**
 * A number that may be known only by its bounds: a recovery that was still going on when watching
 * ended took <em>at least</em> so long, and an outage that did not show was shorter than what can
 * be seen.
 *
 * <p>Medians, ratios and differences of such numbers are worked out for both bounds, so that the
 * truth lies between them whatever the unended recoveries would have taken.
 *
 * @param low least that it can be
 * @param high most that it can be; infinite if there is no bound
 */
public record BoundedValue(double low, double high) {
  public BoundedValue {
    if (!(low <= high)) {
      throw new IllegalArgumentException(low + " to " + high);
    }
  }

  /** A number that is known. */
  public static BoundedValue of(double value) {
    return new BoundedValue(value, value);
  }

  /** A number of which only a lower bound is known. */
  public static BoundedValue atLeast(double low) {
    return new BoundedValue(low, Double.POSITIVE_INFINITY);
  }

  /** Whether there is a most that it can be. */
  public boolean bounded() {
    return !Double.isInfinite(high);
  }

  /** Whether it is known, not only bounded. */
  public boolean exact() {
    return low == high;
  }
}
