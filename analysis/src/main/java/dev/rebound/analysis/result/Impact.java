package dev.rebound.analysis.result;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The impact of a fault on the work of its victims. Only one that hit has an outage and a recovery.
 */
public enum Impact {
  HIT("hit"),
  /** No victim held work. */
  NONE("no impact"),
  /** Nobody tells, and no output shows it. */
  NOT_KNOWN("not known"),
  /** Nobody saw that it happened. */
  NOT_CONFIRMED("not confirmed");

  private final String text;

  Impact(String text) {
    this.text = text;
  }

  /** As in {@code results.json}. */
  @JsonValue
  @Override
  public String toString() {
    return text;
  }
}
