package dev.rebound.analysis.recovery.delivery;

import dev.rebound.analysis.recovery.lanes.TimeRange;

/**
 * How much of the baseline's time was spent at which frontier age, to a millisecond up to a minute.
 */
public final class WatermarkAges {
  private static final int BIN_MICROS = 1000;
  private static final int BINS = 60_000;

  private final double[] micros = new double[BINS + 1];
  private double spent;
  private double length;
  private long max;

  /**
   * The age grew from {@code from − due} to {@code until − due}; what is outside does not count.
   */
  public void add(long from, long until, long due, TimeRange baseline) {
    long start = Math.max(from, baseline.startMicros());
    long end = Math.min(until, baseline.endMicros());
    if (start >= end) {
      return;
    }
    max = Math.max(max, end - due);
    spent += end - start;
    long age = start - due;
    long last = end - due;
    while (age < last) {
      int bin = (int) Math.min(BINS, age / BIN_MICROS);
      long next = bin == BINS ? last : Math.min(last, (bin + 1L) * BIN_MICROS);
      micros[bin] += next - age;
      age = next;
    }
  }

  /** Takes the time in which nothing was outstanding for an age of 0. */
  public void end(TimeRange baseline) {
    length = Math.max(0, baseline.endMicros() - baseline.startMicros());
    micros[0] += Math.max(0, length - spent);
  }

  /** True if there was a baseline in which anything was due. */
  public boolean any() {
    return spent > 0;
  }

  /** The age that was not exceeded for this share of the time. */
  public long quantileMicros(double share) {
    double left = share * length;
    for (int bin = 0; bin <= BINS; bin++) {
      left -= micros[bin];
      if (left <= 0) {
        return bin == BINS ? max : Math.min(max, (bin + 1L) * BIN_MICROS);
      }
    }
    return max;
  }

  public long maxMicros() {
    return max;
  }
}
