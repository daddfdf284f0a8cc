package dev.rebound.analysis.evidence;

import java.util.Locale;

/** An engine's promise for its outputs. */
public enum Guarantee {
  /** No promise: outputs may be lost and may be duplicated. */
  NONE,
  /** Nothing lost; duplicates allowed. */
  AT_LEAST_ONCE,
  /** Nothing lost, nothing duplicated for a read-committed reader. */
  EXACTLY_ONCE;

  /** As written in experiment files. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
