package dev.rebound.analysis.recovery;

import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Tells when what a fault began was over for good: from which instant on there was calm for the
 * hold.
 *
 * <p>A stretch that begins within the hold of the one before belongs to it. If it is short, or all
 * had been well for a second before it, or the machine itself faltered then, it may as well not be
 * the fault's: then the length is known less well, and reaches from the calm before it to the calm
 * after it.
 */
final class Settling {
  /** A stretch that is shorter, or that calm of such a length came before, may be chance. */
  private static final long SHORT_MICROS = Dips.WINDOW_MICROS;

  private final long signalMicros;
  private final long watchEndMicros;
  private final long holdMicros;
  private final long carriedUntilMicros;
  private final Predicate<UncertainInterval> excused;
  private final Predicate<UncertainInterval> ofTheFault;

  /**
   * @param watchEndMicros next fault, or the end of the load
   * @param carriedUntilMicros until when the fault was still being carried out, in turns: what
   *     begins before that is the fault's; {@link Long#MIN_VALUE} if it came at once
   * @param excused whether something else than the fault may explain a stretch
   * @param ofTheFault whether a stretch began with something that the engine said of the fault:
   *     then it is the fault's however late it began
   */
  Settling(
      long signalMicros,
      long watchEndMicros,
      long holdMicros,
      long carriedUntilMicros,
      Predicate<UncertainInterval> excused,
      Predicate<UncertainInterval> ofTheFault) {
    this.signalMicros = signalMicros;
    this.watchEndMicros = watchEndMicros;
    this.holdMicros = holdMicros;
    this.carriedUntilMicros = carriedUntilMicros;
    this.excused = excused;
    this.ofTheFault = ofTheFault;
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
   * @param floorMicros what is shorter cannot be seen
   */
  Settlement settle(
      List<UncertainInterval> stretches, long onsetMicros, long floorMicros, String calm) {
    List<UncertainInterval> sorted =
        stretches.stream()
            .filter(s -> s.end() > signalMicros && s.start() < watchEndMicros)
            .sorted(Comparator.comparingLong(UncertainInterval::start))
            .toList();
    List<UncertainInterval> own = new ArrayList<>();
    List<UncertainInterval> others = new ArrayList<>();
    long low = Long.MIN_VALUE;
    long end = Long.MIN_VALUE;
    long high = Long.MIN_VALUE;
    boolean open = false;
    for (UncertainInterval s : sorted) {
      boolean first = own.isEmpty();
      boolean carried = s.start() < carriedUntilMicros;
      boolean joins =
          first
              ? s.startLow() <= signalMicros + onsetMicros || ofTheFault.test(s)
              : s.start() < end + holdMicros;
      joins |= carried;
      if (!joins) {
        others.add(s);
        continue;
      }
      boolean apart = !first && s.startLow() > end;
      boolean calmBefore = apart && s.startLow() > high + SHORT_MICROS;
      boolean chance = calmBefore || (apart && (s.micros() <= SHORT_MICROS || excused.test(s)));
      boolean doubtful = chance && !(carried && ofTheFault.test(s));
      own.add(s);
      low = doubtful ? low : Math.max(low, s.endLow());
      end = Math.max(end, s.end());
      high = Math.max(high, s.endHigh());
      open |= s.open();
    }
    long floorMillis = ceilMillis(floorMicros);
    long watched = watchEndMicros - signalMicros;
    if (own.isEmpty()) {
      boolean tooSoon = watched < onsetMicros + floorMicros;
      return new Settlement(
          tooSoon
              ? Span.unknown(Recoveries.tooSoon(watched, (onsetMicros + floorMicros) / 1000))
              : Span.noDip(floorMillis, calm),
          own,
          others);
    }
    long lowMillis = Math.max(0, Math.floorDiv(low - signalMicros, 1000));
    if (open || end + holdMicros > watchEndMicros || high >= watchEndMicros) {
      String why =
          open
              ? "not over when the watch ended after " + Words.seconds(watched / 1e6)
              : "calm for "
                  + Words.seconds((watchEndMicros - end) / 1e6)
                  + " only when the watch ended after "
                  + Words.seconds(watched / 1e6);
      return new Settlement(Span.unended(lowMillis, floorMillis, why), own, others);
    }
    long millis = Math.max(lowMillis, (end - signalMicros) / 1000);
    // A stop that is shorter than the floor may have been there beside it, unseen.
    long highMillis = Math.max(Math.max(millis, floorMillis), ceilMillis(high - signalMicros));
    return new Settlement(Span.ended(millis, lowMillis, highMillis, floorMillis, ""), own, others);
  }

  static long ceilMillis(long micros) {
    return -Math.floorDiv(-micros, 1000);
  }
}
