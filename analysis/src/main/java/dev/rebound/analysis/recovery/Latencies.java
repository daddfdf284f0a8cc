package dev.rebound.analysis.recovery;

import dev.rebound.analysis.check.FirstTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.recovery.Timeline.Percentiles;
import dev.rebound.analysis.result.Results.Latency;
import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Latency of first appearances by the time they were due: per phase and per step of the timeline.
 * Inputs are walked step by step over all strands, so that one histogram serves for every step.
 */
final class Latencies {
  /** LogAppendTime has milliseconds; the stamp may be up to one behind. */
  private static final long APPEND_CLOCK_MICROS = 1000;

  private static final long RECEIPT_CLOCK_MICROS = 100;

  private final FirstTimes times;
  private final List<PhaseLatency> phases = new ArrayList<>();
  private final LatencyCount stepAppend = new LatencyCount();
  private final LatencyCount stepVisible = new LatencyCount();
  private final List<@Nullable Percentiles> append = new ArrayList<>();
  private final List<@Nullable Percentiles> visible = new ArrayList<>();

  private final List<Walk> walks = new ArrayList<>();
  private Grid.TimeRange samePhase = new Grid.TimeRange(0, 0);
  private @Nullable PhaseLatency current;

  private record PhaseLatency(PhaseTimes times, LatencyCount append, LatencyCount visible) {}

  /**
   * @param names phases to report
   * @param startMicros start of the first step
   * @param endMicros intended send time of the last record
   * @param stepMicros length of a step
   */
  Latencies(
      DueTable outputs,
      FirstTimes times,
      List<PhaseTimes> names,
      long startMicros,
      long endMicros,
      long stepMicros) {
    this.times = times;
    for (PhaseTimes phase : names) {
      phases.add(new PhaseLatency(phase, new LatencyCount(), new LatencyCount()));
    }
    boolean[] left = new boolean[outputs.strands()];
    for (int strand = 0; strand < left.length; strand++) {
      walks.add(outputs.walk(strand));
      left[strand] = walks.get(strand).next();
    }
    for (long step = startMicros; step <= endMicros; step += stepMicros) {
      for (int strand = 0; strand < left.length; strand++) {
        left[strand] = left[strand] && walk(walks.get(strand), step + stepMicros);
      }
      append.add(stepAppend.percentiles());
      visible.add(stepVisible.percentiles());
      stepAppend.reset();
      stepVisible.reset();
      for (PhaseLatency phase : phases) {
        phase.append.settle();
        phase.visible.settle();
      }
    }
  }

  /** Takes a strand's inputs from the current one on up to a time; false if none is left. */
  private boolean walk(Walk input, long untilMicros) {
    do {
      long due = input.dueMicros();
      if (due >= untilMicros) {
        return true;
      }
      if (!samePhase.contains(due)) {
        findPhase(due);
      }
      PhaseLatency phase = current;
      long end = input.end();
      for (long i = input.start(); i < end; i++) {
        take(i, due, phase);
      }
    } while (input.next());
    return false;
  }

  /** Finds the phase that a time is in, if it is in one that is reported, and until when it is. */
  private void findPhase(long micros) {
    current = null;
    long from = Long.MIN_VALUE;
    long until = Long.MAX_VALUE;
    for (PhaseLatency phase : phases) {
      long start = phase.times.startMicros();
      long end = phase.times.endMicros();
      if (micros >= start && micros < end) {
        current = phase;
        samePhase = new Grid.TimeRange(Math.max(from, start), Math.min(until, end));
        return;
      }
      if (micros < start) {
        until = Math.min(until, start);
      } else {
        from = Math.max(from, end);
      }
    }
    samePhase = new Grid.TimeRange(from, until);
  }

  private void take(long index, long due, @Nullable PhaseLatency phase) {
    if (times.seen(index)) {
      long append = times.appendMicros(index) - due;
      long visible = times.receiptMicros(index) - due;
      stepAppend.add(append, APPEND_CLOCK_MICROS);
      stepVisible.add(visible, RECEIPT_CLOCK_MICROS);
      if (phase != null) {
        phase.append.add(append, APPEND_CLOCK_MICROS);
        phase.visible.add(visible, RECEIPT_CLOCK_MICROS);
      }
    } else {
      undelivered(stepAppend, stepVisible);
      if (phase != null) {
        undelivered(phase.append, phase.visible);
      }
    }
  }

  private static void undelivered(LatencyCount append, LatencyCount visible) {
    append.addUndelivered();
    visible.addUndelivered();
  }

  /** Append and visible latency of every phase. */
  List<Latency> perPhase() {
    List<Latency> all = new ArrayList<>();
    for (PhaseLatency phase : phases) {
      all.add(latency(phase.times.phase(), "append", phase.append));
      all.add(latency(phase.times.phase(), "visible", phase.visible));
    }
    return all;
  }

  /** Greatest append latency of those outputs of a phase that came, microseconds; empty if none. */
  OptionalLong greatestAppendMicros(String phase) {
    return phases.stream()
        .filter(its -> its.times.phase().equals(phase))
        .map(PhaseLatency::append)
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
  @Nullable Percentiles append(int step) {
    return step < append.size() ? append.get(step) : null;
  }

  @Nullable Percentiles visible(int step) {
    return step < visible.size() ? visible.get(step) : null;
  }
}
