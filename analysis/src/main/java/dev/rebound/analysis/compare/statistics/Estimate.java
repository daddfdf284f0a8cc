package dev.rebound.analysis.compare.statistics;

import org.jspecify.annotations.Nullable;

/**
 * A figure over several faults, with how sure it is.
 *
 * @param value the figure itself; its upper bound is open if an unended recovery decides it
 * @param interval 95 % interval over runs; null if too few were measured for one
 * @param runs number of runs behind it; of a ratio or difference, the smaller one
 * @param values number of values behind it, likewise
 * @param note what the interval does not carry, or why there is none; empty if there is nothing to
 *     say
 */
public record Estimate(
    BoundedValue value, @Nullable BoundedValue interval, int runs, int values, String note) {
  /** The same of other figures. */
  public Estimate with(BoundedValue other, @Nullable BoundedValue itsInterval) {
    return new Estimate(other, itsInterval, runs, values, note);
  }
}
