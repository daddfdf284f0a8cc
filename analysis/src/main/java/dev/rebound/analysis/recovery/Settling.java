package dev.rebound.analysis.recovery;

import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Tells when what a fault began was over for good: from which instant on there was calm for the
 * hold.
 *
 * <p>A stretch that begins within the hold of the one before belongs to it. If it is short, or all
 * had been well for a second before it, or it may have begun after the hold, or the machine itself
 * faltered then, it may as well not be the fault's: then the length is known less well, and reaches
 * from the calm before it to the calm after it.
 */
final class Settling {
  /** A stretch that is shorter, or that calm of such a length came before, may be chance. */
  private static final long SHORT_MICROS = Dips.WINDOW_MICROS;

  private final long signalMicros;
  private final long watchEndMicros;
  private final long holdMicros;
  private final long carriedUntilMicros;
  private final Predicate<UncertainInterval> excused;
  private final Function<UncertainInterval, Beginning> began;
  private final boolean vague;

  /**
   * @param watchEndMicros next fault, or the end of the load
   * @param carriedUntilMicros until when the fault was still being carried out, in turns: what
   *     begins before that is the fault's; {@link Long#MIN_VALUE} if it came at once
   * @param excused whether something else than the fault may explain a stretch
   * @param began what stretches began with
   * @param vague whether ends are known so badly that a stretch may be within the hold of one, or
   *     not: it then counts for the latest end alone
   */
  Settling(
      long signalMicros,
      long watchEndMicros,
      long holdMicros,
      long carriedUntilMicros,
      Predicate<UncertainInterval> excused,
      Function<UncertainInterval, Beginning> began,
      boolean vague) {
    this.signalMicros = signalMicros;
    this.watchEndMicros = watchEndMicros;
    this.holdMicros = holdMicros;
    this.carriedUntilMicros = carriedUntilMicros;
    this.excused = excused;
    this.began = began;
    this.vague = vague;
  }

  /** What a stretch began with. */
  enum Beginning {
    /** A word of the engine about the fault: the stretch is the fault's however late it began. */
    FAULT,
    /**
     * A word that may be about the fault, or about a victim's return. If nothing was below before,
     * the length lies between that of the stretch, and all time until it was over.
     */
    PERHAPS,
    /** A victim's return: it is a second stop. */
    RETURN,
    /** Nothing that is known. */
    UNTOLD
  }

  /**
   * The outcome of a fault's watch.
   *
   * @param own stretches that the span is made of, in order of their start
   * @param others those that began after it had settled
   */
  record Settlement(Span span, List<UncertainInterval> own, List<UncertainInterval> others) {}

  /**
   * @param stretches in any order
   * @param onsetMicros how long after the signal the first one must have begun at the latest
   * @param unseenMicros until how long after the signal something may have been below, unseen
   * @param floorMicros what is shorter cannot be seen
   */
  Settlement settle(
      List<UncertainInterval> stretches,
      long onsetMicros,
      long unseenMicros,
      long floorMicros,
      String calm) {
    List<UncertainInterval> sorted =
        stretches.stream()
            .filter(s -> (s.perhaps() ? s.endHigh() : s.end()) > signalMicros)
            .filter(s -> s.start() < watchEndMicros)
            .sorted(Comparator.comparingLong(UncertainInterval::start))
            .toList();
    List<UncertainInterval> own = new ArrayList<>();
    List<UncertainInterval> others = new ArrayList<>();
    long low = Long.MIN_VALUE;
    long end = Long.MIN_VALUE;
    long high = Long.MIN_VALUE;
    long perhaps = signalMicros;
    long reach = signalMicros + unseenMicros;
    long unsure = 0;
    boolean open = false;
    for (UncertainInterval s : sorted) {
      boolean first = own.isEmpty();
      if (s.perhaps()) {
        long reached = vague ? Math.max(high, perhaps) : end;
        boolean near = s.startLow() <= (first ? signalMicros + onsetMicros : reached + holdMicros);
        perhaps = near ? Math.max(perhaps, s.endHigh()) : perhaps;
        continue;
      }
      boolean carried = s.start() < carriedUntilMicros;
      boolean joins =
          first
              ? s.startLow() <= signalMicros + onsetMicros || late(s, Math.max(perhaps, reach))
              : s.start() < end + holdMicros;
      joins |= carried;
      if (!joins) {
        others.add(s);
        if (vague && !first && s.startLow() < Math.max(high, perhaps) + holdMicros) {
          perhaps = Math.max(perhaps, s.endHigh());
        }
        continue;
      }
      boolean apart = !first && s.startLow() > end;
      boolean calmBefore = apart && s.startLow() > high + SHORT_MICROS;
      boolean chance = calmBefore || (apart && (s.micros() <= SHORT_MICROS || excused.test(s)));
      boolean beyond = !first && s.startHigh() >= low + holdMicros;
      boolean doubtful = (chance || beyond) && !(carried && began.apply(s) == Beginning.FAULT);
      if (first && !carried && s.startLow() > signalMicros + onsetMicros) {
        unsure = unsureMicros(s);
      }
      own.add(s);
      low = doubtful ? low : Math.max(low, Math.max(signalMicros, s.endLow() - unsure));
      end = Math.max(end, s.end());
      high = Math.max(high, s.endHigh());
      open |= s.open();
    }
    long floorMillis = ceilMillis(floorMicros);
    long watched = watchEndMicros - signalMicros;
    if (own.isEmpty()) {
      boolean tooSoon = watched < onsetMicros + floorMicros;
      Span span =
          tooSoon
              ? Span.unknown(Recoveries.tooSoon(watched, (onsetMicros + floorMicros) / 1000))
              : perhaps >= watchEndMicros
                  ? Span.unknown("it may have been slower than the load until the watch ended")
                  : Span.noDip(Math.max(floorMillis, ceilMillis(perhaps - signalMicros)), calm);
      return new Settlement(span, own, others);
    }
    high = Math.max(high, perhaps);
    long lowMillis = Math.max(0, Math.floorDiv(low - signalMicros, 1000));
    if (open || end + holdMicros > watchEndMicros || high >= watchEndMicros) {
      String why =
          open
              ? "not over when the watch ended after " + Words.seconds(watched / 1e6)
              : "calm for "
                  + Words.seconds((watchEndMicros - end) / 1e6)
                  + " only when the watch ended after "
                  + Words.seconds(watched / 1e6)
                  + ": let faults be further apart, or phases.faults or settle be longer";
      return new Settlement(Span.unended(lowMillis, floorMillis, why), own, others);
    }
    long millis = Math.max(lowMillis, (end - signalMicros) / 1000);
    // A stop that is shorter than the floor may have been there beside it, unseen.
    long highMillis = Math.max(Math.max(millis, floorMillis), ceilMillis(high - signalMicros));
    return new Settlement(Span.ended(millis, lowMillis, highMillis, floorMillis, ""), own, others);
  }

  /** Whether a stretch that began after all had been well may be the fault's all the same. */
  private boolean late(UncertainInterval s, long perhaps) {
    return switch (began.apply(s)) {
      case FAULT, PERHAPS -> true;
      case RETURN -> false;
      case UNTOLD -> s.startLow() <= perhaps;
    };
  }

  /** How much of what begins late with such a stretch may not be the fault's. */
  private long unsureMicros(UncertainInterval s) {
    return switch (began.apply(s)) {
      case FAULT -> 0;
      case PERHAPS -> s.startHigh() - signalMicros;
      case RETURN, UNTOLD -> watchEndMicros - signalMicros;
    };
  }

  static long ceilMillis(long micros) {
    return -Math.floorDiv(-micros, 1000);
  }
}
