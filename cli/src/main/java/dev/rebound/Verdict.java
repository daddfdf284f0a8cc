package dev.rebound;

import dev.rebound.analysis.result.Verdicts;
import java.util.Collection;
import java.util.Locale;

/** The verdict on an expectation, on a run, or on several. */
public enum Verdict {
  /** Every expectation held. */
  PASS,
  /** Something could not be judged, and nothing failed. */
  UNKNOWN,
  /** An expectation did not hold. */
  FAIL;

  /** The verdict of this word, as results and journals have it. */
  static Verdict of(String word) {
    return switch (word) {
      case Verdicts.PASS -> PASS;
      case Verdicts.FAIL -> FAIL;
      default -> UNKNOWN;
    };
  }

  /** Any failure fails; otherwise anything unknown is unknown, and so is nothing at all. */
  static Verdict of(Collection<Verdict> all) {
    return all.stream().max(Verdict::compareTo).orElse(UNKNOWN);
  }

  /** In lower case, as in {@code results.json}. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
