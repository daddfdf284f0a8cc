package dev.rebound.analysis.recovery.outage;

import dev.rebound.analysis.evidence.Evidence.EndedVictim;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.FaultTurns;
import dev.rebound.analysis.evidence.Evidence.LastingTimes;
import dev.rebound.analysis.evidence.Transition;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The causes that a stretch in which something was below, or late, may have begun with. */
public final class StretchCauses {
  /** A dip that begins so shortly after a member's return or a rebalance began with it. */
  private static final long BEGINS_WITH_MICROS = 3_000_000;

  private static final long CLOCKS_APART_MICROS = 1_000_000;

  private StretchCauses() {}

  /** True if what happened at one time may have begun what began at another. */
  private static boolean isAt(long cause, long start) {
    return start >= cause - CLOCKS_APART_MICROS && start <= cause + BEGINS_WITH_MICROS;
  }

  /**
   * When something happened that may have begun a stretch of the fault itself, which is no second
   * stop: the engine's words before a victim was back, and the ends of victims by themselves. If
   * the fault hit its victims in turns, all signals, returns and words are such.
   */
  private static long[] of(FaultTimes fault) {
    FaultTurns turns = fault.turns();
    LongStream words = fault.transitions().stream().mapToLong(Transition::atMicros);
    if (turns == null) {
      return LongStream.concat(
              words.filter(at -> fault.returns().stream().allMatch(back -> at < back)),
              ended(fault).stream().mapToLong(EndedVictim::atMicros))
          .toArray();
    }
    LongStream moves =
        Stream.concat(turns.signals().stream(), fault.returns().stream()).mapToLong(at -> at);
    return LongStream.concat(words, moves).toArray();
  }

  private static List<EndedVictim> ended(FaultTimes fault) {
    LastingTimes lasting = fault.lasting();
    return lasting == null ? List.of() : lasting.ended();
  }

  /** Until when something may have begun with a fault that lasts, or with its healing. */
  static long lastedUntil(LastingTimes lasting) {
    return lasting.healedMicros() + BEGINS_WITH_MICROS;
  }

  /** What a stretch that began at a time began with. */
  public static OutageEnd.Beginning began(FaultTimes fault, long start) {
    if (Arrays.stream(of(fault)).anyMatch(at -> isAt(at, start))) {
      return OutageEnd.Beginning.FAULT;
    }
    if (fault.returns().stream().anyMatch(back -> isAt(back, start))) {
      return OutageEnd.Beginning.RETURN;
    }
    return fault.transitions().stream().anyMatch(said -> isAt(said.atMicros(), start))
        ? OutageEnd.Beginning.PERHAPS
        : OutageEnd.Beginning.UNTOLD;
  }

  /**
   * The act of the fault's members that a later dip began with, in words; empty if there is none.
   */
  public static String beganWith(FaultTimes fault, long start) {
    for (long back : fault.returns()) {
      if (isAt(back, start)) {
        return "a victim was back";
      }
    }
    for (Transition t : fault.transitions()) {
      if (isAt(t.atMicros(), start)) {
        return t.node() + " " + t.step().name().toLowerCase(Locale.ROOT) + ": " + t.detail();
      }
    }
    for (EndedVictim victim : ended(fault)) {
      if (isAt(victim.atMicros(), start)) {
        return victim.node() + " had ended by itself";
      }
    }
    return "";
  }

  /** Whether a fault that lasts did when a stretch began. */
  static boolean beganWhileItLasted(FaultTimes fault, long start) {
    LastingTimes lasting = fault.lasting();
    return lasting != null
        && start >= fault.signalMicros()
        && (lasting.healedMicros() == 0 || start < lasting.healedMicros());
  }
}
