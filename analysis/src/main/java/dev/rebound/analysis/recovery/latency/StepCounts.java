package dev.rebound.analysis.recovery.latency;

import dev.rebound.analysis.recovery.lanes.RunTimes;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.analysis.timeline.Timeline.Percentiles;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Latencies by the step of the timeline in which outputs appeared, in whatever order they come.
 * About 5 KB per step; two significant digits, in tenths of a millistep, which is for charts.
 */
public final class StepCounts {
  private static final long UNIT_MICROS = 100;
  private static final int STEPS_MAX = 2 * Timeline.STEPS_MAX;

  private static final int DIGITS = 2;

  private final long startMicros;
  private final long stepMicros;
  private final List<@Nullable IntCountsHistogram> steps = new ArrayList<>();
  private int current = -1;
  private IntCountsHistogram counts = counts();

  public StepCounts(RunTimes times) {
    this.startMicros = times.startMicros();
    this.stepMicros = times.stepMicros();
  }

  /** Counts an output that appeared at a time; negative latencies are left out. */
  public void add(long atMicros, long latencyMicros) {
    int step = (int) Math.max(0, Math.min(STEPS_MAX, (atMicros - startMicros) / stepMicros));
    if (latencyMicros < 0) {
      return;
    }
    if (step != current) {
      current = step;
      counts = counts(step);
    }
    counts.recordValue(latencyMicros / UNIT_MICROS);
  }

  private IntCountsHistogram counts(int step) {
    while (steps.size() <= step) {
      steps.add(null);
    }
    IntCountsHistogram known = steps.get(step);
    if (known == null) {
      known = counts();
      steps.set(step, known);
    }
    return known;
  }

  /** Counts to be filled, with two significant digits. */
  public static IntCountsHistogram counts() {
    IntCountsHistogram counts = new IntCountsHistogram(DIGITS);
    counts.setAutoResize(true);
    return counts;
  }

  public int size() {
    return steps.size();
  }

  /**
   * The percentiles of outputs that appeared in a step; its counts are given away, so it is asked
   * for once.
   */
  public @Nullable Percentiles percentiles(int step) {
    IntCountsHistogram h = step < steps.size() ? steps.get(step) : null;
    if (h == null) {
      return null;
    }
    steps.set(step, null);
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
