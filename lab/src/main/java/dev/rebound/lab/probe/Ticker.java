package dev.rebound.lab.probe;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Does something once a period on a thread of its own. Ticks keep to the schedule start + n ×
 * period; one that could not be kept is left out, never caught up on.
 */
final class Ticker {
  private static final long LAST_MILLIS = 10_000;

  private final Tick tick;
  private final LongSupplier nanoTime;
  private final Duration period;
  private final Thread thread;
  private volatile boolean ending;

  Ticker(String name, Tick tick, LongSupplier nanoTime, Duration period) {
    this.tick = tick;
    this.nanoTime = nanoTime;
    this.period = period;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /** What is done at a tick; false to do it no more. */
  interface Tick {
    boolean take();
  }

  Ticker start() {
    thread.start();
    return this;
  }

  private void run() {
    long start = nanoTime.getAsLong();
    long taken = 0;
    while (!ending && tick.take()) {
      long now = nanoTime.getAsLong();
      taken = Math.max(taken + 1, (now - start) / period.toNanos());
      long next = start + taken * period.toNanos();
      while (!ending && nanoTime.getAsLong() < next) {
        LockSupport.parkNanos(Math.max(1, next - nanoTime.getAsLong()));
      }
    }
  }

  /** Takes no further tick, and waits for the one under way, 10 s at most. */
  void end() {
    ending = true;
    LockSupport.unpark(thread);
    try {
      thread.join(LAST_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
