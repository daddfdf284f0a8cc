package dev.rebound.analysis.recovery.charts;

import dev.rebound.analysis.check.FirstTimes;
import dev.rebound.analysis.recovery.delivery.DeliveryWatermark;
import dev.rebound.analysis.recovery.lanes.AppearanceTimes;
import dev.rebound.analysis.recovery.lanes.LaneCounts;
import dev.rebound.analysis.recovery.outage.IdentitySignal.WatchedFault;
import dev.rebound.analysis.recovery.outage.Outages;
import dev.rebound.analysis.result.Results.Dip;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.timeline.FaultTimeline;
import dev.rebound.analysis.units.Bisection;
import dev.rebound.oracle.due.DueInputWalk;
import dev.rebound.oracle.due.DueTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Draws the {@link FaultTimeline} of every fault: a walk over the outputs around it, and one along
 * the frontier.
 *
 * <p>A scene reaches from 5 s before the signal to 5 s after the recovery, the outage, and what the
 * fault's members did after it; to the end of the watch if one of them did not end. Memory: 12
 * bytes per lane and bucket, and some 5 KB per bucket of latencies.
 */
public final class FaultTimelines {
  /** Lanes that a scene holds; a page has no room for more. */
  public static final int LANES_MAX = 64;

  private static final long BEFORE_MILLIS = 5000;
  private static final long AFTER_MILLIS = 5000;

  /** A stop that comes long after the recovery is told of, but not drawn in buckets of 0.1 s. */
  private static final long DETOUR_MILLIS = 30_000;

  private static final long[] BUCKETS = {100, 200, 500, 1000, 2000, 5000, 10_000, 60_000};
  private static final int BUCKETS_MAX = 600;

  /** Outputs may come before they are due, by clocks that differ, but not by so much. */
  private static final long EARLY_MICROS = 1_000_000;

  private static final long CELLS_MAX = 4_000_000;

  /** A bucket counts latencies, in about 5 KB. */
  private static final long BUCKETS_OF_ALL_MAX = 20_000;

  private final DueTable outputs;
  private final AppearanceTimes times;
  private final FirstTimes firsts;
  private final LaneCounts grid;
  private final Outages outages;
  private final DeliveryWatermark frontier;
  private final List<FaultTimelineDraft> drafts = new ArrayList<>();

  /**
   * @param times the axis that outages and frontier are on
   * @param firsts first appearances, for what readers had to wait
   */
  public FaultTimelines(
      DueTable outputs,
      AppearanceTimes times,
      FirstTimes firsts,
      LaneCounts grid,
      Outages outages,
      DeliveryWatermark frontier,
      List<WatchedFault> faults) {
    this.outputs = outputs;
    this.times = times;
    this.firsts = firsts;
    this.grid = grid;
    this.outages = outages;
    this.frontier = frontier;
    faults.forEach(fault -> drafts.add(draft(fault, faults.size())));
  }

  private FaultTimelineDraft draft(WatchedFault watched, int faults) {
    FaultResult fault = watched.result();
    long watchedMillis = Math.max(0, (watched.untilMicros() - fault.atMicros()) / 1000);
    long until = Math.min(watchedMillis, shownMillis(fault, watchedMillis));
    int lanes = grid.lanes();
    long length = BEFORE_MILLIS + until;
    long bucket = BUCKETS[BUCKETS.length - 1];
    for (int i = BUCKETS.length - 1; i >= 0; i--) {
      long count = length / BUCKETS[i] + 1;
      boolean few =
          count <= BUCKETS_MAX
              && count * lanes * faults <= CELLS_MAX
              && count * faults <= BUCKETS_OF_ALL_MAX;
      bucket = few ? BUCKETS[i] : bucket;
    }
    return new FaultTimelineDraft(
        watched, watchedMillis, -BEFORE_MILLIS / bucket * bucket, bucket, until, lanes);
  }

  private static long shownMillis(FaultResult fault, long watchedMillis) {
    long settled = 0;
    for (Span span : List.of(fault.outage(), fault.recovery())) {
      if (span.state() == SpanState.UNENDED) {
        return watchedMillis;
      }
      settled = Math.max(settled, span.state() == SpanState.ENDED ? span.millis() : 0);
    }
    long shown = settled + AFTER_MILLIS;
    for (Dip dip :
        Stream.concat(fault.secondStops().stream(), fault.laterDips().stream()).toList()) {
      long end = (dip.atMicros() - fault.atMicros()) / 1000 + dip.millis() + AFTER_MILLIS / 2;
      shown = end <= settled + DETOUR_MILLIS ? Math.max(shown, end) : shown;
    }
    return shown;
  }

  /** All of them, in the order of the faults. */
  public List<FaultTimeline> of() {
    if (!drafts.isEmpty()) {
      long begin = drafts.get(0).startMicros();
      long end = drafts.stream().mapToLong(FaultTimelineDraft::endMicros).max().orElseThrow();
      for (int strand = 0; strand < outputs.strands(); strand++) {
        DueInputWalk walk = outputs.walk(strand, frontier.openSince(begin));
        if (walk != null) {
          count(walk, end);
        }
      }
      frontier.trace(begin, end, this::age);
    }
    double band = frontier.hasBaseline() ? frontier.bandMicros() / 1000.0 : Double.NaN;
    return drafts.stream()
        .map(draft -> draft.scene(outages.inBatches(), band, outputs.inputLanes(), grid::laneName))
        .toList();
  }

  private void count(DueInputWalk walk, long endMicros) {
    int inputs = outputs.inputLanes();
    boolean placed = outputs.outputLanes() > 0;
    do {
      long due = walk.dueMicros();
      if (due - EARLY_MICROS >= endMicros) {
        return;
      }
      int input = walk.inputLane();
      int dueIn = last(due);
      long end = walk.end();
      for (long i = walk.start(); i < end; i++) {
        int output = placed ? inputs + outputs.outputLane(i) : -1;
        boolean seen = times.seen(i);
        for (int d = dueIn; d >= 0 && drafts.get(d).endMicros() > due; d--) {
          FaultTimelineDraft draft = drafts.get(d);
          draft.due(input, output, due);
          draft.waited(due, seen ? firsts.receiptMicros(i) : Long.MAX_VALUE);
        }
        if (!seen) {
          continue;
        }
        long at = times.micros(i);
        boolean inputLate = at - due > outages.lateMicros(input);
        boolean outputLate = placed && at - due > outages.lateMicros(output);
        for (int d = last(at); d >= 0 && drafts.get(d).endMicros() > at; d--) {
          drafts.get(d).seen(input, inputLate, output, outputLate, at);
        }
      }
    } while (walk.next());
  }

  private void age(long from, long until, long due) {
    for (int d = last(until); d >= 0 && drafts.get(d).endMicros() > from; d--) {
      drafts.get(d).age(from, until, due);
    }
  }

  /** The last scene that has begun by a time; they begin and end in order. */
  private int last(long micros) {
    return (int) Bisection.first(0, drafts.size(), d -> drafts.get((int) d).startMicros() > micros)
        - 1;
  }
}
