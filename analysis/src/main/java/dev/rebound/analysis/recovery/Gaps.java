package dev.rebound.analysis.recovery;

/**
 * The times in which a lane showed nothing although something was due: from the last appearance, or
 * from when the oldest output that is due became so, to the next appearance.
 */
final class Gaps {
  private Gaps() {}

  /**
   * Hears of one wait, in ticks: {@code shown} is when the lane last showed something, {@code late}
   * is by how much the output before it was late, more than usual where there is a backlog; {@code
   * ended} is false if nothing came before the end.
   */
  @FunctionalInterface
  interface GapSink {
    void wait(int shown, int since, int until, int late, boolean ended);
  }

  /** Tells every wait of a lane up to a tick, in order. */
  static void of(LaneEvents.LaneOutputs lane, int untilTick, GapSink sink) {
    int[] due = lane.due();
    int[] settled = lane.settled();
    int[] seen = lane.seen();
    int oldest = 0;
    int last = 0;
    for (int i = 0; i <= seen.length; i++) {
      while (oldest < due.length && settled[oldest] <= last) {
        oldest++;
      }
      boolean ended = i < seen.length && seen[i] < untilTick;
      int next = ended ? seen[i] : untilTick;
      if (oldest < due.length) {
        // With a backlog, the pause between two outputs that were due may be one between them now.
        int pause = oldest > 0 && due[oldest] <= last ? due[oldest] - due[oldest - 1] : 0;
        int since = Math.max(last + pause, due[oldest]);
        if (since < next) {
          sink.wait(last, since, next, oldest > 0 ? last - due[oldest - 1] : 0, ended);
        }
      }
      if (!ended) {
        return;
      }
      last = next;
    }
  }
}
