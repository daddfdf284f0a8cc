package dev.rebound.analysis.recovery;

import dev.rebound.analysis.recovery.Settling.Settlement;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import dev.rebound.analysis.units.Words;
import dev.rebound.oracle.due.DueTable;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tells for each fault until when not every lane flowed, on one axis of time: by append times, or
 * as readers see it, where output becomes visible in batches.
 */
final class Outages {
  /** Lanes must flow for so long before they count as flowing. */
  static final long HOLD_MICROS = 5_000_000;

  private final DueTable outputs;
  private final AppearanceTimes times;
  private final Grid grid;
  private final LaneBaseline baseline;
  private final RefusedInput refused;
  private final long rhythmMicros;
  private final boolean batches;

  /**
   * @param batches whether output becomes visible in batches, so that gaps between them tell
   */
  Outages(
      DueTable outputs,
      AppearanceTimes times,
      Grid grid,
      Grid.TimeRange baseline,
      long rhythmMicros,
      boolean batches) {
    this.outputs = outputs;
    this.times = times;
    this.grid = grid;
    this.rhythmMicros = rhythmMicros;
    this.batches = batches;
    this.refused = new RefusedInput(outputs.ledger());
    this.baseline =
        new LaneBaseline(
            new LaneEvents(
                outputs,
                times,
                grid,
                Math.max(
                    baseline.startMicros(), baseline.endMicros() - Recoveries.WATCH_MAX_MICROS),
                baseline.endMicros(),
                true));
  }

  /** The lanes after one signal. */
  final class LanesInWatch {
    private final LaneEvents events;
    private final Dips dips;
    private final List<UncertainInterval> stretches;
    private final List<UncertainInterval> slow;
    private final long signalMicros;
    private final long watchEndMicros;
    private final int due;

    private LanesInWatch(
        long signalMicros,
        long watchEndMicros,
        long processedMicros,
        List<UncertainInterval> processedSlowly) {
      this.signalMicros = signalMicros;
      this.watchEndMicros = watchEndMicros;
      long before = Dips.WINDOW_MICROS;
      for (int lane = 0; lane < grid.lanes(); lane++) {
        before =
            Math.max(
                before,
                Dips.WINDOW_MICROS
                    + (baseline.most(lane) + (batches ? baseline.wait(lane) : 0))
                        * LaneEvents.TICK_MICROS);
      }
      this.events =
          new LaneEvents(outputs, times, grid, signalMicros - 2 * before, watchEndMicros, false);
      this.dips = new Dips(events, baseline, rhythmMicros);
      List<UncertainInterval> untaken = refused.between(signalMicros, watchEndMicros);
      List<UncertainInterval> dipped = batches ? dips.gaps(processedMicros) : dips.all();
      this.slow =
          batches
              ? processedSlowly.stream().filter(s -> !within(s, dipped)).toList()
              : dips.slow(dipped);
      this.stretches = Stream.of(dipped, slow, untaken).flatMap(List::stream).toList();
      int lanes = 0;
      for (int lane = 0; lane < events.lanes(); lane++) {
        int number = lane;
        boolean sent = untaken.stream().anyMatch(s -> s.lane() == number);
        lanes += sent || events.lane(lane).due().length > 0 ? 1 : 0;
      }
      this.due = lanes;
    }

    private static boolean within(UncertainInterval s, List<UncertainInterval> dipped) {
      return dipped.stream().anyMatch(d -> d.startLow() <= s.end() && s.end() <= d.endHigh());
    }

    /** Those of the stretches in which a lane flowed, but slower than the load. */
    List<UncertainInterval> slow() {
      return slow;
    }

    /** The outage, and what else was below. */
    Settlement settled(Settling settling) {
      if (!baseline.known()) {
        return new Settlement(
            Span.unknown("no lane showed anything in a baseline to be held against"),
            List.of(),
            List.of());
      }
      if (due == 0 || watchEndMicros <= signalMicros) {
        return new Settlement(
            Span.unknown("nothing was due while it was watched"), List.of(), List.of());
      }
      Settlement found =
          settling.settle(stretches, hold(), 0, floorMicros(), due + " lanes flowed all the time");
      Span span = found.span();
      if (found.own().isEmpty()) {
        return found;
      }
      String detail =
          span.detail().isEmpty() ? lanes(found.own()) : lanes(found.own()) + "; " + span.detail();
      return new Settlement(
          new Span(
              span.state(),
              span.millis(),
              span.lowMillis(),
              span.highMillis(),
              span.floorMillis(),
              detail),
          found.own(),
          found.others());
    }

    /** The shortest stretch that can be seen on every lane. */
    private long floorMicros() {
      long floor = 0;
      Set<Integer> below = new HashSet<>();
      stretches.stream()
          .filter(s -> s.end() > signalMicros && s.start() < signalMicros + hold())
          .forEach(s -> below.add(s.lane()));
      for (int lane = 0; lane < events.lanes(); lane++) {
        if (events.lane(lane).due().length > 0) {
          floor = Math.max(floor, batches ? dips.gapFloorMicros(lane) : dips.floorMicros(lane));
          floor = Math.max(floor, below.contains(lane) ? 0 : unseenMicros(lane));
        }
      }
      return floor;
    }

    /** A thin lane shows that it did not stop only when something is due again. */
    private long unseenMicros(int lane) {
      return dips.isDense(lane) ? 0 : dips.unseenUntil(lane, signalMicros) - signalMicros;
    }

    private String lanes(List<UncertainInterval> own) {
      Set<Integer> below = new HashSet<>();
      own.forEach(s -> below.add(s.lane()));
      UncertainInterval last =
          own.stream()
              .max(
                  Comparator.comparing(UncertainInterval::open)
                      .thenComparingLong(UncertainInterval::end))
              .orElseThrow();
      long open =
          own.stream()
              .filter(UncertainInterval::open)
              .map(UncertainInterval::lane)
              .distinct()
              .count();
      String which = below.size() + " of " + due + " lanes were below, ";
      return last.open()
          ? which + open + " of them to the end, such as " + grid.laneName(last.lane())
          : which + grid.laneName(last.lane()) + " for the longest";
    }

    /**
     * All time of the watch in which any lane was below: least, as estimated, and most, in that
     * order.
     *
     * @param below as {@link #below} tells it
     */
    Span disrupted(TimeBelow below) {
      long floorMillis = Settling.ceilMillis(floorMicros());
      if (!baseline.known() || due == 0) {
        return Span.unknown("no lane could be judged");
      }
      long low = below.leastMicros();
      long best = below.likelyMicros();
      long high = below.mostMicros();
      if (stretches.stream().noneMatch(s -> !s.perhaps() && s.end() > signalMicros)) {
        long needed = hold() + floorMicros();
        if (watchEndMicros - signalMicros < needed) {
          return Span.unknown(Recoveries.tooSoon(watchEndMicros - signalMicros, needed / 1000));
        }
        return Span.noDip(
            Math.max(floorMillis, Settling.ceilMillis(high)), due + " lanes flowed all the time");
      }
      boolean open = stretches.stream().anyMatch(UncertainInterval::open);
      String detail = "of " + Words.seconds((watchEndMicros - signalMicros) / 1e6) + " watched";
      if (open) {
        return Span.unended(Math.min(low, best) / 1000, floorMillis, detail + "; not over then");
      }
      return Span.ended(
          Math.max(best, low) / 1000,
          Math.min(low, best) / 1000,
          Settling.ceilMillis(Math.max(high, best)),
          floorMillis,
          detail);
    }

    /**
     * When any lane was below.
     *
     * @param own stretches of the fault: others that are too short to have to be seen may be chance
     */
    TimeBelow below(List<UncertainInterval> own) {
      // A stretch that may have begun with the signal did, unless next to nothing is known of it.
      long unsure = Math.max(Dips.WINDOW_MICROS, 2 * rhythmMicros);
      long chance = Math.max(Dips.WINDOW_MICROS, batches ? rhythmMicros * 3 / 2 : 0);
      List<UncertainInterval> sure = stretches.stream().filter(s -> !s.perhaps()).toList();
      return new TimeBelow(
              sure.stream()
                  .filter(s -> own.contains(s) || s.endLow() - s.startHigh() >= chance)
                  .map(
                      s ->
                          new Grid.TimeRange(
                              s.startLow() <= signalMicros && s.startHigh() - s.startLow() < unsure
                                  ? signalMicros
                                  : s.startHigh(),
                              s.endLow()))
                  .toList(),
              sure.stream()
                  .map(
                      s ->
                          new Grid.TimeRange(
                              s.startLow() <= signalMicros ? signalMicros : s.start(), s.end()))
                  .toList(),
              stretches.stream().map(s -> new Grid.TimeRange(s.startLow(), s.endHigh())).toList())
          .within(signalMicros, watchEndMicros);
    }

    /**
     * First outputs of lanes that had fallen silent: least and greatest; empty if none had, or if
     * one never showed anything more.
     */
    List<StepResult> firstOutputs(List<UncertainInterval> own) {
      long least = Long.MAX_VALUE;
      long greatest = Long.MIN_VALUE;
      Set<Integer> silent = new HashSet<>();
      Set<Integer> never = new HashSet<>();
      for (UncertainInterval s : own) {
        int[] seen = events.lane(s.lane()).seen();
        // Between batches silence counts from when one was overdue.
        long start = batches ? s.startHigh() : s.start();
        int from = events.tick(start);
        int at = java.util.Arrays.binarySearch(seen, from + 1);
        int next = at < 0 ? -at - 1 : at;
        long first = next < seen.length ? events.micros(seen[next]) : Long.MAX_VALUE;
        long until = first == Long.MAX_VALUE ? watchEndMicros : first;
        if (until - start < Dips.WINDOW_MICROS || !silent.add(s.lane())) {
          continue;
        }
        if (first == Long.MAX_VALUE) {
          never.add(s.lane());
        } else {
          least = Math.min(least, (first - signalMicros) / 1000);
          greatest = Math.max(greatest, (first - signalMicros) / 1000);
        }
      }
      if (silent.isEmpty() || !never.isEmpty()) {
        return List.of();
      }
      String detail = silent.size() + " lanes had fallen silent";
      return List.of(new StepResult("first output", least, greatest, "topics", detail));
    }

    /** How many lanes had fallen silent and showed nothing more. */
    boolean silentForGood(List<UncertainInterval> own) {
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
  LanesInWatch watch(
      long signalMicros,
      long watchEndMicros,
      long processedMicros,
      List<UncertainInterval> processedSlowly) {
    return new LanesInWatch(
        signalMicros, Math.max(signalMicros, watchEndMicros), processedMicros, processedSlowly);
  }

  /** The lateness from which on an output is late for its lane, microseconds. */
  long lateMicros(int lane) {
    return baseline.most(lane) * LaneEvents.TICK_MICROS;
  }

  /** Whether these are outages as readers see output that becomes visible in batches. */
  boolean inBatches() {
    return batches;
  }

  long hold() {
    return Math.max(HOLD_MICROS, rhythmMicros);
  }
}
