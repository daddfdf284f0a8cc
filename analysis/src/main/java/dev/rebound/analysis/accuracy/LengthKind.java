package dev.rebound.analysis.accuracy;

import java.util.Locale;

/** A length that is printed of each fault. */
public enum LengthKind {
  PROCESSING,
  VISIBLE,
  RECOVERY,
  DISRUPTED;

  /** As results name it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
