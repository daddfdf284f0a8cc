package dev.rebound.lab.load;

import dev.rebound.lab.telemetry.Telemetry;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * The delays of what could not go out in time: no room for more, which is the system's doing, and
 * the generator's own lateness. Written by the sending thread, read by any.
 */
public final class SendDelays {
  private final LongAccumulator slipMicrosMax = new LongAccumulator(Math::max, 0);
  private long blockedSum;
  private volatile long blockedNanos;

  public void blocked(long nanos) {
    blockedSum += nanos;
    blockedNanos = blockedSum;
  }

  public long blockedNanos() {
    return blockedNanos;
  }

  public void slip(long micros) {
    slipMicrosMax.accumulate(micros);
  }

  /** Adds the time that was blocked since the start, and the greatest slip since the last call. */
  public Telemetry.TelemetryLine describe(Telemetry.TelemetryLine line) {
    return line.put("slipMillisMax", slipMicrosMax.getThenReset() / 1e3)
        .put("blockedMillis", blockedNanos / 1e6);
  }
}
