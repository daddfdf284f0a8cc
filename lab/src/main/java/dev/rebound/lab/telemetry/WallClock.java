package dev.rebound.lab.telemetry;

import dev.rebound.lab.time.Time;
import java.time.Instant;

/**
 * The time of day in microseconds since the epoch.
 *
 * <p>Every process of a run reads the machine's own clock, so that their times compare.
 */
@FunctionalInterface
public interface WallClock {
  /** The machine's clock. */
  WallClock SYSTEM = () -> Time.micros(Instant.now());

  /** Microseconds since the epoch. */
  long micros();
}
