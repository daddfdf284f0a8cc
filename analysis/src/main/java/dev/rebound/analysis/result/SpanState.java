package dev.rebound.analysis.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How well the end of a {@link Results.Span} is known. */
public enum SpanState {
  /** Both ends were seen. */
  ENDED,
  /** It was too short to be seen. */
  NO_DIP,
  /**
   * No end was seen: it was cut off by the next fault, by the end of the load, or by a doubt after
   * the signal.
   */
  UNENDED,
  /** Nothing is known. */
  UNKNOWN;

  /** As in {@code results.json}. */
  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
