package dev.rebound.analysis.recovery;

import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.FaultTurns;
import dev.rebound.analysis.recovery.Settling.Settlement;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results.Dip;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * One fault and the time for which it is watched: what may be put down to it, and what the rig
 * itself did meanwhile. However outages are seen, this is judged alike.
 */
final class FaultWatch {
  /** A later dip that is shorter is never taken for the fault's. */
  private static final long LARGE_MICROS = 2_000_000;

  /** Lateness of a generator that is within the resolution of its own clock. */
  private static final long SLIP_MILLIS_MIN = 20;

  private final FaultTimes fault;
  private final long watchEndMicros;
  private final RigHistory rig;
  private final long clocksMillis;
  private final boolean vague;
  private final IntFunction<String> laneName;

  /**
   * @param watchEndMicros next fault, or the end of the load
   * @param clocksMillis what is not known of the brokers' clocks, to each side
   * @param vague whether ends are known so badly that the hold after them is, too
   */
  FaultWatch(
      FaultTimes fault,
      long watchEndMicros,
      RigHistory rig,
      long clocksMillis,
      boolean vague,
      IntFunction<String> laneName) {
    this.fault = fault;
    this.watchEndMicros = watchEndMicros;
    this.rig = rig;
    this.clocksMillis = clocksMillis;
    this.vague = vague;
    this.laneName = laneName;
  }

  long signalMicros() {
    return fault.signalMicros();
  }

  long endMicros() {
    return watchEndMicros;
  }

  /**
   * A stretch that begins late with a word of the engine is the fault's, unless a victim was back
   * by then: such a stop is its second. All is that begins while the fault is carried out in turns.
   *
   * @param showsAfter how much later than it began harm may show
   */
  Settling settling(long hold, long showsAfter) {
    FaultTurns turns = fault.turns();
    return new Settling(
        fault.signalMicros(),
        watchEndMicros,
        hold,
        turns == null ? Long.MIN_VALUE : turns.overMicros() + showsAfter,
        s -> rig.faltered(s.start(), s.end()),
        s -> {
          List<Settling.Beginning> may =
              List.of(Causes.began(fault, s.start()), Causes.began(fault, s.start() - showsAfter));
          return may.stream().min(Comparator.naturalOrder()).orElseThrow();
        },
        vague);
  }

  /**
   * Why nobody knows when a fault was over: a later dip is as long as what was seen of the fault,
   * or as the hold, and nothing explains it. Empty if there is none, or if the fault was not
   * confirmed.
   */
  String mayBeHarm(Settlement outage, long hold) {
    if (!fault.confirmed()) {
      return "";
    }
    long seen = Math.max(LARGE_MICROS, outage.span().millis() * 1000);
    long large = Math.min(hold, seen);
    return outage.others().stream()
        .filter(s -> s.open() || s.endHigh() - s.startLow() >= large)
        .filter(s -> Causes.beganWith(fault, s.start()).isEmpty())
        .filter(s -> !rig.explains(s.start(), vague ? Math.max(s.end(), s.startHigh()) : s.end()))
        .findFirst()
        .map(
            s ->
                String.format(
                    Locale.ROOT,
                    "%s was below for %.1f s from %.1f s after the signal on; nothing explains it,"
                        + " so that it may be the fault's",
                    laneName.apply(s.lane()),
                    s.micros() / 1e6,
                    (s.start() - fault.signalMicros()) / 1e6))
        .orElse("");
  }

  /** A fault of which nothing was seen at first may have done its harm later. */
  static Span unless(String mayBeHarm, Span span) {
    return mayBeHarm.isEmpty() || span.state() != SpanState.NO_DIP ? span : Span.unknown(mayBeHarm);
  }

  /** A recovery of which nobody knows when it was over. */
  static Span known(Span span, String mayBeHarm) {
    return mayBeHarm.isEmpty() || span.state() == SpanState.UNENDED
        ? span
        : Span.unknown(mayBeHarm);
  }

  /** Whether lanes were seen to be harmed, before what the rig did left it open. */
  static boolean isHarm(Span span) {
    return span.state() == SpanState.ENDED || span.state() == SpanState.UNENDED;
  }

  /**
   * Where nobody tells who held work, the output has to show it, in what began with the fault or
   * with its victims' return; a later dip is no sign of it.
   */
  Impact impact(boolean loaded, boolean shown) {
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

  /**
   * The rig's own doings while a span lasted make it wider, or leave its end open.
   *
   * @param receipts whether it is told from what a reader received
   */
  Span doubted(Span span, boolean receipts) {
    if (rig.clockStep().isPresent()) {
      return Span.unknown(rig.clockStep().get());
    }
    if (span.state() == SpanState.UNKNOWN) {
      return span;
    }
    long signal = fault.signalMicros();
    Long high = span.highMillis();
    long until = high == null ? watchEndMicros : Math.min(watchEndMicros, signal + high * 1000);
    if (receipts && rig.observerLagged(signal, until)) {
      return Span.unended(0, span.floorMillis(), "the observer was far behind; " + span.detail());
    }
    long slip = rig.slipMillis(signal, until);
    long unknown = (slip < SLIP_MILLIS_MIN ? 0 : slip) + clocksMillis;
    return unknown == 0 ? span : span.widened(unknown);
  }

  /** Dips after the outage: those that begin with something of the fault's members, and others. */
  void sort(List<UncertainInterval> others, List<Dip> second, List<Dip> later) {
    List<UncertainInterval> sorted =
        others.stream().sorted(Comparator.comparingLong(UncertainInterval::start)).toList();
    List<UncertainInterval> together = new ArrayList<>();
    long end = Long.MIN_VALUE;
    for (UncertainInterval s : sorted) {
      if (!together.isEmpty() && s.start() > end + Dips.WINDOW_MICROS) {
        add(together, second, later);
        together.clear();
        end = Long.MIN_VALUE;
      }
      together.add(s);
      end = Math.max(end, s.end());
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
    Set<Integer> lanes = new HashSet<>();
    together.forEach(s -> lanes.add(s.lane()));
    String began = Causes.beganWith(fault, start);
    (began.isEmpty() ? later : second)
        .add(
            new Dip(
                start,
                (last.end() - start) / 1000,
                lanes.size(),
                laneName.apply(last.lane()),
                together.stream().noneMatch(UncertainInterval::open),
                began.isEmpty() ? rig.what(start, last.end()) : began));
  }
}
