package dev.rebound.oracle.keyed;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What must be true of the outputs of each key, or of all keys', whatever the inputs were. */
public enum Invariant {
  /** Each is one more than the one before; where outputs may repeat, none is skipped. */
  GAPLESS,
  /** None is less than 0. */
  NOT_NEGATIVE,
  /** In the end the last ones of all keys add up to a total. */
  CONSERVED;

  /** The one of a word; empty if it is none. */
  public static Optional<Invariant> of(String word) {
    return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst();
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
