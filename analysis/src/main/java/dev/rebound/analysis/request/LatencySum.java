package dev.rebound.analysis.request;

import org.HdrHistogram.Histogram;

/** Counts latencies and says their percentiles; nothing is clipped. */
final class LatencySum {
  private final Histogram histogram = new Histogram(3);
  private long sumMicros;
  private long maxMicros;

  LatencySum() {
    histogram.setAutoResize(true);
  }

  /** Counts a latency, 0 or more. */
  void add(long micros) {
    histogram.recordValue(micros);
    sumMicros += micros;
    maxMicros = Math.max(maxMicros, micros);
  }

  RequestLatency latency() {
    long count = histogram.getTotalCount();
    return new RequestLatency(
        count,
        count == 0 ? Double.NaN : sumMicros / 1e3 / count,
        millis(50),
        millis(90),
        millis(95),
        millis(99),
        count == 0 ? Double.NaN : maxMicros / 1e3);
  }

  private double millis(double percentile) {
    return histogram.getTotalCount() == 0
        ? Double.NaN
        : Math.min(histogram.getValueAtPercentile(percentile), maxMicros) / 1e3;
  }

  void reset() {
    histogram.reset();
    sumMicros = 0;
    maxMicros = 0;
  }
}
