package dev.rebound.analysis.units;

/** A number of records per second. */
public record Rate(double perSecond) {
  @Override
  public String toString() {
    return (perSecond == Math.rint(perSecond)
            ? Long.toString((long) perSecond)
            : Double.toString(perSecond))
        + "/s";
  }
}
