package dev.rebound.analysis.recovery;

import dev.rebound.analysis.recovery.Timeline.Percentiles;
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

  private static final int DIGITS = 2;

  private final long startMicros;
  private final List<@Nullable LogCounts> seconds = new ArrayList<>();
  private int current = -1;
  private LogCounts counts = new LogCounts(DIGITS);

  SecondCounts(long startMicros) {
    this.startMicros = startMicros;
  }

  /** Counts an output that appeared at a time; negative latencies are left out. */
  void add(long atMicros, long latencyMicros) {
    int second = (int) Math.max(0, Math.min(SECONDS_MAX, (atMicros - startMicros) / 1_000_000));
    if (latencyMicros < 0) {
      return;
    }
    if (second != current) {
      current = second;
      counts = counts(second);
    }
    counts.add(latencyMicros / UNIT_MICROS);
  }

  private LogCounts counts(int second) {
    while (seconds.size() <= second) {
      seconds.add(null);
    }
    LogCounts known = seconds.get(second);
    if (known == null) {
      known = new LogCounts(DIGITS);
      seconds.set(second, known);
    }
    return known;
  }

  int size() {
    return seconds.size();
  }

  /**
   * The percentiles of outputs that appeared in a second; its counts are given away, so it is asked
   * for once.
   */
  @Nullable Percentiles percentiles(int second) {
    LogCounts of = second < seconds.size() ? seconds.get(second) : null;
    if (of == null) {
      return null;
    }
    IntCountsHistogram h = new IntCountsHistogram(DIGITS);
    h.setAutoResize(true);
    of.drainTo(h);
    seconds.set(second, null);
    return new Percentiles(
        h.getTotalCount(),
        millis(h.getValueAtPercentile(50)),
        millis(h.getValueAtPercentile(75)),
        millis(h.getValueAtPercentile(90)),
        millis(h.getValueAtPercentile(95)),
        millis(h.getValueAtPercentile(99)),
        millis(h.getMaxValue()));
  }

  private static double millis(long units) {
    return units * UNIT_MICROS / 1000.0;
  }
}
