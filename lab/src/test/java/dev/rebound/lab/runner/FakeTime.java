package dev.rebound.lab.runner;

import dev.rebound.lab.time.Time;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * A clock that passes at once: whoever sleeps moves it on in steps of 10 ms, and everything that
 * lives by it takes its step in between. Slept on by one thread; read by any.
 */
public final class FakeTime implements Time {
  static final long STEP_MICROS = 10_000;
  static final long BEGIN_MICROS = 1_700_000_000_000_000L;

  private final List<Runnable> lives = new ArrayList<>();
  private final NavigableSet<Long> alarms = new ConcurrentSkipListSet<>();
  private volatile long micros = BEGIN_MICROS;

  /** Has something take its step each time the clock has moved on. */
  public void each(Runnable step) {
    lives.add(step);
  }

  /** A step ends at exactly this time. */
  public void stopAt(long atMicros) {
    alarms.add(atMicros);
  }

  /** The same time as a monotonic clock. */
  public long nanos() {
    return (micros - BEGIN_MICROS) * 1000;
  }

  @Override
  public long micros() {
    return micros;
  }

  @Override
  public synchronized void sleep(Duration duration) {
    long end = micros + duration.toNanos() / 1000;
    while (micros < end) {
      Long alarm = alarms.higher(micros);
      long next = Math.min(end, micros + STEP_MICROS);
      micros = alarm == null ? next : Math.min(next, alarm);
      lives.forEach(Runnable::run);
    }
  }

  /** The same time for those who ask a {@link Clock}. */
  public Clock clock() {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
      }
    };
  }
}
