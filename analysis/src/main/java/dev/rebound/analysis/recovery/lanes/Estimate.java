package dev.rebound.analysis.recovery.lanes;

import java.util.function.LongUnaryOperator;

/** A moment that is not known exactly: the earliest that it may be, as estimated, the latest. */
public record Estimate(long low, long best, long high) {
  public static Estimate exactly(long at) {
    return new Estimate(at, at, at);
  }

  /** The same in another measure of time. */
  public Estimate map(LongUnaryOperator measure) {
    return new Estimate(
        measure.applyAsLong(low), measure.applyAsLong(best), measure.applyAsLong(high));
  }

  /** The same if it may be as late as this. */
  public Estimate atMost(long latest) {
    return new Estimate(low, best, latest);
  }

  /** No later than another one. */
  public Estimate noLaterThan(Estimate other) {
    return new Estimate(
        Math.min(low, other.low), Math.min(best, other.best), Math.min(high, other.high));
  }
}
