package dev.rebound.lab.http;

import java.util.concurrent.atomic.LongAccumulator;

/**
 * The delays of requests that could not go out in time: no room for more of them in flight, which
 * is the system's doing, and the generator's own lateness. Written by the sending thread, read by
 * any.
 */
final class Delays {
  private final LongAccumulator slipMicrosMax = new LongAccumulator(Math::max, 0);
  private long blockedSum;
  private volatile long blockedNanos;

  void blocked(long nanos) {
    blockedSum += nanos;
    blockedNanos = blockedSum;
  }

  void slip(long micros) {
    slipMicrosMax.accumulate(micros);
  }

  double blockedMillis() {
    return blockedNanos / 1e6;
  }

  /** Greatest lateness since the last call. */
  double takeSlipMillisMax() {
    return slipMicrosMax.getThenReset() / 1e3;
  }
}
