package dev.rebound.analysis.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A service as it was before any fault, and how many of its requests may fail later.
 *
 * @param span its baseline, or its warmup; null if it accepted nothing in either
 */
record Before(@Nullable RequestSpan span) {
  /** The share of requests that may fail whatever was before: what is allowed of a baseline. */
  static final double FAILED_SHARE = 0.01;

  private static final double STANDARD_DEVIATIONS = 3;

  /** Nobody is late whose answer takes less. */
  private static final long LATE_MICROS = 1_000_000;

  /** Who is late takes so many times as long as the slowest answer of the baseline. */
  private static final double SLOWER = 2;

  static Before of(List<RequestSpan> phases) {
    RequestSpan before = null;
    for (String name : List.of("warmup", "baseline")) {
      for (RequestSpan phase : phases) {
        before = phase.name().equals(name) && phase.accepted() > 0 ? phase : before;
      }
    }
    return new Before(before);
  }

  /** Whether a request that is due then counts as one of before. */
  boolean holds(long micros) {
    return span != null && micros >= span.startMicros() && micros < span.endMicros();
  }

  /** The share that failed, or was not sent. */
  double failedShare() {
    return span == null ? 0 : 1 - span.availability();
  }

  /** Of so many requests, those that may fail beside what failed before and chance explain. */
  double explained(long due) {
    return explained(failedShare(), due);
  }

  /**
   * Of so many requests, those that may fail so that nothing is amiss, whatever the baseline
   * explains: a worse one excuses nothing, but where the file allows it.
   */
  double allowed(long due) {
    if (span == null) {
      return explained(0, due);
    }
    long failed = span.refused() + span.unknown();
    boolean usual = failed > Math.max(1, FAILED_SHARE * span.due());
    return explained(usual ? (double) failed / span.due() : 0, due);
  }

  private static double explained(double share, long due) {
    double usual = due * share;
    return Math.max(1, FAILED_SHARE * due + usual + STANDARD_DEVIATIONS * Math.sqrt(usual));
  }

  /**
   * How many more than allowed may fail by chance, of so many requests: where there are many
   * instances and hours, one has most.
   */
  static double chance(long due) {
    return STANDARD_DEVIATIONS * Math.sqrt(FAILED_SHARE * due);
  }

  /** From how long on an answer is later than it ever was in the baseline. */
  long lateMicros() {
    return span == null
        ? Long.MAX_VALUE
        : Math.max(LATE_MICROS, Math.round(SLOWER * 1000 * span.latency().max()));
  }
}
