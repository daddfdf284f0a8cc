package dev.rebound.analysis.recovery.latency;

import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.recovery.lanes.AppearanceTimes;
import dev.rebound.analysis.recovery.lanes.RunTimes;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.timeline.Timeline.WindowLatency;
import dev.rebound.analysis.timeline.Timeline.WindowSecond;
import dev.rebound.oracle.due.FilledTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How long windows took from their newest and from their oldest input until they came, by the time
 * that they were due: per phase, and per step of the timeline; and how many came in a second. A
 * window has come when all its inputs have. Memory while it works: 8 bytes per window, 4 per second
 * of the phases.
 */
public final class WindowLatencies {
  /** Append times have milliseconds. */
  private static final long CLOCK_MICROS = 1000;

  private static final long SECOND_MICROS = 1_000_000;

  private final AppearanceTimes times;
  private final RunTimes run;
  private final List<PhaseWindows> phases = new ArrayList<>();
  private final List<WindowSecond> seconds = new ArrayList<>();

  /** The latencies of windows from their newest and from their oldest input on. */
  private static class AgesOfWindows {
    final LatencyCount newest = new LatencyCount();
    final LatencyCount oldest = new LatencyCount();

    /**
     * @param came {@link Long#MIN_VALUE} if it never did
     */
    void count(FilledTable windows, int window, long came) {
      if (came == Long.MIN_VALUE) {
        newest.addUndelivered();
        oldest.addUndelivered();
      } else {
        newest.add(came - windows.newestMicros(window), CLOCK_MICROS);
        oldest.add(came - windows.oldestMicros(window), CLOCK_MICROS);
      }
    }

    static WindowLatency latency(LatencyCount of) {
      return new WindowLatency(
          of.count(),
          of.meanMillis(),
          of.percentileMillis(50),
          of.percentileMillis(75),
          of.percentileMillis(90),
          of.percentileMillis(95),
          of.percentileMillis(99),
          of.percentileMillis(100));
    }
  }

  /** A phase, the windows that were due in it, and how many came in it, whenever they were due. */
  private static final class PhaseWindows extends AgesOfWindows {
    private final PhaseTimes times;

    /** By the whole seconds of the phase: how many came. */
    private final int[] cameInSecond;

    private long came;

    PhaseWindows(PhaseTimes times) {
      this.times = times;
      long micros = Math.max(0, times.endMicros() - times.startMicros());
      this.cameInSecond = new int[Math.toIntExact(micros / SECOND_MICROS)];
    }

    /** Takes note of when a window came, if that was in this phase. */
    void addCame(long micros) {
      if (!times.holds(micros)) {
        return;
      }
      came++;
      long second = (micros - times.startMicros()) / SECOND_MICROS;
      if (second < cameInSecond.length) {
        cameInSecond[(int) second]++;
      }
    }
  }

  /**
   * @param windows null if there are no windows
   * @param names phases to report
   */
  public WindowLatencies(
      @Nullable FilledTable windows, AppearanceTimes times, List<PhaseTimes> names, RunTimes run) {
    this.times = times;
    this.run = run;
    if (windows == null) {
      return;
    }
    names.forEach(phase -> phases.add(new PhaseWindows(phase)));
    long stepMicros = run.stepMicros();
    long steps = (run.load().endMicros() - run.startMicros()) / stepMicros + 1;
    int length = Math.toIntExact(Math.max(0, steps));
    List<Integer> order =
        IntStream.range(0, windows.groupsInLoad())
            .boxed()
            .sorted(Comparator.comparingInt(window -> step(windows, window, length)))
            .toList();
    int next = 0;
    AgesOfWindows ages = new AgesOfWindows();
    for (int step = 0; step < length; step++) {
      while (next < order.size() && step(windows, order.get(next), length) == step) {
        take(windows, order.get(next++), ages);
      }
      seconds.add(
          new WindowSecond(
              run.startMicros() + step * stepMicros,
              AgesOfWindows.latency(ages.newest),
              AgesOfWindows.latency(ages.oldest)));
      ages.newest.reset();
      ages.oldest.reset();
    }
  }

  private int step(FilledTable windows, int window, int length) {
    long step = Math.floorDiv(windows.dueMicros(window) - run.startMicros(), run.stepMicros());
    return step < 0 || step >= length ? length : (int) step;
  }

  private void take(FilledTable windows, int window, AgesOfWindows ages) {
    long came = came(windows, window);
    for (PhaseWindows phase : phases) {
      if (phase.times.holds(windows.dueMicros(window))) {
        phase.count(windows, window, came);
      }
      phase.addCame(came);
    }
    ages.count(windows, window, came);
  }

  /** When all of a window had come; the least of all times if it never did. */
  private long came(FilledTable windows, int window) {
    long came = Long.MIN_VALUE;
    for (long i = windows.start(window); i < windows.end(window); i++) {
      if (!times.seen(i)) {
        return Long.MIN_VALUE;
      }
      came = Math.max(came, times.micros(i));
    }
    return came;
  }

  /** By the step in which windows were due; empty if there are no windows. */
  public List<WindowSecond> seconds() {
    return seconds;
  }

  /** The metrics of all phases, or why there is none; nothing if there are no windows. */
  public Measures measures() {
    Map<String, Double> metrics = new TreeMap<>();
    Map<String, String> unjudged = new TreeMap<>();
    for (PhaseWindows phase : phases) {
      String name = phase.times.phase();
      double seconds = (phase.times.endMicros() - phase.times.startMicros()) / 1e6;
      if (seconds > 0) {
        metrics.put(Metrics.windowRate(name), phase.came / seconds);
      }
      OptionalInt peak = Arrays.stream(phase.cameInSecond).max();
      if (peak.isPresent()) {
        metrics.put(Metrics.windowPeak(name), (double) peak.getAsInt());
      } else {
        unjudged.put(Metrics.windowPeak(name), "the phase is shorter than a second");
      }
      put(metrics, unjudged, name, "newest", phase.newest);
      put(metrics, unjudged, name, "oldest", phase.oldest);
    }
    return new Measures(metrics, unjudged);
  }

  /** Greatest age of those windows of a phase that came when they did, microseconds; 0 if none. */
  public long oldestMicros(String phase) {
    return phases.stream()
        .filter(its -> its.times.phase().equals(phase))
        .mapToLong(its -> its.oldest.greatestMicros())
        .max()
        .orElse(0);
  }

  private static void put(
      Map<String, Double> metrics,
      Map<String, String> unjudged,
      String phase,
      String of,
      LatencyCount ages) {
    long never = ages.undelivered();
    WindowLatency latency = AgesOfWindows.latency(ages);
    double[] values = {
      latency.mean(),
      latency.p50(),
      latency.p75(),
      latency.p90(),
      latency.p95(),
      latency.p99(),
      latency.max()
    };
    for (int i = 0; i < values.length; i++) {
      String metric = Metrics.window(phase, of, Metrics.WINDOW_FIGURES.get(i));
      if (Double.isNaN(values[i])) {
        unjudged.put(metric, "no window of this phase came");
      } else if (i == 0 && never > 0) {
        unjudged.put(
            metric,
            "%s of %s windows never came: a mean is of the others alone"
                .formatted(never, latency.count()));
      } else {
        metrics.put(metric, values[i]);
      }
    }
  }
}
