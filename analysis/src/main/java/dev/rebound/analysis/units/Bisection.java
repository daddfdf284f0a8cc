package dev.rebound.analysis.units;

import java.util.function.LongPredicate;

/** A search by halves. */
public final class Bisection {
  private Bisection() {}

  /** The first number from {@code from} on that is such; {@code until} if none before it is. */
  public static long first(long from, long until, LongPredicate such) {
    long low = from;
    long high = until;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (such.test(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
