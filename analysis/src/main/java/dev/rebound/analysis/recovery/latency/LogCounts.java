package dev.rebound.analysis.recovery.latency;

import java.util.Arrays;
import org.HdrHistogram.AbstractHistogram;

/**
 * Counts of values in buckets that grow wider with the value, as HdrHistogram lays them out, but
 * with nothing else done per value: the counts are handed to a histogram before they are read.
 *
 * <p>4 bytes per bucket, as far up as values came. No bucket may count more than 2^31 values before
 * it is drained. For use by one thread.
 */
public final class LogCounts {
  private final int halfBits;
  private final long lowestMask;
  private int[] counts = new int[0];

  /**
   * @param digits significant decimal digits, as of the histogram that takes the counts
   */
  public LogCounts(int digits) {
    long unit = 2 * (long) Math.pow(10, digits);
    this.halfBits = 63 - Long.numberOfLeadingZeros(unit - 1);
    this.lowestMask = (2L << halfBits) - 1;
  }

  /** Counts a value, 0 or more. */
  public void add(long value) {
    int shift = 63 - halfBits - Long.numberOfLeadingZeros(value | lowestMask);
    int place = (shift << halfBits) + (int) (value >>> shift);
    if (place >= counts.length) {
      counts = Arrays.copyOf(counts, Math.max(place + 1, 2 * counts.length));
    }
    counts[place]++;
  }

  /** Adds all counts to a histogram of the same digits, and starts again from 0. */
  public void drainTo(AbstractHistogram histogram) {
    for (int place = 0; place < counts.length; place++) {
      if (counts[place] > 0) {
        histogram.recordValueWithCount(leastValue(place), counts[place]);
        counts[place] = 0;
      }
    }
  }

  private long leastValue(int place) {
    int shift = Math.max(0, (place >>> halfBits) - 1);
    return (long) (place - (shift << halfBits)) << shift;
  }
}
