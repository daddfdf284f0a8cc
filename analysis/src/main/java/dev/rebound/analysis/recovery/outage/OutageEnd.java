package dev.rebound.analysis.recovery.outage;

import dev.rebound.analysis.recovery.lanes.LaneDips;
import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Tells when what a fault began was over for good: from which instant on there was calm for the
 * hold. For one answer.
 *
 * <p>A stretch that begins within the hold of the one before belongs to it. If it is short, or all
 * had been well for a second before it, or it may have begun after the hold, or the machine itself
 * faltered then, it may as well not be the fault's: then the length is known less well, and reaches
 * from the calm before it to the calm after it.
 */
public final class OutageEnd {
  /** A stretch that is shorter, or that calm of such a length came before, may be chance. */
  private static final long SHORT_MICROS = LaneDips.WINDOW_MICROS;

  private final FaultWatch watch;
  private final long signalMicros;
  private final long holdMicros;
  private final long showsAfterMicros;
  private final long onsetMicros;
  private final List<UncertainInterval> own = new ArrayList<>();
  private final List<UncertainInterval> others = new ArrayList<>();
  private long low = Long.MIN_VALUE;
  private long end = Long.MIN_VALUE;
  private long high = Long.MIN_VALUE;
  private long perhaps;
  private long unsure;
  private boolean open;

  /** What a stretch began with. */
  public enum Beginning {
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
   * @param showsAfterMicros how much later than it began harm may show; the first stretch must have
   *     begun so long after the hold at the latest
   */
  public OutageEnd(FaultWatch watch, long holdMicros, long showsAfterMicros) {
    this.watch = watch;
    this.signalMicros = watch.signalMicros();
    this.holdMicros = holdMicros;
    this.showsAfterMicros = showsAfterMicros;
    this.onsetMicros = holdMicros + showsAfterMicros;
    this.perhaps = signalMicros;
  }

  /**
   * @param stretches in any order
   * @param unseenMicros until how long after the signal something may have been below, unseen
   * @param floorMicros what is shorter cannot be seen
   */
  public WatchOutcome settle(
      List<UncertainInterval> stretches, long unseenMicros, long floorMicros, String calm) {
    stretches.stream()
        .filter(s -> (s.perhaps() ? s.ended().high() : s.end()) > signalMicros)
        .filter(s -> s.start() < watch.endMicros())
        .sorted(Comparator.comparingLong(UncertainInterval::start))
        .forEach(
            s -> {
              if (s.perhaps()) {
                takePerhaps(s);
              } else {
                take(s, signalMicros + unseenMicros);
              }
            });
    return new WatchOutcome(
        own.isEmpty() ? calm(floorMicros, calm) : span(ceilMillis(floorMicros)), own, others);
  }

  private void takePerhaps(UncertainInterval s) {
    long reached = watch.vague() ? Math.max(high, perhaps) : end;
    long latest = own.isEmpty() ? signalMicros + onsetMicros : reached + holdMicros;
    perhaps = s.began().low() <= latest ? Math.max(perhaps, s.ended().high()) : perhaps;
  }

  private void take(UncertainInterval s, long reach) {
    boolean first = own.isEmpty();
    long startLow = s.began().low();
    boolean carried = s.start() < watch.carriedUntilMicros(showsAfterMicros);
    boolean atOnce = startLow <= signalMicros + onsetMicros;
    boolean lasting = first && isOfLasting(s);
    boolean joins =
        first
            ? atOnce || lasting || late(s, Math.max(perhaps, reach))
            : s.start() < end + holdMicros;
    if (!joins && !carried) {
      others.add(s);
      if (watch.vague() && !first && startLow < Math.max(high, perhaps) + holdMicros) {
        perhaps = Math.max(perhaps, s.ended().high());
      }
      return;
    }
    boolean apart = !first && startLow > end;
    boolean calmBefore = apart && startLow > high + SHORT_MICROS;
    boolean chance =
        calmBefore || (apart && (s.micros() <= SHORT_MICROS || watch.machineFaltered(s)));
    boolean beyond = !first && s.began().high() >= low + holdMicros;
    boolean doubtful = (chance || beyond) && !(carried && began(s) == Beginning.FAULT);
    if (first && !carried && !lasting && !atOnce) {
      unsure = unsureMicros(s);
    }
    own.add(s);
    low = doubtful ? low : Math.max(low, Math.max(signalMicros, s.ended().low() - unsure));
    end = Math.max(end, s.end());
    high = Math.max(high, s.ended().high());
    open |= s.open();
  }

  /**
   * Whether a stretch began while a fault still lasted, or with its healing, and is neither as
   * short as chance nor the machine's.
   */
  private boolean isOfLasting(UncertainInterval s) {
    return s.start() < watch.lastedUntilMicros(showsAfterMicros)
        && s.micros() > SHORT_MICROS
        && !watch.machineExplains(s);
  }

  private Beginning began(UncertainInterval s) {
    return watch.began(s, showsAfterMicros);
  }

  private long watchedMicros() {
    return watch.endMicros() - signalMicros;
  }

  /** The span of a fault of which nothing was seen. */
  private Span calm(long floorMicros, String calm) {
    if (watchedMicros() < onsetMicros + floorMicros) {
      return watch.tooSoon(onsetMicros + floorMicros);
    }
    return perhaps >= watch.endMicros()
        ? Span.unknown("it may have been slower than the load until the watch ended")
        : Span.noDip(Math.max(ceilMillis(floorMicros), ceilMillis(perhaps - signalMicros)), calm);
  }

  private Span span(long floorMillis) {
    long highest = Math.max(high, perhaps);
    long lowMillis = Math.max(0, Math.floorDiv(low - signalMicros, 1000));
    String watched = " when the watch ended after " + Words.seconds(watchedMicros() / 1e6);
    if (open) {
      return Span.unended(lowMillis, floorMillis, "not over" + watched);
    }
    if (end + holdMicros > watch.endMicros() || highest >= watch.endMicros()) {
      return Span.unended(
          lowMillis,
          floorMillis,
          "calm for %s only%s: let faults be further apart, or phases.faults or settle be longer"
              .formatted(Words.seconds((watch.endMicros() - end) / 1e6), watched));
    }
    long millis = Math.max(lowMillis, (end - signalMicros) / 1000);
    // A stop that is shorter than the floor may have been there beside it, unseen.
    long highMillis = Math.max(Math.max(millis, floorMillis), ceilMillis(highest - signalMicros));
    return Span.ended(millis, lowMillis, highMillis, floorMillis, "");
  }

  /** Whether a stretch that began after all had been well may be the fault's all the same. */
  private boolean late(UncertainInterval s, long latest) {
    return switch (began(s)) {
      case FAULT, PERHAPS -> true;
      case RETURN -> false;
      case UNTOLD -> s.began().low() <= latest;
    };
  }

  /** How much of what begins late with such a stretch may not be the fault's. */
  private long unsureMicros(UncertainInterval s) {
    return switch (began(s)) {
      case FAULT -> 0;
      case PERHAPS -> s.began().high() - signalMicros;
      case RETURN, UNTOLD -> watchedMicros();
    };
  }

  public static long ceilMillis(long micros) {
    return -Math.floorDiv(-micros, 1000);
  }
}
