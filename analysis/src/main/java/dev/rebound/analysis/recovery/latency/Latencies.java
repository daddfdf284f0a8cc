package dev.rebound.analysis.recovery.latency;

import dev.rebound.analysis.check.FirstTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.recovery.lanes.RunTimes;
import dev.rebound.analysis.result.Results.Latency;
import dev.rebound.analysis.timeline.Timeline.Percentiles;
import dev.rebound.oracle.due.DueInputWalk;
import dev.rebound.oracle.due.DueTable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Latency of first appearances by the time they were due: per phase and per step of the timeline.
 * Inputs are walked step by step over all strands, so that one histogram serves for every step.
 */
public final class Latencies {
  /** LogAppendTime has milliseconds; the stamp may be up to one behind. */
  private static final long APPEND_CLOCK_MICROS = 1000;

  private static final long RECEIPT_CLOCK_MICROS = 100;

  private final FirstTimes times;
  private final List<PhaseLatency> phases;
  private final LatencyPair step = new LatencyPair();
  private final List<@Nullable Percentiles> append = new ArrayList<>();
  private final List<@Nullable Percentiles> visible = new ArrayList<>();

  /** The latencies of the same outputs until they were appended, and received. */
  private static final class LatencyPair {
    private final LatencyCount append = new LatencyCount();
    private final LatencyCount visible = new LatencyCount();

    void add(long appendMicros, long visibleMicros) {
      append.add(appendMicros, APPEND_CLOCK_MICROS);
      visible.add(visibleMicros, RECEIPT_CLOCK_MICROS);
    }

    void addUndelivered() {
      append.addUndelivered();
      visible.addUndelivered();
    }
  }

  private record PhaseLatency(PhaseTimes times, LatencyPair latency) {}

  /**
   * @param names phases to report
   */
  public Latencies(DueTable outputs, FirstTimes times, List<PhaseTimes> names, RunTimes run) {
    this.times = times;
    this.phases = names.stream().map(p -> new PhaseLatency(p, new LatencyPair())).toList();
    List<DueInputWalk> left = new ArrayList<>();
    for (int strand = 0; strand < outputs.strands(); strand++) {
      DueInputWalk walk = outputs.walk(strand);
      if (walk.next()) {
        left.add(walk);
      }
    }
    long stepMicros = run.stepMicros();
    for (long at = run.startMicros(); at <= run.load().endMicros(); at += stepMicros) {
      long until = at + stepMicros;
      for (DueInputWalk walk : List.copyOf(left)) {
        if (!walk(walk, until)) {
          left.remove(walk);
        }
      }
      append.add(step.append.percentiles());
      visible.add(step.visible.percentiles());
      step.append.reset();
      step.visible.reset();
    }
  }

  /** Takes a strand's inputs from the current one on up to a time; false if none is left. */
  private boolean walk(DueInputWalk input, long untilMicros) {
    do {
      long due = input.dueMicros();
      if (due >= untilMicros) {
        return true;
      }
      LatencyPair phase = phase(due);
      long end = input.end();
      for (long i = input.start(); i < end; i++) {
        take(i, due, step);
        if (phase != null) {
          take(i, due, phase);
        }
      }
    } while (input.next());
    return false;
  }

  /** The phase that a time is in, if it is in one that is reported. */
  private @Nullable LatencyPair phase(long micros) {
    for (PhaseLatency phase : phases) {
      if (phase.times.holds(micros)) {
        return phase.latency;
      }
    }
    return null;
  }

  private void take(long index, long due, LatencyPair into) {
    if (times.seen(index)) {
      into.add(times.appendMicros(index) - due, times.receiptMicros(index) - due);
    } else {
      into.addUndelivered();
    }
  }

  /** Append and visible latency of every phase. */
  public List<Latency> perPhase() {
    return phases.stream()
        .flatMap(
            phase ->
                Stream.of(
                    latency(phase.times.phase(), "append", phase.latency.append),
                    latency(phase.times.phase(), "visible", phase.latency.visible)))
        .toList();
  }

  /** Greatest append latency of those outputs of a phase that came, microseconds; empty if none. */
  public OptionalLong greatestAppendMicros(String phase) {
    return phases.stream()
        .filter(its -> its.times.phase().equals(phase))
        .map(its -> its.latency.append)
        .filter(its -> its.count() > its.undelivered())
        .mapToLong(LatencyCount::greatestMicros)
        .max();
  }

  private static Latency latency(String phase, String kind, LatencyCount c) {
    return new Latency(
        phase,
        kind,
        c.count(),
        known(c.percentileMillis(50)),
        known(c.percentileMillis(75)),
        known(c.percentileMillis(90)),
        known(c.percentileMillis(95)),
        known(c.percentileMillis(99)),
        known(c.percentileMillis(99.9)),
        known(c.percentileMillis(100)),
        c.undelivered(),
        c.negative());
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }

  /** Append latency of the records intended for a step, counted from the first. */
  public @Nullable Percentiles append(int step) {
    return step < append.size() ? append.get(step) : null;
  }

  public @Nullable Percentiles visible(int step) {
    return step < visible.size() ? visible.get(step) : null;
  }
}
