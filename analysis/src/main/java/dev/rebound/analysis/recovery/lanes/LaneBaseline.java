package dev.rebound.analysis.recovery.lanes;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The baseline of each lane, on one axis of time: how late outputs come, and how long the lane
 * shows nothing although something is due. All in ticks.
 *
 * <p>A lane with few outputs in its baseline is taken to be at least as slow as the slowest of
 * those that have enough.
 *
 * @param lanes each of them
 * @param known false if no lane showed anything in the baseline
 */
public record LaneBaseline(List<LaneDelays> lanes, boolean known) {
  private static final double MOST = 0.999;

  /** Fewer outputs than this tell little of how late one may be. */
  private static final int FEW = 200;

  /**
   * The delays of one lane's outputs.
   *
   * @param most 99.9 % of them come no later than this
   * @param longest time that the lane showed nothing although something was due
   */
  public record LaneDelays(int samples, int least, int median, int most, int longest) {
    private static LaneDelays of(LaneEvents.LaneOutputs lane, int untilTick) {
      int[] due = lane.due();
      int[] appeared = lane.appeared();
      int[] delays =
          IntStream.range(0, due.length)
              .filter(i -> due[i] > 0 && appeared[i] != LaneEvents.NEVER)
              .map(i -> Math.max(0, appeared[i] - due[i]))
              .sorted()
              .toArray();
      int n = delays.length;
      if (n == 0) {
        return new LaneDelays(0, 0, 0, 0, 0);
      }
      int most = delays[(int) Math.ceil(MOST * (n - 1))];
      int[] longest = {most};
      LaneSilences.each(
          lane, untilTick, gap -> longest[0] = Math.max(longest[0], gap.ended() ? gap.ticks() : 0));
      return new LaneDelays(n, delays[0], delays[n / 2], most, longest[0]);
    }

    /** What is greater of its own and of the lanes that tell more. */
    private LaneDelays or(LaneDelays slowest, int patient) {
      boolean none = samples == 0;
      return new LaneDelays(
          samples,
          none ? slowest.least : Math.min(least, slowest.least),
          none ? slowest.median : median,
          Math.max(most, slowest.most),
          Math.max(longest, patient));
    }
  }

  /**
   * @param baseline outputs of the baseline, and what came of them until it ended
   */
  public static LaneBaseline of(LaneEvents baseline) {
    List<LaneDelays> own =
        IntStream.range(0, baseline.lanes())
            .mapToObj(lane -> LaneDelays.of(baseline.lane(lane), baseline.untilTick()))
            .toList();
    int enough = own.stream().anyMatch(lane -> lane.samples >= FEW) ? FEW : 1;
    List<LaneDelays> telling = own.stream().filter(lane -> lane.samples >= enough).toList();
    // Of several the first.
    Optional<LaneDelays> slowest =
        telling.stream().reduce((one, other) -> other.most > one.most ? other : one);
    int patient = telling.stream().mapToInt(LaneDelays::longest).max().orElse(0);
    return new LaneBaseline(
        own.stream()
            .map(
                lane ->
                    lane.samples >= enough || slowest.isEmpty()
                        ? lane
                        : lane.or(slowest.get(), patient))
            .toList(),
        slowest.isPresent());
  }

  /** Least delay of a lane's outputs. */
  public int least(int lane) {
    return lanes.get(lane).least;
  }

  public int median(int lane) {
    return lanes.get(lane).median;
  }

  public int most(int lane) {
    return lanes.get(lane).most;
  }

  public int wait(int lane) {
    return lanes.get(lane).longest;
  }
}
