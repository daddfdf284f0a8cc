package dev.rebound.lab.recovery;

import dev.rebound.lab.check.Expected;
import dev.rebound.lab.check.FirstTimes;
import dev.rebound.lab.recovery.Analysis.PhaseTimes;
import dev.rebound.lab.recovery.Timeline.Percentiles;
import dev.rebound.lab.result.Results.Latency;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Latency of first appearances by intended send time: per phase and per second. Records are walked
 * second by second over all generators, so that one histogram serves for every second.
 */
final class Latencies {
  /** LogAppendTime has milliseconds; the stamp may be up to one behind. */
  private static final long APPEND_CLOCK_MICROS = 1000;

  private static final long RECEIPT_CLOCK_MICROS = 100;

  private final Expected expected;
  private final FirstTimes times;
  private final boolean countUndelivered;
  private final List<Phase> phases = new ArrayList<>();
  private final LatencyCount secondAppend = new LatencyCount();
  private final LatencyCount secondVisible = new LatencyCount();
  private final List<@Nullable Percentiles> append = new ArrayList<>();
  private final List<@Nullable Percentiles> visible = new ArrayList<>();

  private record Phase(PhaseTimes times, LatencyCount append, LatencyCount visible) {}

  /**
   * @param names phases to report
   * @param startMicros start of the first second
   * @param endMicros intended send time of the last record
   */
  Latencies(
      Expected expected,
      FirstTimes times,
      List<PhaseTimes> names,
      long startMicros,
      long endMicros) {
    this.expected = expected;
    this.times = times;
    this.countUndelivered = expected.workload().deterministic();
    for (PhaseTimes phase : names) {
      phases.add(new Phase(phase, new LatencyCount(), new LatencyCount()));
    }
    long[] next = new long[expected.generators()];
    for (long second = startMicros; second <= endMicros; second += 1_000_000) {
      for (int g = 0; g < next.length; g++) {
        next[g] = walk(g, next[g], second + 1_000_000);
      }
      append.add(secondAppend.percentiles());
      visible.add(secondVisible.percentiles());
      secondAppend.reset();
      secondVisible.reset();
    }
  }

  /** Takes a generator's records from a sequence on up to a time; returns the next sequence. */
  private long walk(int generator, long from, long untilMicros) {
    long records = expected.records(generator);
    long sequence = from;
    for (; sequence < records; sequence++) {
      long intended = expected.intendedMicros(generator, sequence);
      if (intended >= untilMicros) {
        break;
      }
      long end = expected.end(generator, sequence);
      long start = expected.start(generator, sequence);
      Phase phase = start < end ? phase(intended) : null;
      for (long i = start; i < end; i++) {
        take(i, intended, secondAppend, secondVisible);
        if (phase != null) {
          take(i, intended, phase.append, phase.visible);
        }
      }
    }
    return sequence;
  }

  private @Nullable Phase phase(long micros) {
    for (Phase phase : phases) {
      if (micros >= phase.times.startMicros() && micros < phase.times.endMicros()) {
        return phase;
      }
    }
    return null;
  }

  private void take(long index, long intended, LatencyCount appends, LatencyCount receipts) {
    if (times.seen(index)) {
      appends.add(times.appendMicros(index) - intended, APPEND_CLOCK_MICROS);
      receipts.add(times.receiptMicros(index) - intended, RECEIPT_CLOCK_MICROS);
    } else if (countUndelivered) {
      appends.addUndelivered();
      receipts.addUndelivered();
    }
  }

  /** Append and visible latency of every phase. */
  List<Latency> perPhase() {
    List<Latency> all = new ArrayList<>();
    for (Phase phase : phases) {
      all.add(latency(phase.times.phase(), "append", phase.append));
      all.add(latency(phase.times.phase(), "visible", phase.visible));
    }
    return all;
  }

  private static Latency latency(String phase, String kind, LatencyCount c) {
    return new Latency(
        phase,
        kind,
        c.count(),
        known(c.percentileMillis(50)),
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

  /** Append latency of the records intended for a second, counted from the first. */
  @Nullable Percentiles append(int second) {
    return second < append.size() ? append.get(second) : null;
  }

  @Nullable Percentiles visible(int second) {
    return second < visible.size() ? visible.get(second) : null;
  }
}
