package dev.rebound.analysis.recovery.outage;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.recovery.lanes.AppearanceTimes;
import dev.rebound.analysis.recovery.lanes.ChangePoints;
import dev.rebound.analysis.recovery.lanes.LaneBaseline;
import dev.rebound.analysis.recovery.lanes.LaneCounts;
import dev.rebound.analysis.recovery.lanes.LaneDips;
import dev.rebound.analysis.recovery.lanes.LaneEvents;
import dev.rebound.analysis.recovery.lanes.RefusedInput;
import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.oracle.due.DueTable;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Tells for each fault until when not every lane flowed, on one axis of time: by append times, or
 * as readers see it, where output becomes visible in batches.
 */
public final class Outages {
  private final DueTable outputs;
  private final AppearanceTimes times;
  private final LaneCounts grid;
  private final LaneBaseline baseline;
  private final RefusedInput refused;
  private final long rhythmMicros;
  private final boolean batches;

  /**
   * @param batches whether output becomes visible in batches, so that gaps between them tell
   */
  public Outages(
      DueTable outputs,
      AppearanceTimes times,
      LaneCounts grid,
      TimeRange baseline,
      long rhythmMicros,
      boolean batches) {
    this.outputs = outputs;
    this.times = times;
    this.grid = grid;
    this.rhythmMicros = rhythmMicros;
    this.batches = batches;
    this.refused = new RefusedInput(outputs.ledger());
    long from = Math.max(baseline.startMicros(), baseline.endMicros() - FaultWatch.MOST_MICROS);
    TimeRange looked = new TimeRange(from, baseline.endMicros());
    this.baseline = LaneBaseline.of(new LaneEvents(outputs, times, grid, looked, true));
  }

  /** The lanes after one signal. */
  public final class LanesInWatch {
    private final FaultWatch watch;
    private final LaneEvents events;
    private final LaneDips dips;
    private final List<UncertainInterval> stretches;
    private final List<UncertainInterval> slow;
    private final long signalMicros;
    private final long due;

    private LanesInWatch(
        FaultWatch watch, long processedMicros, List<UncertainInterval> processedSlowly) {
      this.watch = watch;
      this.signalMicros = watch.signalMicros();
      long end = Math.max(signalMicros, watch.endMicros());
      int longest =
          IntStream.range(0, grid.lanes())
              .map(lane -> baseline.most(lane) + (batches ? baseline.wait(lane) : 0))
              .max()
              .orElse(0);
      long before = LaneDips.WINDOW_MICROS + longest * LaneEvents.TICK_MICROS;
      TimeRange looked = new TimeRange(signalMicros - 2 * before, end);
      this.events = new LaneEvents(outputs, times, grid, looked, false);
      this.dips = new LaneDips(events, baseline, rhythmMicros);
      List<UncertainInterval> untaken = refused.between(signalMicros, end);
      List<UncertainInterval> dipped = batches ? dips.gaps(processedMicros) : dips.all();
      this.slow =
          batches
              ? processedSlowly.stream().filter(s -> !within(s, dipped)).toList()
              : dips.slow(dipped);
      this.stretches = Stream.of(dipped, slow, untaken).flatMap(List::stream).toList();
      Set<Integer> sent = lanesOf(untaken);
      this.due =
          IntStream.range(0, events.lanes())
              .filter(lane -> sent.contains(lane) || isDue(lane))
              .count();
    }

    private static boolean within(UncertainInterval s, List<UncertainInterval> dipped) {
      return dipped.stream()
          .anyMatch(d -> d.began().low() <= s.end() && s.end() <= d.ended().high());
    }

    private static Set<Integer> lanesOf(List<UncertainInterval> stretches) {
      return stretches.stream().map(UncertainInterval::lane).collect(Collectors.toSet());
    }

    private boolean isDue(int lane) {
      return events.lane(lane).due().length > 0;
    }

    /** Those of the stretches in which a lane flowed, but slower than the load. */
    public List<UncertainInterval> slow() {
      return slow;
    }

    /** The outage, and what else was below. */
    public WatchOutcome settled() {
      if (!baseline.known()) {
        return WatchOutcome.unknown("no lane showed anything in a baseline to be held against");
      }
      if (due == 0 || watch.endMicros() <= signalMicros) {
        return WatchOutcome.unknown("nothing was due while it was watched");
      }
      WatchOutcome found =
          new OutageEnd(watch, hold(), 0).settle(stretches, 0, floorMicros(), allFlowed());
      return UncertainInterval.last(found.own())
          .map(last -> found.detailed(lanes(found, last)))
          .orElse(found);
    }

    private String allFlowed() {
      return due + " lanes flowed all the time";
    }

    /** The shortest stretch that can be seen on every lane. */
    private long floorMicros() {
      Set<Integer> below =
          lanesOf(
              stretches.stream()
                  .filter(s -> s.end() > signalMicros && s.start() < signalMicros + hold())
                  .toList());
      return IntStream.range(0, events.lanes())
          .filter(this::isDue)
          .mapToLong(
              lane ->
                  Math.max(
                      batches ? dips.gapFloorMicros(lane) : dips.floorMicros(lane),
                      below.contains(lane) ? 0 : unseenMicros(lane)))
          .max()
          .orElse(0);
    }

    /** A thin lane shows that it did not stop only when something is due again. */
    private long unseenMicros(int lane) {
      return dips.isDense(lane) ? 0 : dips.unseenUntil(lane, signalMicros) - signalMicros;
    }

    private String lanes(WatchOutcome found, UncertainInterval last) {
      long open =
          found.own().stream()
              .filter(UncertainInterval::open)
              .map(UncertainInterval::lane)
              .distinct()
              .count();
      String which = found.lanes() + " of " + due + " lanes were below, ";
      return last.open()
          ? which + open + " of them to the end, such as " + grid.laneName(last.lane())
          : which + grid.laneName(last.lane()) + " for the longest";
    }

    /** All time of the watch in which any lane was below, as {@link #below} tells it. */
    public Span disrupted(Disruption disruption) {
      if (!baseline.known() || due == 0) {
        return Span.unknown("no lane could be judged");
      }
      long floor = floorMicros();
      Span span = disruption.span(floor, 0, allFlowed());
      long needed = hold() + floor;
      boolean tooSoon = Math.max(0, watch.time().micros()) < needed;
      return span.state() == SpanState.NO_DIP && tooSoon ? watch.tooSoon(needed) : span;
    }

    /**
     * When any lane was below.
     *
     * @param own stretches of the fault
     */
    public Disruption below(List<UncertainInterval> own) {
      return Disruption.of(
          stretches,
          own,
          watch,
          Math.max(LaneDips.WINDOW_MICROS, batches ? rhythmMicros * 3 / 2 : 0),
          Math.max(LaneDips.WINDOW_MICROS, 2 * rhythmMicros));
    }

    /**
     * First outputs of lanes that had fallen silent: least and greatest; empty if none had, or if
     * one never showed anything more.
     */
    public List<StepResult> firstOutputs(List<UncertainInterval> own) {
      LongSummaryStatistics first = new LongSummaryStatistics();
      Set<Integer> silent = new HashSet<>();
      boolean never = false;
      for (UncertainInterval s : own) {
        int[] seen = events.lane(s.lane()).seen();
        // Between batches silence counts from when one was overdue.
        long start = batches ? s.began().high() : s.start();
        int next = ChangePoints.firstAfter(seen, events.tick(start));
        boolean came = next < seen.length;
        long until = came ? events.micros(seen[next]) : events.untilMicros();
        if (until - start >= LaneDips.WINDOW_MICROS && silent.add(s.lane())) {
          never |= !came;
          first.accept((until - signalMicros) / 1000);
        }
      }
      if (silent.isEmpty() || never) {
        return List.of();
      }
      String detail = silent.size() + " lanes had fallen silent";
      String step = Step.FIRST_OUTPUT.word();
      return List.of(new StepResult(step, first.getMin(), first.getMax(), "topics", detail));
    }

    /** Whether a lane had fallen silent and showed nothing more. */
    public boolean silentForGood(List<UncertainInterval> own) {
      return own.stream()
          .anyMatch(
              s -> {
                int[] seen = events.lane(s.lane()).seen();
                return s.open()
                    && (seen.length == 0 || events.micros(seen[seen.length - 1]) <= s.start());
              });
    }
  }

  /**
   * @param processedMicros until when lanes may have been below by append times, for what readers
   *     see
   * @param processedSlowly when lanes were slower than the load by append times, likewise
   */
  public LanesInWatch watch(
      FaultWatch watch, long processedMicros, List<UncertainInterval> processedSlowly) {
    return new LanesInWatch(watch, processedMicros, processedSlowly);
  }

  /** The lateness from which on an output is late for its lane, microseconds. */
  public long lateMicros(int lane) {
    return baseline.most(lane) * LaneEvents.TICK_MICROS;
  }

  /** Whether these are outages as readers see output that becomes visible in batches. */
  public boolean inBatches() {
    return batches;
  }

  public long hold() {
    return Math.max(LaneDips.HOLD_MICROS, rhythmMicros);
  }
}
