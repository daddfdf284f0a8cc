package dev.rebound.analysis.request;

import org.HdrHistogram.Histogram;

/** Counts latencies and says their percentiles; nothing is clipped. */
final class LatencySum {
  private final Histogram histogram = new Histogram(3);
  private long sumMicros;
  private long maxMicros;
  private long endless;

  LatencySum() {
    histogram.setAutoResize(true);
  }

  /** Counts a latency, 0 or more. */
  void add(long micros) {
    histogram.recordValue(micros);
    sumMicros += micros;
    maxMicros = Math.max(maxMicros, micros);
  }

  /** Counts one that has no end: percentiles that fall among such are infinite. */
  void addEndless() {
    endless++;
  }

  /** The latency of all that were counted; it has no mean as soon as one of them has no end. */
  RequestLatency latency() {
    long count = histogram.getTotalCount() + endless;
    return new RequestLatency(
        count,
        count == 0 || endless > 0 ? Double.NaN : sumMicros / 1e3 / count,
        millis(50),
        millis(90),
        millis(95),
        millis(99),
        count == 0 ? Double.NaN : endless > 0 ? Double.POSITIVE_INFINITY : maxMicros / 1e3);
  }

  private double millis(double percentile) {
    long ended = histogram.getTotalCount();
    if (ended + endless == 0) {
      return Double.NaN;
    }
    double rank = Math.ceil(percentile / 100 * (ended + endless));
    if (endless > 0 && rank > ended) {
      return Double.POSITIVE_INFINITY;
    }
    double among = endless == 0 ? percentile : 100 * rank / ended;
    return Math.min(histogram.getValueAtPercentile(among), maxMicros) / 1e3;
  }

  void reset() {
    histogram.reset();
    sumMicros = 0;
    maxMicros = 0;
    endless = 0;
  }
}
