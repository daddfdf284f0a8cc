package dev.rebound.analysis.recovery.outage;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.recovery.delivery.DeliveryWatermark;
import dev.rebound.analysis.recovery.lanes.LaneCounts;
import dev.rebound.analysis.recovery.lanes.LaneDips;
import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import dev.rebound.analysis.recovery.outage.LaneSignal.FaultReading;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The signal of outputs whose identities tell which input each is of: outage, recovery time, dips,
 * steps, and the load beside the capacity of each fault.
 */
public final class IdentitySignal implements LaneSignal {
  /**
   * An output that a fault makes late is so within one rhythm and this: it was due, or soon would
   * be.
   */
  private static final long START_MICROS = 250_000;

  private final Evidence evidence;
  private final LaneCounts grid;
  private final Outages processing;
  private final @Nullable Outages visible;
  private final DeliveryWatermark frontier;
  private final List<WatchedFault> faults = new ArrayList<>();

  /**
   * @param visible null where output is not transactional
   */
  public IdentitySignal(
      Evidence evidence,
      LaneCounts grid,
      Outages processing,
      @Nullable Outages visible,
      DeliveryWatermark frontier,
      RigHistory rig) {
    this.evidence = evidence;
    this.grid = grid;
    this.processing = processing;
    this.visible = visible;
    this.frontier = frontier;
    for (int f = 0; f < evidence.faults().size(); f++) {
      faults.add(
          alsoFromHealing(
              FaultWatch.of(evidence, f, grid.loadEndMicros(), rig, false, grid::laneName)));
    }
  }

  /**
   * A fault with the dips in its watch.
   *
   * @param untilMicros the next fault, the end of the load, or when nobody watches any longer
   */
  public record WatchedFault(FaultReading reading, long untilMicros, WatchOutcome outage) {
    public FaultResult result() {
      return reading.result();
    }
  }

  /** In the order of the faults. */
  public List<WatchedFault> faults() {
    return faults;
  }

  @Override
  public FaultReading read(int fault) {
    return faults.get(fault).reading();
  }

  /** When each fault was recovered from, in order; the end of the observation if never. */
  public long recoveredMicros(int index) {
    FaultResult result = faults.get(index).result();
    double millis = Math.max(result.outage().highOrInfinite(), result.recovery().highOrInfinite());
    return Double.isInfinite(millis)
        ? Math.min(evidence.nextSignalMicros(index), grid.endMicros())
        : result.atMicros() + (long) (millis * 1000);
  }

  /** One that lasts is watched once more from its healing on. */
  private WatchedFault alsoFromHealing(FaultWatch watch) {
    WatchedFault its = watched(watch);
    if (watch.fault().lasting() == null) {
      return its;
    }
    FaultWatch healing = watch.fromHealing();
    Span recovery = healing == null ? null : watched(healing).result().recovery();
    FaultResult told = its.result().toBuilder().lasted(watch.lasted(recovery)).build();
    return new WatchedFault(
        new FaultReading(told, its.reading().below()), its.untilMicros(), its.outage());
  }

  private WatchedFault watched(FaultWatch watch) {
    long signal = watch.signalMicros();
    Outages.LanesInWatch lanes;
    WatchOutcome byAppends;
    WatchOutcome outage;
    if (visible == null) {
      lanes = processing.watch(watch, 0, List.of());
      byAppends = lanes.settled();
      outage = byAppends;
    } else {
      List<UncertainInterval> slow = new ArrayList<>();
      byAppends = outageByAppends(watch, slow);
      Long processed = byAppends.span().highMillis();
      lanes =
          visible.watch(
              watch, processed == null ? watch.endMicros() : signal + processed * 1000, slow);
      outage = unseen(lanes.settled(), byAppends.span());
    }
    boolean receipts = visible != null;
    Span whole = recovery(watch, outage.span());
    boolean behind = fallsBehind(watch, outage.span(), whole);
    String mayBeHarm = watch.mayBeHarm(outage, processing.hold());
    Span headline =
        watch.doubted(FaultWatch.unless(mayBeHarm, open(outage.span(), behind)), receipts);
    Span recovery = watch.doubted(FaultWatch.known(whole, mayBeHarm), receipts);
    Disruption disruption = lanes.below(outage.own());
    Span disrupted =
        open(
            atLeast(lanes.disrupted(disruption), outage.span()),
            headline.state() == SpanState.UNENDED);
    List<StepResult> first = lanes.firstOutputs(outage.own());
    boolean noneSilent = first.isEmpty() && !lanes.silentForGood(outage.own());
    FaultWatch.LaneFindings told =
        new FaultWatch.LaneFindings(
            outage,
            Stream.of(outage.span(), byAppends.span(), whole).anyMatch(Span::seen),
            recovery.highOrInfinite(),
            first,
            noneSilent ? "no lane had fallen silent" : null);
    Double load =
        recovery.state() == SpanState.ENDED ? loadToCapacity(signal, headline, recovery) : null;
    FaultResult result =
        watch
            .result(headline, recovery, told)
            .loadToCapacity(load)
            .loadAtMost(load != null && caughtUpWithinWindow(headline, recovery))
            .processing(
                watch.doubted(FaultWatch.unless(mayBeHarm, open(byAppends.span(), behind)), false))
            .visible(receipts ? headline : null)
            .disrupted(watch.doubted(disrupted, receipts))
            .build();
    return new WatchedFault(
        new FaultReading(result, disruption.below()), watch.endMicros(), outage);
  }

  /**
   * In a method of its own: what it holds of a watch's outputs is free before the next watch.
   *
   * @param slow takes when lanes were slower than the load
   */
  private WatchOutcome outageByAppends(FaultWatch watch, List<UncertainInterval> slow) {
    Outages.LanesInWatch lanes = processing.watch(watch, 0, List.of());
    slow.addAll(lanes.slow());
    return lanes.settled();
  }

  private static Span atLeast(Span disrupted, Span outage) {
    Span least = Disruption.atLeast(disrupted, outage);
    boolean longer = !least.equals(disrupted);
    return longer && disrupted.state() == SpanState.NO_DIP ? outage : least;
  }

  /** Lanes that stopped for shorter than readers could see stopped no longer than they did. */
  private static WatchOutcome unseen(WatchOutcome visible, Span processed) {
    Span span = visible.span();
    Long high = processed.highMillis();
    return span.state() == SpanState.NO_DIP && processed.state() == SpanState.ENDED && high != null
        ? visible.with(Span.noDip(Math.max(span.floorMillis(), high), span.detail()))
        : visible;
  }

  /** Lanes that do not keep up with the load do not flow, even if that takes long to show. */
  private boolean fallsBehind(FaultWatch watch, Span outage, Span recovery) {
    long last = frontier.ageMicros(watch.endMicros() - 1);
    return (outage.state() == SpanState.ENDED || outage.state() == SpanState.NO_DIP)
        && recovery.state() == SpanState.UNENDED
        && last > frontier.bandMicros()
        && last
            > frontier.ageMicros(
                watch.signalMicros() + outage.millis() * 1000 + LaneDips.WINDOW_MICROS);
  }

  private static Span open(Span span, boolean isOpen) {
    return isOpen && (span.state() == SpanState.ENDED || span.state() == SpanState.NO_DIP)
        ? Span.unended(
            span.lowMillis(),
            span.floorMillis(),
            span.detail() + "; it fell farther and farther behind")
        : span;
  }

  private Span recovery(FaultWatch watch, Span outage) {
    if (!frontier.hasBaseline()) {
      return Span.unknown("there is no baseline to hold the frontier age against");
    }
    long band = frontier.bandMicros();
    if (frontier.uneven()) {
      return Span.unknown(
          Words.text(
              "the baseline was too late itself to be held against: frontier age up to %.1f s, band"
                  + " %.1f s",
              frontier.worstMicros() / 1e6, band / 1e6));
    }
    List<UncertainInterval> excesses = frontier.excesses(watch.signalMicros(), watch.endMicros());
    // What lanes were slower by shows as soon as it is more than the band.
    long slow = outage.highMillis() == null ? 0 : outage.highMillis() * 1000;
    WatchOutcome settled =
        new OutageEnd(watch, processing.hold(), band).settle(excesses, slow + band, band, "");
    Span late = settled.span();
    Span span = late.detailed(detail(excesses, band, late));
    if (outage.state() == SpanState.UNENDED && span.state() != SpanState.UNENDED) {
      return Span.unended(
          Math.max(outage.lowMillis(), span.lowMillis()), band / 1000, outage.detail());
    }
    if (settled.own().isEmpty() && span.state() == SpanState.NO_DIP) {
      return nothingLate(watch, outage, band, span.detail());
    }
    if (outage.state() != SpanState.ENDED) {
      return span;
    }
    boolean ended = span.state() == SpanState.ENDED;
    Long high = span.highMillis();
    return new Span(
        span.state(),
        ended ? Math.max(outage.millis(), span.millis()) : span.millis(),
        span.lowMillis(),
        high == null ? null : (Long) Math.max(high, Math.round(outage.highOrInfinite())),
        span.floorMillis(),
        span.detail());
  }

  /** Lost outputs do not hold the frontier: a lane that stood still until then is no calm one. */
  private Span nothingLate(FaultWatch watch, Span outage, long band, String detail) {
    Long high = outage.highMillis();
    long rhythm = frontier.rhythmMicros();
    if (outage.state() == SpanState.ENDED && outage.millis() * 1000 > band) {
      return new Span(
          SpanState.ENDED,
          outage.millis(),
          0,
          high == null ? null : (Long) (high + rhythm / 1000),
          outage.floorMillis(),
          "nothing came late, but there was an outage: " + outage.detail());
    }
    long signal = watch.signalMicros();
    long harm = Math.max(START_MICROS, high == null ? 0 : high * 1000);
    long began = Math.max(signal + harm, watch.carriedUntilMicros(0)) + rhythm;
    long late = frontier.lateUntil(signal, began, watch.endMicros()) - signal;
    // Where delays differ so much, anything inside of the band may hide.
    long least = Math.max(START_MICROS + rhythm, frontier.unseenMicros() > 0 ? band : 0);
    return Span.noDip(OutageEnd.ceilMillis(Math.max(least, late)), detail);
  }

  private static String detail(List<UncertainInterval> excesses, long band, Span span) {
    String text = Words.text("band %.2f s", band / 1e6);
    String late =
        excesses.isEmpty()
            ? ""
            : Words.text(
                "; late for %.1f s",
                excesses.stream().mapToLong(UncertainInterval::micros).sum() / 1e6);
    return text + late + (span.detail().isEmpty() ? "" : "; " + span.detail());
  }

  /**
   * Load over the highest rate of distinct outputs in a window that begins between outage end and
   * caught up.
   */
  private @Nullable Double loadToCapacity(long signal, Span outage, Span recovery) {
    int window = grid.bucketsOver(windowMillis() * 1000);
    int from = grid.bucket(signal + Math.min(millis(outage), recovery.millis()) * 1000);
    int to = Math.max(grid.bucket(signal + recovery.millis() * 1000), from + window);
    long peak = 0;
    for (int b = from; b <= to; b++) {
      peak = Math.max(peak, grid.seen(b + 1 - window, b + 1));
    }
    int signalBucket = grid.bucket(signal);
    int due = Math.max(1, to + 1 - signalBucket);
    double load = (double) grid.due(signalBucket, to + 1) / due * window;
    return peak == 0 ? null : load / peak;
  }

  /** Whether what was left to catch up with, and not the capacity, bounds that rate. */
  private boolean caughtUpWithinWindow(Span outage, Span recovery) {
    return recovery.millis() - millis(outage) < windowMillis();
  }

  private long windowMillis() {
    return Math.max(1000, 2 * evidence.promise().visibleEveryMillis());
  }

  private static long millis(Span outage) {
    return outage.state() == SpanState.ENDED ? outage.millis() : 0;
  }
}
