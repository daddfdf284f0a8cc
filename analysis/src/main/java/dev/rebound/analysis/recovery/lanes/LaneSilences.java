package dev.rebound.analysis.recovery.lanes;

import java.util.function.Consumer;

/**
 * The times in which a lane showed nothing although something was due: from the last appearance, or
 * from when the oldest output that is due became so, to the next appearance.
 */
public final class LaneSilences {
  private LaneSilences() {}

  /**
   * One wait, in ticks.
   *
   * @param shown when the lane last showed something
   * @param late by how much the output before it was late, more than usual where there is a backlog
   * @param ended false if nothing came before the end
   */
  public record Gap(int shown, int since, int until, int late, boolean ended) {
    public int ticks() {
      return until - since;
    }
  }

  /** Tells every wait of a lane up to a tick, in order. */
  public static void each(LaneEvents.LaneOutputs lane, int untilTick, Consumer<Gap> sink) {
    int[] due = lane.due();
    int[] settled = lane.settled();
    int[] seen = lane.seen();
    int oldest = 0;
    int last = 0;
    boolean ended = true;
    for (int i = 0; ended; i++) {
      while (oldest < due.length && settled[oldest] <= last) {
        oldest++;
      }
      ended = i < seen.length && seen[i] < untilTick;
      int next = ended ? seen[i] : untilTick;
      if (oldest < due.length) {
        // With a backlog, the pause between two outputs that were due may be one between them now.
        int pause = oldest > 0 && due[oldest] <= last ? due[oldest] - due[oldest - 1] : 0;
        int since = Math.max(last + pause, due[oldest]);
        if (since < next) {
          sink.accept(new Gap(last, since, next, oldest > 0 ? last - due[oldest - 1] : 0, ended));
        }
      }
      last = next;
    }
  }
}
