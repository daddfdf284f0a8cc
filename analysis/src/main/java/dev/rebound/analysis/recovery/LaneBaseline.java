package dev.rebound.analysis.recovery;

import java.util.Arrays;

/**
 * The baseline of each lane, on one axis of time: how late outputs come, and how long the lane
 * shows nothing although something is due.
 *
 * <p>A lane with few outputs in its baseline is taken to be at least as slow as the slowest of
 * those that have enough.
 */
final class LaneBaseline {
  private static final double MOST = 0.999;

  /** Fewer outputs than this tell little of how late one may be. */
  private static final int FEW = 200;

  private final int[] least;
  private final int[] median;
  private final int[] most;
  private final int[] wait;
  private final boolean known;

  /**
   * @param baseline outputs of the baseline, and what came of them until it ended
   */
  LaneBaseline(LaneEvents baseline) {
    int lanes = baseline.lanes();
    least = new int[lanes];
    median = new int[lanes];
    most = new int[lanes];
    wait = new int[lanes];
    int[] samples = new int[lanes];
    int until = baseline.tick(baseline.untilMicros());
    for (int l = 0; l < lanes; l++) {
      LaneEvents.LaneOutputs lane = baseline.lane(l);
      int[] delays = delays(lane);
      if (delays.length == 0) {
        continue;
      }
      samples[l] = delays.length;
      Arrays.sort(delays);
      least[l] = delays[0];
      median[l] = delays[delays.length / 2];
      most[l] = delays[(int) Math.ceil(MOST * (delays.length - 1))];
      wait[l] = Math.max(greatestWait(lane, until), most[l]);
    }
    known = fill(samples);
  }

  /** Delays of outputs that were due and appeared. */
  private static int[] delays(LaneEvents.LaneOutputs lane) {
    int[] due = lane.due();
    int[] appeared = lane.appeared();
    int[] delays = new int[due.length];
    int n = 0;
    for (int i = 0; i < due.length; i++) {
      if (due[i] > 0 && appeared[i] != LaneEvents.NEVER) {
        delays[n++] = Math.max(0, appeared[i] - due[i]);
      }
    }
    return Arrays.copyOf(delays, n);
  }

  private static int greatestWait(LaneEvents.LaneOutputs lane, int untilTick) {
    int[] greatest = {0};
    Gaps.of(
        lane,
        untilTick,
        (shown, since, until, late, ended) ->
            greatest[0] = ended ? Math.max(greatest[0], until - since) : greatest[0]);
    return greatest[0];
  }

  /** Lanes that tell little take what is greater of their own and of the lanes that tell more. */
  private boolean fill(int[] samples) {
    int enough = Arrays.stream(samples).max().orElse(0) >= FEW ? FEW : 1;
    int slowest = -1;
    int patient = 0;
    for (int l = 0; l < samples.length; l++) {
      if (samples[l] >= enough) {
        slowest = slowest < 0 || most[l] > most[slowest] ? l : slowest;
        patient = Math.max(patient, wait[l]);
      }
    }
    for (int l = 0; l < samples.length && slowest >= 0; l++) {
      if (samples[l] < enough) {
        least[l] = samples[l] == 0 ? least[slowest] : Math.min(least[l], least[slowest]);
        median[l] = samples[l] == 0 ? median[slowest] : median[l];
        most[l] = Math.max(most[l], most[slowest]);
        wait[l] = Math.max(wait[l], patient);
      }
    }
    return slowest >= 0;
  }

  /** False if no lane showed anything in the baseline. */
  boolean known() {
    return known;
  }

  /** Least delay of a lane's outputs, in ticks. */
  int least(int lane) {
    return least[lane];
  }

  int median(int lane) {
    return median[lane];
  }

  /** 99.9 % of the lane's outputs come no later than this, in ticks. */
  int most(int lane) {
    return most[lane];
  }

  /** Longest that the lane showed nothing although something was due, in ticks. */
  int wait(int lane) {
    return wait[lane];
  }
}
