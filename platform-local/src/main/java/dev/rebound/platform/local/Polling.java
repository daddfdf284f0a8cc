package dev.rebound.platform.local;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting for what can only be looked at. */
final class Polling {
  private Polling() {}

  /**
   * Looks until it is so, the limit is over, or the thread is interrupted, whose flag is then set;
   * returns whether it is so.
   */
  static boolean until(BooleanSupplier so, Duration limit, Duration pause) {
    long end = System.nanoTime() + limit.toNanos();
    while (!so.getAsBoolean()) {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
      try {
        Thread.sleep(pause.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return so.getAsBoolean();
      }
    }
    return true;
  }
}
