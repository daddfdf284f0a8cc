package dev.rebound.lab.platform;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A process of this machine, told from a later one with the same pid by its start time.
 *
 * @param startMillis wall clock as the operating system says, milliseconds since the epoch; exact
 *     to 10 ms, and it moves by up to a second when the clock is set
 */
record Identity(long pid, long startMillis) {
  private static final long TOLERANCE_MILLIS = 2_000;

  /** Null if no such process lives or its start time is not told. */
  static @Nullable Identity of(ProcessHandle process) {
    Instant start = process.info().startInstant().orElse(null);
    return start == null ? null : new Identity(process.pid(), start.toEpochMilli());
  }

  /** Reads what {@link #toString} writes; throws NumberFormatException for anything else. */
  static Identity parse(String text) {
    int dash = Math.max(0, text.indexOf('-'));
    return new Identity(
        Long.parseLong(text.substring(0, dash)), Long.parseLong(text.substring(dash + 1)));
  }

  boolean alive() {
    ProcessHandle process = ProcessHandle.of(pid).orElse(null);
    if (process == null || !process.isAlive()) {
      return false;
    }
    Identity now = of(process);
    return now != null && Math.abs(now.startMillis - startMillis) <= TOLERANCE_MILLIS;
  }

  @Override
  public String toString() {
    return pid + "-" + startMillis;
  }
}
