package dev.rebound.analysis.recovery;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.FaultTurns;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.recovery.Settling.Settlement;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results.Dip;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import dev.rebound.analysis.result.SpanState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of each fault: outage, recovery time, dips, steps, and the load beside the capacity.
 */
final class Recoveries {
  /**
   * An output that a fault makes late is so within one rhythm and this: it was due, or soon would
   * be.
   */
  private static final long START_MICROS = 250_000;

  /** A fault is watched for a day at most: what comes later is hardly its harm. */
  static final long WATCH_MAX_MICROS = 24L * 3600 * 1_000_000;

  private final Evidence evidence;
  private final Grid grid;
  private final Outages processing;
  private final @Nullable Outages visible;
  private final Frontier frontier;
  private final RigHistory rig;
  private final List<FaultResult> results = new ArrayList<>();
  private final List<WatchedDips> watched = new ArrayList<>();
  private final List<TimeBelow> below = new ArrayList<>();

  /**
   * @param visible null where output is not transactional
   */
  Recoveries(
      Evidence evidence,
      Grid grid,
      Outages processing,
      @Nullable Outages visible,
      Frontier frontier,
      RigHistory rig) {
    this.evidence = evidence;
    this.grid = grid;
    this.processing = processing;
    this.visible = visible;
    this.frontier = frontier;
    this.rig = rig;
    List<FaultTimes> faults = evidence.faults();
    for (int f = 0; f < faults.size(); f++) {
      results.add(result(faults.get(f), evidence.nextSignalMicros(f)));
    }
  }

  /** Why a fault that showed no harm proves nothing. */
  static String tooSoon(long watchedMicros, long neededMillis) {
    return String.format(
        Locale.ROOT,
        "it was watched for %.1f s only, and harm may take %.1f s to show",
        watchedMicros / 1e6,
        neededMillis / 1000.0);
  }

  List<FaultResult> results() {
    return results;
  }

  /**
   * The dips in the watch of a fault.
   *
   * @param untilMicros the next fault, the end of the load, or when nobody watches any longer
   * @param own what the outage is made of
   */
  record WatchedDips(
      long untilMicros, List<UncertainInterval> own, List<UncertainInterval> others) {}

  /** In the order of {@link #results}. */
  List<WatchedDips> watched() {
    return watched;
  }

  /** When lanes were below, in the order of {@link #results}. */
  List<TimeBelow> below() {
    return below;
  }

  /** When each fault was recovered from, in order; the end of the observation if never. */
  long recoveredMicros(int index) {
    FaultResult result = results.get(index);
    long millis = 0;
    for (Span span : List.of(result.outage(), result.recovery())) {
      switch (span.state()) {
        case ENDED, NO_DIP -> millis = Math.max(millis, Math.round(span.highOrInfinite()));
        case UNENDED, UNKNOWN -> {
          return Math.min(
              evidence.nextSignalMicros(index), grid.bucketEndMicros(grid.buckets() - 1));
        }
      }
    }
    return result.atMicros() + millis * 1000;
  }

  private FaultResult result(FaultTimes fault, long next) {
    long signal = fault.signalMicros();
    long watchEnd = Math.min(Math.min(next, grid.loadEndMicros()), signal + WATCH_MAX_MICROS);
    FaultWatch seen =
        new FaultWatch(
            fault, watchEnd, rig, evidence.clocks().uncertainMillis(), false, grid::laneName);
    Outages.LanesInWatch watch;
    Settlement outageByAppends;
    Settlement outage;
    if (visible == null) {
      watch = processing.watch(signal, watchEnd, 0, List.of());
      outageByAppends = watch.settled(seen.settling(processing.hold(), 0));
      outage = outageByAppends;
    } else {
      List<UncertainInterval> slow = new ArrayList<>();
      outageByAppends = outageByAppends(seen, slow);
      long processed = until(outageByAppends.span(), signal, watchEnd);
      watch = visible.watch(signal, watchEnd, processed, slow);
      outage = unseen(watch.settled(seen.settling(visible.hold(), 0)), outageByAppends.span());
    }
    watched.add(new WatchedDips(watchEnd, outage.own(), outage.others()));
    boolean receipts = visible != null;
    Span whole = recovery(fault, seen, outage.span());
    boolean behind = fallsBehind(signal, watchEnd, outage.span(), whole);
    List<Dip> second = new ArrayList<>();
    List<Dip> later = new ArrayList<>();
    seen.sort(outage.others(), second, later);
    String mayBeHarm = seen.mayBeHarm(outage, processing.hold());
    Span headline =
        seen.doubted(FaultWatch.unless(mayBeHarm, open(outage.span(), behind)), receipts);
    Span recovery = seen.doubted(FaultWatch.known(whole, mayBeHarm), receipts);
    boolean unended = headline.state() == SpanState.UNENDED;
    TimeBelow its = watch.below(outage.own());
    below.add(its);
    Span disrupted =
        seen.doubted(open(atLeast(watch.disrupted(its), outage.span()), unended), receipts);
    boolean ended = recovery.state() == SpanState.ENDED;
    long until = ended ? signal + Math.round(recovery.highOrInfinite() * 1000) : next;
    List<StepResult> steps = new ArrayList<>(Steps.engine(fault, until));
    List<StepResult> first = watch.firstOutputs(outage.own());
    steps.addAll(first);
    if (ended) {
      steps.add(
          new StepResult(
              "caught up", recovery.millis(), recovery.millis(), "topics", recovery.detail()));
    }
    boolean loaded = signal < grid.loadEndMicros();
    boolean shown =
        !second.isEmpty()
            || Stream.of(outage.span(), outageByAppends.span(), whole).anyMatch(FaultWatch::isHarm);
    Impact impact = seen.impact(loaded, shown);
    Double load = ended ? loadToCapacity(signal, headline, recovery) : null;
    return FaultResult.hit(
            fault.fault(), fault.kind(), fault.role(), fault.victims(), headline, recovery)
        .atMicros(signal)
        .confirmed(fault.confirmed())
        .impact(impact)
        .steps(steps)
        .loadToCapacity(load)
        .loadAtMost(load != null && caughtUpWithinWindow(headline, recovery))
        .processing(
            seen.doubted(FaultWatch.unless(mayBeHarm, open(outageByAppends.span(), behind)), false))
        .visible(receipts ? headline : null)
        .disrupted(disrupted)
        .secondStops(second)
        .laterDips(later)
        .notApplicable(notApplicable(fault, first.isEmpty() && !watch.silentForGood(outage.own())))
        .effect(fault.effect())
        .build();
  }

  /**
   * In a method of its own: what it holds of a watch's outputs is free before the next watch.
   *
   * @param slow takes when lanes were slower than the load
   */
  private Settlement outageByAppends(FaultWatch seen, List<UncertainInterval> slow) {
    Outages.LanesInWatch watch =
        processing.watch(seen.signalMicros(), seen.endMicros(), 0, List.of());
    slow.addAll(watch.slow());
    return watch.settled(seen.settling(processing.hold(), 0));
  }

  /** Where no dip was seen, lanes may have been below for as long as the outage may have been. */
  private static Span atLeast(Span disrupted, Span outage) {
    Long least = outage.highMillis();
    Long high = disrupted.highMillis();
    if (outage.state() != SpanState.NO_DIP || least == null || high == null || high >= least) {
      return disrupted;
    }
    return disrupted.state() == SpanState.NO_DIP
        ? outage
        : new Span(
            disrupted.state(),
            disrupted.millis(),
            disrupted.lowMillis(),
            least,
            disrupted.floorMillis(),
            disrupted.detail());
  }

  private static long until(Span span, long signal, long watchEnd) {
    return span.highMillis() == null ? watchEnd : signal + span.highMillis() * 1000;
  }

  /** Lanes that stopped for shorter than readers could see stopped no longer than they did. */
  private static Settlement unseen(Settlement visible, Span processed) {
    Span span = visible.span();
    Long high = processed.highMillis();
    return span.state() == SpanState.NO_DIP && processed.state() == SpanState.ENDED && high != null
        ? new Settlement(
            Span.noDip(Math.max(span.floorMillis(), high), span.detail()),
            visible.own(),
            visible.others())
        : visible;
  }

  /** Lanes that do not keep up with the load do not flow, even if that takes long to show. */
  private boolean fallsBehind(long signal, long watchEnd, Span outage, Span recovery) {
    long last = frontier.ageMicros(watchEnd - 1);
    return (outage.state() == SpanState.ENDED || outage.state() == SpanState.NO_DIP)
        && recovery.state() == SpanState.UNENDED
        && last > frontier.bandMicros()
        && last > frontier.ageMicros(signal + outage.millis() * 1000 + Dips.WINDOW_MICROS);
  }

  private static Span open(Span span, boolean isOpen) {
    return isOpen && (span.state() == SpanState.ENDED || span.state() == SpanState.NO_DIP)
        ? Span.unended(
            span.lowMillis(),
            span.floorMillis(),
            span.detail() + "; it fell farther and farther behind")
        : span;
  }

  private Span recovery(FaultTimes fault, FaultWatch seen, Span outage) {
    long signal = fault.signalMicros();
    long watchEnd = seen.endMicros();
    if (!frontier.hasBaseline()) {
      return Span.unknown("there is no baseline to hold the frontier age against");
    }
    if (frontier.uneven()) {
      return Span.unknown(
          String.format(
              Locale.ROOT,
              "the baseline was too late itself to be held against: frontier age up to %.1f s, band"
                  + " %.1f s",
              frontier.worstMicros() / 1e6,
              frontier.bandMicros() / 1e6));
    }
    long hold = processing.hold();
    long band = frontier.bandMicros();
    List<UncertainInterval> excesses = frontier.excesses(signal, watchEnd);
    // What lanes were slower by shows as soon as it is more than the band.
    long slow = outage.highMillis() == null ? 0 : outage.highMillis() * 1000;
    Settlement settled =
        seen.settling(hold, band).settle(excesses, hold + band, slow + band, band, "");
    String detail = detail(excesses, band, settled.span());
    if (outage.state() == SpanState.UNENDED && settled.span().state() != SpanState.UNENDED) {
      return Span.unended(
          Math.max(outage.lowMillis(), settled.span().lowMillis()), band / 1000, outage.detail());
    }
    if (settled.own().isEmpty() && settled.span().state() == SpanState.NO_DIP) {
      return nothingLate(fault, watchEnd, outage, band, detail);
    }
    Span span = settled.span();
    boolean outageLast = outage.state() == SpanState.ENDED && outage.millis() > span.millis();
    return new Span(
        span.state(),
        outageLast && span.state() == SpanState.ENDED ? outage.millis() : span.millis(),
        span.lowMillis(),
        span.highMillis() == null || outage.state() != SpanState.ENDED
            ? span.highMillis()
            : (Long) Math.max(span.highMillis(), Math.round(outage.highOrInfinite())),
        span.floorMillis(),
        detail);
  }

  /** Lost outputs do not hold the frontier: a lane that stood still until then is no calm one. */
  private Span nothingLate(FaultTimes fault, long watchEnd, Span outage, long band, String detail) {
    long signal = fault.signalMicros();
    FaultTurns turns = fault.turns();
    if (outage.state() == SpanState.ENDED && outage.millis() * 1000 > band) {
      return new Span(
          SpanState.ENDED,
          outage.millis(),
          0,
          outage.highMillis() == null ? null : outage.highMillis() + frontier.rhythmMicros() / 1000,
          outage.floorMillis(),
          "nothing came late, but there was an outage: " + outage.detail());
    }
    long harm =
        outage.highMillis() == null
            ? START_MICROS
            : Math.max(START_MICROS, outage.highMillis() * 1000);
    harm = turns == null ? harm : Math.max(harm, turns.overMicros() - signal);
    long rhythm = frontier.rhythmMicros();
    long late = frontier.lateUntil(signal, signal + harm + rhythm, watchEnd) - signal;
    // Where delays differ so much, anything inside of the band may hide.
    long least = Math.max(START_MICROS + rhythm, frontier.unseenMicros() > 0 ? band : 0);
    return Span.noDip(Settling.ceilMillis(Math.max(least, late)), detail);
  }

  private static String detail(List<UncertainInterval> excesses, long band, Span span) {
    String text = String.format(Locale.ROOT, "band %.2f s", band / 1e6);
    String late =
        excesses.isEmpty()
            ? ""
            : String.format(
                Locale.ROOT,
                "; late for %.1f s",
                excesses.stream().mapToLong(UncertainInterval::micros).sum() / 1e6);
    return text + late + (span.detail().isEmpty() ? "" : "; " + span.detail());
  }

  /** Steps that this fault does not have. */
  private static Map<String, String> notApplicable(FaultTimes fault, boolean noneSilent) {
    Map<String, String> reasons = new LinkedHashMap<>();
    Set<Step> declared = fault.declared();
    for (Step step : List.of(Step.DETECTED, Step.REASSIGNED, Step.RESTORED)) {
      if (declared != null && !declared.contains(step)) {
        reasons.put(
            step.name().toLowerCase(Locale.ROOT), "the engine has no such step of this fault");
      }
    }
    if (noneSilent) {
      reasons.put("first output", "no lane had fallen silent");
    }
    return reasons;
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
