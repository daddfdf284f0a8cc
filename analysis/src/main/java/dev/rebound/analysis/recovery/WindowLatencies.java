package dev.rebound.analysis.recovery;

import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.recovery.Timeline.WindowLatency;
import dev.rebound.analysis.recovery.Timeline.WindowSecond;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.oracle.due.FilledTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How long windows took from their newest and from their oldest input until they came, by the time
 * that they were due: per phase, and per step of the timeline; and how many came in a second. A
 * window has come when all its inputs have. Memory while it works: 8 bytes per window, 4 per second
 * of the phases.
 */
final class WindowLatencies {
  /** Append times have milliseconds. */
  private static final long CLOCK_MICROS = 1000;

  private static final long SECOND_MICROS = 1_000_000;

  private final AppearanceTimes times;
  private final long stepMicros;
  private final List<PhaseWindows> phases = new ArrayList<>();
  private final List<WindowSecond> seconds = new ArrayList<>();

  /** One kind of latency of some windows. */
  private static final class KindOfLatency {
    private final LatencyCount latencies = new LatencyCount();
    private double sumMicros;
    private long came;

    void add(long micros) {
      latencies.add(micros, CLOCK_MICROS);
      sumMicros += Math.max(0, micros);
      came++;
    }

    WindowLatency latency() {
      return new WindowLatency(
          latencies.count(),
          came == 0 ? Double.NaN : sumMicros / came / 1000,
          latencies.percentileMillis(50),
          latencies.percentileMillis(75),
          latencies.percentileMillis(90),
          latencies.percentileMillis(95),
          latencies.percentileMillis(99),
          latencies.percentileMillis(100));
    }

    void reset() {
      latencies.reset();
      sumMicros = 0;
      came = 0;
    }
  }

  /** A phase, the windows that were due in it, and how many came in it, whenever they were due. */
  private static final class PhaseWindows {
    private final PhaseTimes times;
    private final KindOfLatency newest = new KindOfLatency();
    private final KindOfLatency oldest = new KindOfLatency();

    /** By the whole seconds of the phase: how many came. */
    private final int[] cameInSecond;

    private long came;

    PhaseWindows(PhaseTimes times) {
      this.times = times;
      long micros = Math.max(0, times.endMicros() - times.startMicros());
      this.cameInSecond = new int[Math.toIntExact(micros / SECOND_MICROS)];
    }

    boolean holds(long micros) {
      return micros >= times.startMicros() && micros < times.endMicros();
    }

    /** Takes note of when a window came, if that was in this phase. */
    void addCame(long micros) {
      if (!holds(micros)) {
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
   * @param startMicros start of the first step
   * @param endMicros intended send time of the last record
   * @param stepMicros length of a step of the timeline
   */
  WindowLatencies(
      @Nullable FilledTable windows,
      AppearanceTimes times,
      List<PhaseTimes> names,
      long startMicros,
      long endMicros,
      long stepMicros) {
    this.times = times;
    this.stepMicros = stepMicros;
    if (windows == null) {
      return;
    }
    names.forEach(phase -> phases.add(new PhaseWindows(phase)));
    int length = Math.toIntExact(Math.max(0, (endMicros - startMicros) / stepMicros + 1));
    int[] order = new int[windows.groupsInLoad()];
    int[] starts = byStep(windows, startMicros, length, order);
    KindOfLatency newest = new KindOfLatency();
    KindOfLatency oldest = new KindOfLatency();
    for (int step = 0; step < length; step++) {
      for (int i = starts[step]; i < starts[step + 1]; i++) {
        take(windows, order[i], newest, oldest);
      }
      seconds.add(
          new WindowSecond(startMicros + step * stepMicros, newest.latency(), oldest.latency()));
      newest.reset();
      oldest.reset();
    }
  }

  /** Where each step's windows begin in their order by steps; those of no step are last. */
  private int[] byStep(FilledTable windows, long startMicros, int length, int[] order) {
    int[] starts = new int[length + 2];
    for (int window = 0; window < order.length; window++) {
      starts[step(windows, window, startMicros, length) + 1]++;
    }
    for (int step = 0; step <= length; step++) {
      starts[step + 1] += starts[step];
    }
    int[] next = starts.clone();
    for (int window = 0; window < order.length; window++) {
      order[next[step(windows, window, startMicros, length)]++] = window;
    }
    return starts;
  }

  private int step(FilledTable windows, int window, long startMicros, int length) {
    long step = Math.floorDiv(windows.dueMicros(window) - startMicros, stepMicros);
    return step < 0 || step >= length ? length : (int) step;
  }

  private void take(FilledTable windows, int window, KindOfLatency newest, KindOfLatency oldest) {
    long came = came(windows, window);
    for (PhaseWindows phase : phases) {
      if (phase.holds(windows.dueMicros(window))) {
        count(windows, window, came, phase.newest, phase.oldest);
      }
      phase.addCame(came);
    }
    count(windows, window, came, newest, oldest);
  }

  private static void count(
      FilledTable windows, int window, long came, KindOfLatency newest, KindOfLatency oldest) {
    if (came == Long.MIN_VALUE) {
      newest.latencies.addUndelivered();
      oldest.latencies.addUndelivered();
    } else {
      newest.add(came - windows.newestMicros(window));
      oldest.add(came - windows.oldestMicros(window));
    }
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
  List<WindowSecond> seconds() {
    return seconds;
  }

  /** The metrics of all phases, or why there is none; nothing if there are no windows. */
  Measures measures() {
    Map<String, Double> metrics = new TreeMap<>();
    Map<String, String> unjudged = new TreeMap<>();
    for (PhaseWindows phase : phases) {
      String name = phase.times.phase();
      WindowLatency newest = phase.newest.latency();
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
      long never = phase.newest.latencies.undelivered();
      put(metrics, unjudged, name, "newest", newest, never);
      put(metrics, unjudged, name, "oldest", phase.oldest.latency(), never);
    }
    return new Measures(metrics, unjudged);
  }

  /** Greatest age of those windows of a phase that came when they did, microseconds; 0 if none. */
  long oldestMicros(String phase) {
    return phases.stream()
        .filter(its -> its.times.phase().equals(phase))
        .mapToLong(its -> its.oldest.latencies.greatestMicros())
        .max()
        .orElse(0);
  }

  private static void put(
      Map<String, Double> metrics,
      Map<String, String> unjudged,
      String phase,
      String of,
      WindowLatency latency,
      long never) {
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
            never
                + " of "
                + latency.count()
                + " windows never came: a mean is of the others alone");
      } else {
        metrics.put(metric, values[i]);
      }
    }
  }
}
