package dev.rebound.analysis.accuracy;

import java.util.Locale;

/** A length that is printed of each fault. */
public enum LengthKind {
  PROCESSING,
  VISIBLE,
  RECOVERY,
  DISRUPTED,
  OUTAGE_BY_OFFSETS,
  RECOVERY_BY_OFFSETS,
  DISRUPTED_BY_OFFSETS,
  /** From the healing of a fault that lasted. */
  RECOVERY_HEALED;

  /** As results name it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** True if it is told without a look at identities. */
  boolean byOffsets() {
    return switch (this) {
      case PROCESSING, VISIBLE, RECOVERY, DISRUPTED, RECOVERY_HEALED -> false;
      case OUTAGE_BY_OFFSETS, RECOVERY_BY_OFFSETS, DISRUPTED_BY_OFFSETS -> true;
    };
  }
}
