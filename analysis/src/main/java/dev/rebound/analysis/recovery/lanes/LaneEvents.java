package dev.rebound.analysis.recovery.lanes;

import dev.rebound.analysis.check.FirstTimes;
import dev.rebound.oracle.due.DueInputWalk;
import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.LargeArrays;
import java.util.Arrays;

/**
 * Every output of a stretch of time, lane by lane: when it was due and when it appeared first.
 *
 * <p>The input lanes come first, then the output lanes; every output is in one of each. Times are
 * ticks of 100 µs from the start of the stretch; an output that never appeared has {@link #NEVER}.
 * Memory: 24 bytes per output of the stretch, 8 more where it is asked when each appeared.
 */
public final class LaneEvents {
  public static final int NEVER = Integer.MAX_VALUE;
  public static final long TICK_MICROS = 100;
  private static final int[] NONE = new int[0];

  private final TimeRange stretch;
  private final int inputs;
  private final boolean placed;
  private final LaneOutputs[] lanes;

  /** One lane's outputs. */
  public static final class LaneOutputs {
    private LargeArrays.Longs pairs = new LargeArrays.Longs();
    private LargeArrays.Longs losses = new LargeArrays.Longs();
    private int[] lost = NONE;
    private int[] due = NONE;
    private int[] appeared = NONE;
    private int[] settled = NONE;
    private int[] seen = NONE;

    private void add(int dueTick, int seenTick, boolean isLost) {

      pairs.add((long) dueTick << 32 | seenTick);
      if (isLost) {
        losses.add(dueTick);
      }
    }

    private static long[] all(LargeArrays.Longs values) {
      long[] all = new long[(int) values.size()];
      Arrays.setAll(all, values::get);
      return all;
    }

    /**
     * Puts in order what was added.
     *
     * @param delays whether {@link #appeared} is asked for
     */
    private void arrange(boolean delays) {
      long[] all = all(pairs);
      pairs = new LargeArrays.Longs();
      Arrays.sort(all);
      int size = all.length;
      due = new int[size];
      appeared = new int[size];
      for (int i = 0; i < size; i++) {
        due[i] = (int) (all[i] >>> 32);
        appeared[i] = (int) all[i];
      }
      lost = Arrays.stream(all(losses)).mapToInt(tick -> (int) tick).sorted().toArray();
      losses = new LargeArrays.Longs();

      seen = Arrays.stream(appeared).filter(tick -> tick != NEVER).toArray();
      Arrays.sort(seen);
      settled = delays ? appeared.clone() : appeared;
      for (int i = size - 2; i >= 0; i--) {
        settled[i] = Math.min(settled[i], settled[i + 1]);
      }
      appeared = delays ? appeared : NONE;
    }

    /** Ticks at which outputs were due, ascending. */
    public int[] due() {
      return due;
    }

    /** For each of {@link #due}, when it appeared; nothing unless that was asked for. */
    public int[] appeared() {
      return appeared;
    }

    /**
     * For each of {@link #due}, when it or one that was due later had appeared: from then on it
     * does not hold the lane up, even if it is lost. {@link #NEVER} if it does to the end.
     */
    public int[] settled() {
      return settled;
    }

    /** Those of {@link #due} that never appeared and do not hold the lane up, ascending. */
    public int[] lost() {
      return lost;
    }

    /** Ticks of first appearances, ascending. */
    public int[] seen() {
      return seen;
    }
  }

  /**
   * Gathers what was due or appeared in a stretch, and what was due before it, never appeared, and
   * was not overtaken either.
   *
   * @param delays whether {@link LaneOutputs#appeared} is asked for
   */
  public LaneEvents(
      DueTable outputs, AppearanceTimes times, LaneCounts grid, TimeRange stretch, boolean delays) {
    this.stretch = stretch;
    this.inputs = outputs.inputLanes();
    this.placed = outputs.outputLanes() > 0;
    this.lanes = new LaneOutputs[inputs + outputs.outputLanes()];
    Arrays.setAll(lanes, lane -> new LaneOutputs());
    for (int strand = 0; strand < outputs.strands(); strand++) {
      gather(strand, outputs, times, grid);
    }
    for (LaneOutputs lane : lanes) {
      lane.arrange(delays);
    }
  }

  private void gather(int strand, DueTable outputs, AppearanceTimes times, LaneCounts grid) {
    DueInputWalk inside = outputs.walk(strand, stretch.startMicros());
    long before = inside == null ? outputs.firstOf(strand + 1) : inside.start();
    DueInputWalk walk = outputs.walk(strand);
    for (long i = outputs.firstOf(strand); i < before; i++) {
      long at = times.micros(i);
      if (at < stretch.startMicros()) {
        continue;
      }
      walk.seek(i);
      if (at < stretch.endMicros() || (at == FirstTimes.NEVER && grid.holds(strand, walk))) {
        add(tick(walk.dueMicros()), at, walk.inputLane(), outputs.outputLane(i), false);
      }
    }
    if (inside == null) {
      return;
    }
    do {
      if (inside.dueMicros() >= stretch.endMicros()) {
        return;
      }
      int due = tick(inside.dueMicros());
      int input = inside.inputLane();
      long end = inside.end();
      boolean overtaken = !grid.holds(strand, inside);
      for (long i = inside.start(); i < end; i++) {
        long at = times.micros(i);
        boolean lost = at == FirstTimes.NEVER && overtaken;
        add(due, at, input, placed ? outputs.outputLane(i) : 0, lost);
      }
    } while (inside.next());
  }

  private void add(int due, long at, int input, int output, boolean lost) {
    int appeared = at < stretch.endMicros() ? tick(at) : NEVER;
    lanes[input].add(due, appeared, lost);
    if (placed) {
      lanes[inputs + output].add(due, appeared, lost);
    }
  }

  /** Tick of a time; what lies before the stretch counts as its start. */
  public int tick(long micros) {
    long ticks = Math.floorDiv(micros - stretch.startMicros(), TICK_MICROS);
    return (int) Math.min(NEVER - 1L, Math.max(0, ticks));
  }

  public long micros(long tick) {
    return stretch.startMicros() + tick * TICK_MICROS;
  }

  public int lanes() {
    return lanes.length;
  }

  /** True of an input lane; the others are output lanes, which only show what those bring. */
  public boolean isInput(int lane) {
    return lane < inputs;
  }

  public LaneOutputs lane(int lane) {
    return lanes[lane];
  }

  public long untilMicros() {
    return stretch.endMicros();
  }

  /** The end of the stretch in ticks. */
  public int untilTick() {
    return tick(stretch.endMicros());
  }
}
