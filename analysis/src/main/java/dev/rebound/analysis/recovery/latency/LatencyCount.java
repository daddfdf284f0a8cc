package dev.rebound.analysis.recovery.latency;

import dev.rebound.analysis.timeline.Timeline.Percentiles;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts latencies and says their percentiles. Nothing is clipped; what never appeared counts as
 * infinite; negative latencies are counted apart. Three significant digits, in microseconds.
 */
public final class LatencyCount {
  private static final int DIGITS = 3;

  private final Histogram histogram = new Histogram(DIGITS);

  private long maxMicros;
  private double sumMicros;
  private long added;
  private long undelivered;
  private long negative;

  public LatencyCount() {
    histogram.setAutoResize(true);
  }

  /**
   * @param clockMicros resolution of the clock that stamped the appearance: a latency that is
   *     negative by less than that is 0
   */
  public void add(long latencyMicros, long clockMicros) {
    long micros = Math.max(0, latencyMicros);
    sumMicros += micros;
    added++;
    if (latencyMicros <= -clockMicros) {
      negative++;
      return;
    }
    histogram.recordValue(micros);
    maxMicros = Math.max(maxMicros, micros);
  }

  private long delivered() {
    return histogram.getTotalCount();
  }

  public void addUndelivered() {
    undelivered++;
  }

  public long count() {
    return delivered() + undelivered;
  }

  public long undelivered() {
    return undelivered;
  }

  public long negative() {
    return negative;
  }

  /** The greatest of those that appeared, microseconds; 0 if none did. */
  public long greatestMicros() {
    return maxMicros;
  }

  /** Mean of those that appeared, milliseconds, where a negative one is 0; NaN if none did. */
  public double meanMillis() {
    return added == 0 ? Double.NaN : sumMicros / added / 1000;
  }

  /** Milliseconds; infinite where that share never appeared; NaN if nothing was counted. */
  public double percentileMillis(double percentile) {
    long delivered = delivered();
    if (count() == 0) {
      return Double.NaN;
    }
    long rank = Math.max(1, (long) Math.ceil(percentile / 100 * count() - 1e-9));
    if (rank > delivered) {
      return Double.POSITIVE_INFINITY;
    }
    if (rank == delivered) {
      return maxMicros / 1000.0;
    }
    return histogram.getValueAtPercentile(100.0 * rank / delivered) / 1000.0;
  }

  public @Nullable Percentiles percentiles() {
    return count() == 0
        ? null
        : new Percentiles(
            count(),
            percentileMillis(50),
            percentileMillis(75),
            percentileMillis(90),
            percentileMillis(95),
            percentileMillis(99),
            percentileMillis(100));
  }

  public void reset() {
    histogram.reset();
    maxMicros = 0;
    sumMicros = 0;
    added = 0;
    undelivered = 0;
    negative = 0;
  }
}
