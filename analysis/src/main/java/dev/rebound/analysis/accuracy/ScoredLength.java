package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;

/**
 * One printed length beside what is true.
 *
 * @param fault from 1
 * @param firstMillis the first end that is true as the definitions have it, whatever is printed
 * @param narrowMillis the half-width that an ordinary run's interval may have
 * @param never true of what did not end before the load did
 */
public record ScoredLength(
    Scenario scenario,
    long seed,
    int fault,
    LengthKind quantity,
    Span printed,
    TrueLength truth,
    double firstMillis,
    double narrowMillis,
    boolean never) {

  /** True if something is printed at all. */
  public boolean known() {
    return printed.state() != SpanState.UNKNOWN;
  }

  /** True if the printed interval holds the truth. */
  public boolean holds() {
    return truth.within(printed);
  }

  /** True if it begins no later than the first true end. */
  public boolean beginsInTime() {
    return known() && printed.lowMillis() <= firstMillis + TrueLength.ROUNDING_MILLIS;
  }

  /** True if it has two ends that are close enough. */
  public boolean narrow() {
    return known()
        && printed.highMillis() != null
        && (printed.highMillis() - printed.lowMillis()) / 2.0 <= narrowMillis;
  }

  /** Printed number minus truth, milliseconds; NaN where either has no end. */
  public double error() {
    return printed.state() == SpanState.ENDED && !truth.endless()
        ? printed.millis() - truth.nearest((double) printed.millis())
        : Double.NaN;
  }

  /** True if an end is printed of what never ended. */
  public boolean endsTheEndless() {
    return known() && never && printed.highMillis() != null;
  }

  /** How far the interval misses the truth, milliseconds. */
  public double missedBy() {
    return known() ? truth.missedBy(printed) : 0;
  }
}
