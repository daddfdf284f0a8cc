package dev.rebound.lab.runner;

import java.time.Duration;

/**
 * Tells by its outputs alone whether a job that makes its records writes any more. Those that came
 * again count, too, so that as many as are due are no sign by themselves: none may have come for a
 * while since it was last known what is due. Pure; for one thread.
 */
final class OutputFlow {
  /** For how long nothing has come of a job that does not tell how far it is: it does no more. */
  static final Duration QUIET = Duration.ofSeconds(20);

  private long least = Long.MAX_VALUE;
  private long grewNanos;

  OutputFlow(long nowNanos) {
    grewNanos = nowNanos;
  }

  /** So many outputs are due in all. */
  void due(long outputs, long nowNanos) {
    least = outputs;
    grewNanos = nowNanos;
  }

  /** So many more were asked for, beside all that were seen by now. */
  void asked(long more, long seen, long nowNanos) {
    if (least != Long.MAX_VALUE) {
      due(Math.max(least, seen) + more, nowNanos);
    }
  }

  void grew(long nowNanos) {
    grewNanos = nowNanos;
  }

  /** True if nothing came for as long as that. */
  boolean quiet(Duration length, long nowNanos) {
    return nowNanos - grewNanos >= length.toNanos();
  }

  /** True if there are as many as are due, or more, and no more come. */
  boolean over(long seen, long nowNanos) {
    return seen >= least && quiet(QUIET, nowNanos);
  }
}
