package dev.rebound.oracle.keyed;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What is worked out of the inputs of a key, one after the other. */
public enum Aggregate {
  SUM,
  COUNT,
  MIN,
  MAX,
  LAST;

  /** The one of a word; empty if it is none. */
  public static Optional<Aggregate> of(String word) {
    return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst();
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True if an input that is taken twice counts twice. */
  public boolean grows() {
    return this == SUM || this == COUNT;
  }

  /** The amount of an input. */
  long weight(long amount, int copies) {
    return switch (this) {
      case SUM -> amount * copies;
      case COUNT -> copies;
      case MIN, MAX, LAST -> amount;
    };
  }

  /** After one more input. */
  long after(long before, long weight) {
    return switch (this) {
      case SUM, COUNT -> before + weight;
      case MIN -> Math.min(before, weight);
      case MAX -> Math.max(before, weight);
      case LAST -> weight;
    };
  }
}
