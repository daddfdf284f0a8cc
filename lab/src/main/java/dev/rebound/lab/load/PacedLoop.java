package dev.rebound.lab.load;

import dev.rebound.lab.telemetry.ProcessControl;
import dev.rebound.lab.telemetry.WallClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends what is due by a {@link SendSchedule}, and waits until more is. For one thread.
 *
 * @param patienceMicros for how long what was due by the end is sent
 * @param sleepNanosMin shortest sleep: at high rates records go out in small bursts, each with its
 *     own time
 */
public record PacedLoop(SendSchedule pace, long patienceMicros, long sleepNanosMin) {
  /** Longest wait between two looks at whether the lab has asked for the end. */
  private static final long SLEEP_NANOS_MAX = 50_000_000;

  /** Sends from number {@code next} on what goes at once of what is due; returns the next one. */
  @FunctionalInterface
  public interface Sender<E extends Exception> {
    long send(long next, long due, long nowMicros) throws E;
  }

  /** Returns the number of the first one that was not sent, in time or at all. */
  public <E extends Exception> long run(ProcessControl control, Sender<E> sender) throws E {
    long giveUpMicros = Long.MAX_VALUE;
    boolean ending = false;
    long next = 0;
    while (next < pace.end()) {
      control.check();
      long now = WallClock.SYSTEM.micros();
      if (!ending && control.stopRequested()) {
        ending = true;
        pace.endAt(now, next);
        giveUpMicros = now + patienceMicros;
      }
      if (now > giveUpMicros) {
        break;
      }
      long due = pace.due(now);
      if (next < due) {
        next = sender.send(next, due, now);
      } else if (next < pace.end()) {
        long wait = TimeUnit.MICROSECONDS.toNanos(pace.intendedMicros(next, now) - now);
        LockSupport.parkNanos(this, Math.max(sleepNanosMin, Math.min(wait, SLEEP_NANOS_MAX)));
      }
    }
    return next;
  }
}
