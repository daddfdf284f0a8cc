package dev.rebound.lab.recovery;

import dev.rebound.lab.recovery.Timeline.Percentiles;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Latencies by the second in which outputs appeared, in whatever order they come. About 5 KB per
 * second; two significant digits, in tenths of a millisecond, which is for charts.
 */
final class SecondCounts {
  private static final long UNIT_MICROS = 100;
  private static final int SECONDS_MAX = 60 * 3600;

  private final long startMicros;
  private final List<@Nullable IntCountsHistogram> seconds = new ArrayList<>();

  SecondCounts(long startMicros) {
    this.startMicros = startMicros;
  }

  /** Counts an output that appeared at a time; negative latencies are left out. */
  void add(long atMicros, long latencyMicros) {
    int second = (int) Math.max(0, Math.min(SECONDS_MAX, (atMicros - startMicros) / 1_000_000));
    if (latencyMicros < 0) {
      return;
    }
    while (seconds.size() <= second) {
      seconds.add(null);
    }
    IntCountsHistogram histogram = seconds.get(second);
    if (histogram == null) {
      histogram = new IntCountsHistogram(2);
      histogram.setAutoResize(true);
      seconds.set(second, histogram);
    }
    histogram.recordValue(latencyMicros / UNIT_MICROS);
  }

  int size() {
    return seconds.size();
  }

  @Nullable Percentiles percentiles(int second) {
    IntCountsHistogram h = second < seconds.size() ? seconds.get(second) : null;
    return h == null
        ? null
        : new Percentiles(
            h.getTotalCount(),
            millis(h.getValueAtPercentile(50)),
            millis(h.getValueAtPercentile(90)),
            millis(h.getValueAtPercentile(95)),
            millis(h.getValueAtPercentile(99)),
            millis(h.getMaxValue()));
  }

  private static double millis(long units) {
    return units * UNIT_MICROS / 1000.0;
  }
}
