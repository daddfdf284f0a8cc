package dev.rebound.analysis.judge;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Doubt;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A fault as an experiment plans it.
 *
 * @param number in the run, from 1
 * @param at from the start of the faults phase
 * @param count how many victims; null for all that live
 * @param lasts how long until a victim is healed; null if it never is
 * @param deadly whether that is counted from its death, and not from the begin
 * @param atOnce how many victims it hits at a time
 */
public record PlannedFault(
    int number,
    Duration at,
    String kind,
    String role,
    @Nullable Integer count,
    @Nullable Duration lasts,
    boolean deadly,
    int atOnce) {

  /** The doubt of one that is not carried out. */
  public Event.DoubtRaised leftOut(String why, String remedy) {
    return new Event.DoubtRaised(
        Doubt.FAULT_NOT_CONFIRMED.code(),
        "fault %s, due %s s into the faults phase, was not carried out: %s"
            .formatted(number, at.toSeconds(), why),
        remedy);
  }

  /** By how much a healing came too early, microseconds. */
  long earlyMicros(Event.FaultConfirmed hit, Duration length, long healedMicros) {
    long from = hit.signalledMicros() + (deadly ? hit.afterMillis() * 1000 : 0);
    return from + length.toNanos() / 1000 - healedMicros;
  }
}
