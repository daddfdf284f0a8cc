package dev.rebound.analysis.evidence;

/** An engine's promise for its outputs. */
public enum Guarantee {
  /** No promise: outputs may be lost and may be duplicated. */
  NONE("none"),
  /** Nothing lost; duplicates allowed. */
  AT_LEAST_ONCE("at-least-once"),
  /** Nothing lost, nothing duplicated for a read-committed reader. */
  EXACTLY_ONCE("exactly-once");

  private final String text;

  Guarantee(String text) {
    this.text = text;
  }

  /** As written in experiment files. */
  @Override
  public String toString() {
    return text;
  }
}
