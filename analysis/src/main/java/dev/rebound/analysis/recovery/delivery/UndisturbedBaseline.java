package dev.rebound.analysis.recovery.delivery;

import dev.rebound.analysis.recovery.lanes.AppearanceTimes;
import dev.rebound.analysis.recovery.lanes.LaneCounts;
import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.oracle.due.DueInputWalk;
import dev.rebound.oracle.due.DueTable;

/**
 * The part of a baseline whose inputs the first fault could not reach back to: where output is
 * transactional, a fault undoes what was processed since the last commit, so that inputs which were
 * due before it come as late as those after it.
 */
public final class UndisturbedBaseline {
  /** So many rhythms before the fault at most: who was farther behind was so without it. */
  private static final int RHYTHMS = 3;

  private UndisturbedBaseline() {}

  /**
   * The baseline until the oldest input was due that had not come when the fault hit.
   *
   * @param times when outputs are there to be read
   * @param signalMicros when the first fault hit; {@link Long#MAX_VALUE} if none did
   */
  public static TimeRange of(
      DueTable outputs,
      AppearanceTimes times,
      LaneCounts grid,
      TimeRange baseline,
      long signalMicros,
      long rhythmMicros) {
    long reach = RHYTHMS * rhythmMicros;
    if (signalMicros - reach >= baseline.endMicros()) {
      return baseline;
    }
    long from = Math.max(baseline.startMicros(), signalMicros - reach);
    long oldest = Math.min(baseline.endMicros(), signalMicros);
    for (int strand = 0; strand < outputs.strands(); strand++) {
      DueInputWalk input = outputs.walk(strand, from);
      while (input != null && input.dueMicros() < oldest) {
        if (grid.completedMicros(times, strand, input) > signalMicros) {
          oldest = input.dueMicros();
        } else if (!input.next()) {
          break;
        }
      }
    }
    return new TimeRange(baseline.startMicros(), Math.max(from, oldest));
  }
}
