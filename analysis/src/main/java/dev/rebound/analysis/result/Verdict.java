package dev.rebound.analysis.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/** The verdict on an expectation, on a run, or on several; the better ones first. */
public enum Verdict {
  /** Every expectation held. */
  PASS,
  /** Something could not be judged, and nothing failed. */
  UNKNOWN,
  /** An expectation did not hold. */
  FAIL;

  /** The verdict of this word, as files have it; any other word is unknown. */
  @JsonCreator
  public static Verdict of(String word) {
    return Arrays.stream(values())
        .filter(v -> v.toString().equals(word))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /** Any failure fails; otherwise anything unknown is unknown, and so is nothing at all. */
  public static Verdict of(Collection<Verdict> all) {
    return all.stream().max(Verdict::compareTo).orElse(UNKNOWN);
  }

  /** The verdict of two together: a failure fails, and without one both must have passed. */
  public Verdict and(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** As in {@code results.json}. */
  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
