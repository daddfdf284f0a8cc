package dev.rebound.lab.time;

import java.time.Duration;

/** A point in monotonic time by which something must have happened. */
public record Deadline(long nanoTime) {
  public static Deadline after(Duration duration) {
    return new Deadline(System.nanoTime() + duration.toNanos());
  }

  /** So much later. */
  public Deadline later(Duration by) {
    return new Deadline(nanoTime + by.toNanos());
  }

  /** The time that is left; zero when it has passed. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  public boolean passed() {
    return nanoTime - System.nanoTime() <= 0;
  }
}
