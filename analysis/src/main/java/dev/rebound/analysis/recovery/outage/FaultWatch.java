package dev.rebound.analysis.recovery.outage;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.FaultTurns;
import dev.rebound.analysis.evidence.Evidence.LastingTimes;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.recovery.lanes.LaneDips;
import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import dev.rebound.analysis.result.FaultResultBuilder;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results.Dip;
import dev.rebound.analysis.result.Results.Ending;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Lasted;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One fault and the time for which it is watched: what may be put down to it, what the rig itself
 * did meanwhile, and the result that all of it makes. However lanes are seen, this is judged alike.
 *
 * @param time from its signal until the next fault, or the end of the load
 * @param nextMicros when the next fault comes
 * @param loaded whether there still was load
 * @param clocksMillis what is not known of the brokers' clocks, to each side
 * @param vague whether ends are known so badly that the hold after them is, too
 */
public record FaultWatch(
    FaultTimes fault,
    TimeRange time,
    long nextMicros,
    boolean loaded,
    RigHistory rig,
    long clocksMillis,
    boolean vague,
    IntFunction<String> laneName) {
  /** A fault is watched for a day at most: what comes later is hardly its harm. */
  public static final long MOST_MICROS = 24L * 3600 * 1_000_000;

  /** A later dip that is shorter is never taken for the fault's. */
  private static final long LARGE_MICROS = 2_000_000;

  /** Lateness of a generator that is within the resolution of its own clock. */
  private static final long SLIP_MILLIS_MIN = 20;

  /** Watches the fault of an index. */
  public static FaultWatch of(
      Evidence evidence,
      int index,
      long loadEndMicros,
      RigHistory rig,
      boolean vague,
      IntFunction<String> laneName) {
    FaultTimes fault = evidence.faults().get(index);
    long signal = fault.signalMicros();
    long next = evidence.nextSignalMicros(index);
    long end = Math.min(Math.min(next, loadEndMicros), signal + MOST_MICROS);
    return new FaultWatch(
        fault,
        new TimeRange(signal, end),
        next,
        signal < loadEndMicros,
        rig,
        evidence.clocks().uncertainMillis(),
        vague,
        laneName);
  }

  public long signalMicros() {
    return time.startMicros();
  }

  public long endMicros() {
    return time.endMicros();
  }

  /** A fault that showed no harm proves nothing where it was watched for less than that. */
  public Span tooSoon(long neededMicros) {
    return Span.unknown(
        Words.text(
            "it was watched for %.1f s only, and harm may take %.1f s to show",
            Math.max(0, time.micros()) / 1e6, Math.floorDiv(neededMicros, 1000) / 1000.0));
  }

  /**
   * Until when the fault was still being carried out, in turns: what begins before that is the
   * fault's; {@link Long#MIN_VALUE} if it came at once.
   *
   * @param showsAfterMicros how much later than it began harm may show
   */
  public long carriedUntilMicros(long showsAfterMicros) {
    FaultTurns turns = fault.turns();
    return turns == null ? Long.MIN_VALUE : turns.overMicros() + showsAfterMicros;
  }

  /**
   * Until when a fault that lasts, or its healing, may still have begun something: that is then the
   * fault's; {@link Long#MIN_VALUE} if it does not last.
   *
   * @param showsAfterMicros how much later than it began harm may show
   */
  public long lastedUntilMicros(long showsAfterMicros) {
    LastingTimes lasting = fault.lasting();
    if (lasting == null) {
      return Long.MIN_VALUE;
    }
    return showsAfterMicros
        + (lasting.healedMicros() == 0 ? endMicros() : StretchCauses.lastedUntil(lasting));
  }

  /**
   * The same fault as it is watched from its healing on; null if it does not last, or was not
   * healed while it was watched.
   */
  public @Nullable FaultWatch fromHealing() {
    LastingTimes lasting = fault.lasting();
    return lasting == null || lasting.healedMicros() == 0 || lasting.healedMicros() >= endMicros()
        ? null
        : new FaultWatch(
            fault,
            new TimeRange(lasting.healedMicros(), endMicros()),
            nextMicros,
            loaded,
            rig,
            clocksMillis,
            vague,
            laneName);
  }

  /**
   * What is told besides of a fault that lasts; null of others.
   *
   * @param recovery of the watch from its healing on; null where there is none
   */
  public @Nullable Lasted lasted(@Nullable Span recovery) {
    LastingTimes lasting = fault.lasting();
    if (lasting == null) {
      return null;
    }
    long healed = lasting.healedMicros();
    Span after =
        recovery != null
            ? recovery
            : Span.unknown(
                healed == 0
                    ? "not every victim was healed"
                    : "it was healed when it was not watched any more");
    return new Lasted(
        healed == 0 ? null : (Long) ((healed - fault.signalMicros()) / 1000),
        after,
        noticed(lasting),
        lasting.ended().stream()
            .map(
                e ->
                    new Ending(
                        e.node(),
                        (e.atMicros() - fault.signalMicros()) / 1000,
                        e.exitStatus(),
                        e.again()))
            .toList());
  }

  /** The first word of the engine, or the end of a victim by itself, while the fault lasted. */
  private Span noticed(LastingTimes lasting) {
    long signal = fault.signalMicros();
    long until =
        Math.min(endMicros(), lasting.healedMicros() == 0 ? endMicros() : lasting.healedMicros());
    Stream<NoticeSign> words =
        fault.transitions().stream()
            .map(t -> new NoticeSign(t.atMicros(), t.node() + ": " + t.step().word()));
    Stream<NoticeSign> ends =
        lasting.ended().stream()
            .map(e -> new NoticeSign(e.atMicros(), e.node() + " ended by itself"));
    NoticeSign first =
        Stream.concat(words, ends)
            .filter(sign -> sign.atMicros() >= signal && sign.atMicros() < until)
            .min(Comparator.comparingLong(NoticeSign::atMicros))
            .orElse(null);
    if (first != null) {
      return new Span(SpanState.ENDED, (first.atMicros() - signal) / 1000, 0, first.words());
    }
    if (!lasting.told()) {
      return Span.unknown("the engine has no words for whom it misses");
    }
    return lasting.healedMicros() == 0 || lasting.healedMicros() > endMicros()
        ? Span.unknown("nothing was said while it was watched, and it lasted longer")
        : Span.unended((until - signal) / 1000, 0, "nothing was said while it lasted");
  }

  /** Something by which a fault was noticed. */
  private record NoticeSign(long atMicros, String words) {}

  /** Whether something else than the fault may explain a stretch. */
  public boolean machineFaltered(UncertainInterval s) {
    return rig.faltered(s.start(), s.end());
  }

  /** Whether the machine itself faltered for half of a stretch. */
  boolean machineExplains(UncertainInterval s) {
    return rig.explains(s.start(), vague ? Math.max(s.end(), s.began().high()) : s.end());
  }

  /**
   * What a stretch began with. One that begins late with a word of the engine is the fault's,
   * unless a victim was back by then: such a stop is its second.
   */
  public OutageEnd.Beginning began(UncertainInterval s, long showsAfterMicros) {
    return Stream.of(s.start(), s.start() - showsAfterMicros)
        .map(at -> StretchCauses.began(fault, at))
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /**
   * Why nobody knows when a fault was over: a later dip is as long as what was seen of the fault,
   * or as the hold, and nothing explains it. Empty if there is none, or if the fault was not
   * confirmed.
   */
  public String mayBeHarm(WatchOutcome outage, long hold) {
    if (!fault.confirmed()) {
      return "";
    }
    long seen = Math.max(LARGE_MICROS, outage.span().millis() * 1000);
    long large = Math.min(hold, seen);
    return outage.others().stream()
        .filter(s -> s.open() || s.ended().high() - s.began().low() >= large)
        .filter(s -> StretchCauses.beganWith(fault, s.start()).isEmpty())
        .filter(s -> !StretchCauses.beganWhileItLasted(fault, s.start()))
        .filter(s -> !machineExplains(s))
        .findFirst()
        .map(
            s ->
                Words.text(
                    "%s was below for %.1f s from %.1f s after the signal on; nothing explains it,"
                        + " so that it may be the fault's",
                    laneName.apply(s.lane()), s.micros() / 1e6, (s.start() - signalMicros()) / 1e6))
        .orElse("");
  }

  /** A fault of which nothing was seen at first may have done its harm later. */
  public static Span unless(String mayBeHarm, Span span) {
    return mayBeHarm.isEmpty() || span.state() != SpanState.NO_DIP ? span : Span.unknown(mayBeHarm);
  }

  /** A recovery of which nobody knows when it was over. */
  public static Span known(Span span, String mayBeHarm) {
    return mayBeHarm.isEmpty() || span.state() == SpanState.UNENDED
        ? span
        : Span.unknown(mayBeHarm);
  }

  /**
   * The rig's own doings while a span lasted make it wider, or leave its end open.
   *
   * @param receipts whether it is told from what a reader received
   */
  public Span doubted(Span span, boolean receipts) {
    if (rig.clockStep().isPresent()) {
      return Span.unknown(rig.clockStep().get());
    }
    if (span.state() == SpanState.UNKNOWN) {
      return span;
    }
    long signal = signalMicros();
    Long high = span.highMillis();
    long until = high == null ? endMicros() : Math.min(endMicros(), signal + high * 1000);
    if (receipts && rig.observerLagged(signal, until)) {
      return Span.unended(0, span.floorMillis(), "the observer was far behind; " + span.detail());
    }
    long slip = rig.slipMillis(signal, until);
    long unknown = (slip < SLIP_MILLIS_MIN ? 0 : slip) + clocksMillis;
    return unknown == 0 ? span : span.widened(unknown);
  }

  /**
   * What a signal of the lanes tells beside lengths.
   *
   * @param harm whether any length was seen, before what the rig did left it open
   * @param recoveredMillis for how long after the first signal an engine's word is about the fault,
   *     if it was recovered from
   * @param firstOutputs of lanes that had fallen silent
   * @param noFirstOutput why there is no such step; null if there is one, or should be
   */
  public record LaneFindings(
      WatchOutcome outage,
      boolean harm,
      double recoveredMillis,
      List<StepResult> firstOutputs,
      @Nullable String noFirstOutput) {}

  /** The fault's result with these as its outage and recovery; more may be added. */
  public FaultResultBuilder result(Span headline, Span recovery, LaneFindings told) {
    boolean ended = recovery.state() == SpanState.ENDED;
    long recovered = signalMicros() + Math.round(told.recoveredMillis() * 1000);
    List<StepResult> steps = new ArrayList<>(Steps.engine(fault, ended ? recovered : nextMicros));
    steps.addAll(told.firstOutputs());
    if (ended) {
      long millis = recovery.millis();
      steps.add(new StepResult(Step.CAUGHT_UP.word(), millis, millis, "topics", recovery.detail()));
    }
    Map<String, String> notApplicable = new LinkedHashMap<>();
    Set<Step> declared = fault.declared();
    for (Step step : List.of(Step.DETECTED, Step.REASSIGNED, Step.RESTORED)) {
      if (declared != null && !declared.contains(step)) {
        notApplicable.put(step.word(), "the engine has no such step of this fault");
      }
    }
    if (told.noFirstOutput() != null) {
      notApplicable.put(Step.FIRST_OUTPUT.word(), told.noFirstOutput());
    }
    List<Dip> second = new ArrayList<>();
    List<Dip> later = new ArrayList<>();
    sort(told.outage().others(), second, later);
    return FaultResult.hit(
            fault.fault(), fault.kind(), fault.role(), fault.victims(), headline, recovery)
        .atMicros(signalMicros())
        .confirmed(fault.confirmed())
        .impact(impact(told.harm() || !second.isEmpty()))
        .steps(steps)
        .secondStops(second)
        .laterDips(later)
        .notApplicable(notApplicable)
        .effect(fault.effect());
  }

  /**
   * Where nobody tells who held work, the output has to show it, in what began with the fault or
   * with its victims' return; a later dip is no sign of it.
   */
  private Impact impact(boolean shown) {
    if (!fault.confirmed()) {
      return Impact.NOT_CONFIRMED;
    }
    if (!loaded) {
      return Impact.NONE;
    }
    if (!fault.workUntold()) {
      return fault.heldWork() ? Impact.HIT : Impact.NONE;
    }
    return shown ? Impact.HIT : Impact.NOT_KNOWN;
  }

  /** Dips after the outage: those that begin with something of the fault's members, and others. */
  private void sort(List<UncertainInterval> others, List<Dip> second, List<Dip> later) {
    List<UncertainInterval> together = new ArrayList<>();
    long end = Long.MAX_VALUE;
    for (UncertainInterval s :
        others.stream().sorted(Comparator.comparingLong(UncertainInterval::start)).toList()) {
      if (!together.isEmpty() && s.start() > end + LaneDips.WINDOW_MICROS) {
        add(together, second, later);
        together.clear();
      }
      end = together.isEmpty() ? s.end() : Math.max(end, s.end());
      together.add(s);
    }
    if (!together.isEmpty()) {
      add(together, second, later);
    }
  }

  private void add(List<UncertainInterval> together, List<Dip> second, List<Dip> later) {
    long start = together.get(0).start();
    UncertainInterval last =
        together.stream()
            .max(Comparator.comparingLong(UncertainInterval::end))
            .orElse(together.get(0));
    String began = StretchCauses.beganWith(fault, start);
    if (began.isEmpty()
        && StretchCauses.beganWhileItLasted(fault, start)
        && !rig.explains(start, last.end())) {
      began = "the fault still lasted";
    }
    (began.isEmpty() ? later : second)
        .add(
            new Dip(
                start,
                (last.end() - start) / 1000,
                (int) together.stream().mapToInt(UncertainInterval::lane).distinct().count(),
                laneName.apply(last.lane()),
                together.stream().noneMatch(UncertainInterval::open),
                began.isEmpty() ? rig.what(start, last.end()) : began));
  }
}
