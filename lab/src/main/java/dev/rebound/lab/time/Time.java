package dev.rebound.lab.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** The clock that a run lives by: real, or a test's own that passes at once. */
public interface Time {
  /** Wall clock, microseconds since the epoch. */
  long micros();

  /** Waits; returns early only when the thread is interrupted, leaving the interrupt flag set. */
  void sleep(Duration duration);

  /** The machine's clock. */
  static Time real() {
    return new Time() {
      @Override
      public long micros() {
        return Time.micros(Clock.systemUTC().instant());
      }

      @Override
      public void sleep(Duration duration) {
        try {
          Thread.sleep(Math.max(0, duration.toMillis()));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    };
  }

  /** A length in microseconds. */
  static long micros(Duration length) {
    return length.toNanos() / 1000;
  }

  /** An instant as microseconds since the epoch. */
  static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;
  }
}
