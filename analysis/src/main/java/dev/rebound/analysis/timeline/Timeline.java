package dev.rebound.analysis.timeline;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The outputs second by second, from the first record sent to the last output seen, for charts and
 * CSV files; by longer steps in runs of more than ten hours. Steps are consecutive from {@code
 * startMicros}; none is left out.
 *
 * @param startMicros start of the first step, microseconds since the epoch
 * @param seconds the steps, each of {@code stepSeconds}
 * @param scenes what happened around each fault, in finer steps; empty where it was not kept
 * @param windows what windows did, where the workload has any
 * @param stepSeconds length of a step; 1 in files that do not say
 */
public record Timeline(
    long startMicros,
    List<Second> seconds,
    List<FaultTimeline> scenes,
    List<WindowSecond> windows,
    int stepSeconds) {
  /** A run of no more than ten hours has steps of a second. */
  public static final int STEPS_MAX = 36_000;

  private static final int[] STEP_SECONDS = {1, 5, 10, 60, 600, 3600};

  /**
   * Length of the steps of a run of some length: memory is bounded by their number. Each of these
   * lengths is a multiple of all shorter ones.
   */
  public static long stepMicros(long lengthMicros) {
    for (int seconds : STEP_SECONDS) {
      if (lengthMicros / (seconds * 1_000_000L) <= STEPS_MAX) {
        return seconds * 1_000_000L;
      }
    }
    return STEP_SECONDS[STEP_SECONDS.length - 1] * 1_000_000L;
  }

  public Timeline {
    // Files of earlier versions have none.
    stepSeconds = Math.max(1, stepSeconds);
    scenes = Objects.requireNonNullElse(scenes, List.of());
    windows = Objects.requireNonNullElse(windows, List.of());
  }

  /** One of a run without faults. */
  public Timeline(long startMicros, List<Second> seconds) {
    this(startMicros, seconds, List.of(), List.of(), 1);
  }

  /**
   * One second.
   *
   * @param atMicros its start, microseconds since the epoch
   * @param due outputs of stored records whose intended send time is in this second
   * @param distinct outputs that appeared for the first time in this second
   * @param undelivered outputs due by the end of this second that had not appeared by then
   * @param frontierAgeMillis greatest frontier age in this second, worst input partition; NaN if it
   *     is not known
   * @param append append latency of outputs appended in this second; null if there were none
   * @param visible visible latency of outputs received in this second
   * @param appendByIntended append latency of outputs whose record was intended for this second
   * @param visibleByIntended visible latency of the same outputs
   */
  public record Second(
      long atMicros,
      long due,
      long distinct,
      long undelivered,
      double frontierAgeMillis,
      @Nullable Percentiles append,
      @Nullable Percentiles visible,
      @Nullable Percentiles appendByIntended,
      @Nullable Percentiles visibleByIntended) {}

  /**
   * The windows that were due in one second.
   *
   * @param atMicros its start, microseconds since the epoch
   * @param newest from the newest visit of each until it came
   * @param oldest from the oldest one
   */
  public record WindowSecond(long atMicros, WindowLatency newest, WindowLatency oldest) {}

  /**
   * Latency of windows in milliseconds. Infinite where that share of them never came; the mean is
   * of those that came, NaN if none did.
   *
   * @param count windows that these are of, those that never came included
   */
  public record WindowLatency(
      long count,
      double mean,
      double p50,
      double p75,
      double p90,
      double p95,
      double p99,
      double max) {}

  /**
   * Percentiles in milliseconds. Infinite where that share of the outputs never appeared.
   *
   * @param count outputs that these are of, those that never appeared included
   * @param p75 NaN where it was not kept
   */
  public record Percentiles(
      long count, double p50, Double p75, double p90, double p95, double p99, double max) {
    public Percentiles {
      // Files of earlier versions have none.
      p75 = Objects.requireNonNullElse(p75, Double.NaN);
    }
  }
}
