package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.result.Results.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long something truly took, milliseconds from the signal.
 *
 * @param from ends that are as true as one another, least first. There is more than one where the
 *     lanes stop again for too short to be seen, or as the hold is over: then it is a matter of
 *     words whether that stop is another one
 * @param atLeast with nothing in {@code from}, or besides: what was to come was cut off after so
 *     long; null if nothing was
 */
public record TrueLength(List<Double> from, @Nullable Double atLeast) {
  /** Append times are whole milliseconds. */
  static final double ROUNDING_MILLIS = 1.001;

  private static final int FEW = 5;

  public static TrueLength of(double millis) {
    return new TrueLength(List.of(millis), null);
  }

  /** Anything between two lengths is as true, to a twentieth of a second. */
  static TrueLength between(double least, double most) {
    List<Double> ends = new ArrayList<>();
    for (double end = least; end < most; end += 50) {
      ends.add(end);
    }
    ends.add(most);
    return new TrueLength(ends, null);
  }

  /** One that is as true as either. */
  TrueLength or(TrueLength other) {
    List<Double> ends = new ArrayList<>(from);
    ends.addAll(other.from);
    Collections.sort(ends);
    return new TrueLength(ends, atLeast == null ? other.atLeast : atLeast);
  }

  /** True if it did not end while it was watched, in any reading. */
  boolean endless() {
    return from.isEmpty();
  }

  /** The least that is true. */
  double least() {
    return from.isEmpty() ? atLeast == null ? 0 : atLeast : from.get(0);
  }

  /** True if a printed interval holds it; of one whose end was cut off, if it names no end. */
  boolean within(Span span) {
    double low = span.lowMillis() - ROUNDING_MILLIS;
    double high = span.highOrInfinite() + ROUNDING_MILLIS;
    if (atLeast != null && span.highMillis() == null && low <= atLeast) {
      return true;
    }
    return from.stream().anyMatch(millis -> low <= millis && millis <= high);
  }

  /** How far a printed interval misses it, milliseconds; 0 if it does not. */
  double missedBy(Span span) {
    if (within(span)) {
      return 0;
    }
    double[] ends = from.stream().mapToDouble(Double::doubleValue).toArray();
    double nearest = Double.POSITIVE_INFINITY;
    for (double end : ends) {
      nearest = Math.min(nearest, Math.max(span.lowMillis() - end, end - span.highOrInfinite()));
    }
    if (atLeast != null) {
      double over = span.lowMillis() - atLeast;
      nearest = Math.min(nearest, over > 0 ? over : Math.abs(atLeast - span.highOrInfinite()));
    }
    return nearest;
  }

  /** The true end that is nearest to a value; NaN if there is none. */
  double nearest(double millis) {
    if (from.isEmpty()) {
      return Double.NaN;
    }
    double[] ends = from.stream().mapToDouble(Double::doubleValue).toArray();
    return Arrays.stream(ends)
        .boxed()
        .min((a, b) -> Double.compare(Math.abs(a - millis), Math.abs(b - millis)))
        .orElse(Double.NaN);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (from.size() > FEW) {
      text.append(Math.round(least())).append(" to ").append(Math.round(from.get(from.size() - 1)));
    } else {
      from.forEach(end -> text.append(text.isEmpty() ? "" : " or ").append(Math.round(end)));
    }
    if (atLeast != null) {
      text.append(text.isEmpty() ? "" : " or ").append("at least ").append(Math.round(atLeast));
    }
    return text + " ms";
  }
}
