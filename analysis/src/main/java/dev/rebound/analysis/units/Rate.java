package dev.rebound.analysis.units;

/** A number of records per second; {@link #MAX} for as many as will go. */
public record Rate(double perSecond) {
  /** No number: flat out. */
  public static final Rate MAX = new Rate(Double.POSITIVE_INFINITY);

  /** How {@link #MAX} is written. */
  public static final String MAX_WORD = "max";

  /** True if this is {@link #MAX}. */
  public boolean isMax() {
    return Double.isInfinite(perSecond);
  }

  @Override
  public String toString() {
    if (isMax()) {
      return MAX_WORD;
    }
    return (perSecond == Math.rint(perSecond)
            ? Long.toString((long) perSecond)
            : Double.toString(perSecond))
        + "/s";
  }
}
