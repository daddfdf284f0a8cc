package dev.rebound.lab.journal;

import dev.rebound.lab.time.Time;
import java.time.Clock;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Reads wall clock and monotonic clock at the same moment, so that their difference tells when the
 * wall clock was set: a thread that is held up between the two must not look like that.
 */
record Clocks(Clock wall, LongSupplier nanoTime) {
  private static final long CLOSE_NANOS = 1_000_000;
  private static final int ATTEMPTS = 5;

  /** Both clocks. */
  record BothClocks(long wallMicros, long monoNanos) {}

  BothClocks now() {
    BothClocks best = new BothClocks(0, 0);
    long bestNanos = Long.MAX_VALUE;
    for (int attempt = 0; attempt < ATTEMPTS && bestNanos > CLOSE_NANOS; attempt++) {
      long before = nanoTime.getAsLong();
      Instant instant = wall.instant();
      long took = nanoTime.getAsLong() - before;
      if (took < bestNanos) {
        bestNanos = took;
        best = new BothClocks(Time.micros(instant), before + took / 2);
      }
    }
    return best;
  }
}
