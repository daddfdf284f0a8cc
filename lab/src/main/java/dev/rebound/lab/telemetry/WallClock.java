package dev.rebound.lab.telemetry;

import java.time.Instant;

/**
 * The time of day in microseconds since the epoch.
 *
 * <p>Every process of a run reads the machine's own clock, so that their times compare.
 */
@FunctionalInterface
public interface WallClock {
  /** The machine's clock. */
  WallClock SYSTEM =
      () -> {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
      };

  /** Microseconds since the epoch. */
  long micros();
}
