package dev.rebound.analysis.result;

import com.fasterxml.jackson.annotation.JsonValue;

/** How well the end of a {@link Results.Span} is known. */
public enum SpanState {
  /** Both ends were seen. */
  ENDED("ended"),
  /** It was too short to be seen. */
  NO_DIP("no dip"),
  /**
   * No end was seen: it was cut off by the next fault, by the end of the load, or by a doubt after
   * the signal.
   */
  UNENDED("unended"),
  /** Nothing is known. */
  UNKNOWN("unknown");

  private final String text;

  SpanState(String text) {
    this.text = text;
  }

  /** As in {@code results.json}. */
  @JsonValue
  @Override
  public String toString() {
    return text;
  }
}
