package dev.rebound.report.words;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a run stands, in the order of lists: its verdict, or what is said in place of one. */
public enum VerdictLabel {
  RUNNING("●"),
  PASS("✓"),
  FAIL("✗"),
  UNKNOWN("?"),
  INTERRUPTED("?"),
  NOT_STARTED("–");

  private final String mark;

  VerdictLabel(String mark) {
    this.mark = mark;
  }

  /** By its verdict alone. */
  public static VerdictLabel of(Verdict verdict) {
    return valueOf(verdict.name());
  }

  /** Interrupted without a judgement, or without a failure. */
  public static VerdictLabel of(@Nullable Results results) {
    return results == null || (results.interrupted() && results.verdict() != Verdict.FAIL)
        ? INTERRUPTED
        : of(results.verdict());
  }

  public String mark() {
    return mark;
  }

  /** As one word, by which pages choose and colour it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** In lower case. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
