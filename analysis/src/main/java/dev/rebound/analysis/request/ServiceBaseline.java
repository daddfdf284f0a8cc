package dev.rebound.analysis.request;

import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.Metrics;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A service as it was before any fault, and how many of its requests may fail later.
 *
 * @param span its baseline, or its warmup; null if it accepted nothing in either
 * @param mayFail the share of requests that may fail where no fault is: what the file says, if that
 *     is more than is expected of every service
 */
record ServiceBaseline(@Nullable RequestSpan span, double mayFail) {
  /** The share of requests that may fail whatever was before: what is allowed of a baseline. */
  static final double FAILED_SHARE = 0.01;

  private static final double STANDARD_DEVIATIONS = 3;

  /** Nobody is late whose answer takes less. */
  private static final long LATE_MICROS = 1_000_000;

  /** Who is late takes so many times as long as was usual. */
  private static final double SLOWER = 2;

  static ServiceBaseline of(List<RequestSpan> phases, List<Expectation> expected) {
    double mayFail =
        expected.stream()
            .filter(e -> e.metric().equals(Metrics.UNDISTURBED))
            .filter(e -> e.op() == Expectation.Op.LESS || e.op() == Expectation.Op.AT_MOST)
            .mapToDouble(Expectation::bound)
            .min()
            .orElse(FAILED_SHARE);
    return new ServiceBaseline(
        phase(phases, phase -> phase.accepted() > 0), Math.max(FAILED_SHARE, mayFail));
  }

  /** The baseline, or else the warmup, if it is such a one; null if neither is. */
  static @Nullable RequestSpan phase(List<RequestSpan> phases, Predicate<RequestSpan> such) {
    RequestSpan before = null;
    for (String name : List.of("warmup", "baseline")) {
      for (RequestSpan phase : phases) {
        before = phase.name().equals(name) && such.test(phase) ? phase : before;
      }
    }
    return before;
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
    return Math.max(explained(failedShare(), due), allowed(due));
  }

  /**
   * Of so many requests, those that may fail so that nothing is amiss, whatever failed before: the
   * file says what is usual, and a worse baseline excuses nothing.
   */
  double allowed(long due) {
    return explained(mayFail > FAILED_SHARE ? mayFail : 0, due);
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
    return span == null ? Long.MAX_VALUE : micros(span.latency().max());
  }

  /** For how long next to all wait for an answer at most. */
  long waitMicros() {
    return span == null ? LATE_MICROS : micros(span.latency().p99());
  }

  private static long micros(double millis) {
    return Math.max(LATE_MICROS, Math.round(SLOWER * 1000 * millis));
  }
}
