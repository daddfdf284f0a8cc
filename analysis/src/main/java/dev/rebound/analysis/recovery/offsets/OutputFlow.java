package dev.rebound.analysis.recovery.offsets;

import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rate at which records were appended to each output partition, whatever they are, against that
 * of the baseline: counts in cells of 50 ms, longer in runs so long that there would be more than
 * eight million; 4 bytes each.
 */
public final class OutputFlow {
  private static final long CELL_MICROS = 50_000;
  private static final long CELLS_MAX = 8_000_000;

  private final long startMicros;
  private final long cellMicros;
  private final int[][] before;
  private final LaneFlow[] lanes;
  private final LaneFlow together;

  /**
   * @param clockMillis by how much append times are set right
   */
  public OutputFlow(
      Path observed, int outputs, long clockMillis, TimeRange load, TimeRange baseline)
      throws IOException {
    this.startMicros = load.startMicros();
    long length = Math.max(1, load.micros());
    long cell = CELL_MICROS;
    while (length / cell * outputs > CELLS_MAX) {
      cell *= 2;
    }
    this.cellMicros = cell;
    this.before = new int[outputs][(int) (length / cell) + 2];
    try (ObservedFile.Reader entry = new ObservedFile.Reader(observed)) {
      while (entry.next()) {
        long at = (entry.appendMillis() - clockMillis) * 1000;
        if (entry.place() == 0 && entry.partition() < outputs && load.contains(at)) {
          before[entry.partition()][(int) ((at - startMicros) / cell) + 1]++;
        }
      }
    }
    this.lanes = new LaneFlow[outputs];
    int[] sum = new int[before[0].length];
    for (int lane = 0; lane < outputs; lane++) {
      for (int i = 1; i < before[lane].length; i++) {
        before[lane][i] += before[lane][i - 1];
        sum[i] += before[lane][i];
      }
      lanes[lane] = flow(before[lane], baseline);
    }
    this.together = flow(sum, baseline);
  }

  private LaneFlow flow(int[] counts, TimeRange baseline) {
    return new LaneFlow(
        counts, cellMicros, cell(baseline.startMicros()), cell(baseline.endMicros()));
  }

  private int cell(long micros) {
    long cell = Math.floorDiv(micros - startMicros, cellMicros);
    return (int) Math.max(0, Math.min(before[0].length - 1L, cell));
  }

  private long micros(long cell) {
    return startMicros + cell * cellMicros;
  }

  /** How many partitions had so much output in the baseline that their flow is known. */
  public int known() {
    return (int) Arrays.stream(lanes).filter(LaneFlow::known).count();
  }

  /** How many had none that could be held against. */
  public int unknown() {
    return lanes.length - known();
  }

  /**
   * Until when all output together was surely less than in the baseline, in a time in which
   * something stood still; {@link Long#MIN_VALUE} if it does not show.
   */
  public long lessUntil(long fromMicros, long untilMicros) {
    int less = together.known() ? together.lessUntil(cell(fromMicros), cell(untilMicros)) : -1;
    return less < 0 ? Long.MIN_VALUE : micros(less);
  }

  /** What is shorter cannot be seen on every lane. */
  public long floorMicros() {
    return Arrays.stream(lanes)
        .filter(LaneFlow::known)
        .mapToLong(lane -> lane.floorCells() * cellMicros)
        .max()
        .orElse(0);
  }

  /**
   * The stretches in which lanes had less output than in the baseline.
   *
   * @param firstLane number of the first one
   */
  public List<UncertainInterval> below(TimeRange watch, int firstLane) {
    return stretches(watch, firstLane, LaneFlow::below);
  }

  /**
   * Those in which they had more: what had been delayed was worked off.
   *
   * @param slackMicros what is delayed by no more is not late
   */
  public List<UncertainInterval> above(TimeRange watch, int firstLane, long slackMicros) {
    double slack = (double) slackMicros / cellMicros;
    return stretches(watch, firstLane, (lane, from, until) -> lane.above(from, until, slack));
  }

  private interface Finder {
    List<UncertainInterval> find(LaneFlow lane, int from, int until);
  }

  private List<UncertainInterval> stretches(TimeRange watch, int firstLane, Finder finder) {
    List<UncertainInterval> found = new ArrayList<>();
    int until = cell(watch.endMicros());
    for (int lane = 0; lane < lanes.length; lane++) {
      int number = firstLane + lane;
      int from = cell(watch.startMicros() - 2L * lanes[lane].floorCells() * cellMicros);
      if (lanes[lane].known()) {
        finder.find(lanes[lane], from, until).stream()
            .map(s -> s.map(number, this::micros))
            .map(s -> s.open() ? s.until(watch.endMicros()) : s)
            .forEach(found::add);
      }
    }
    return found;
  }
}
