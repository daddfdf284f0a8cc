package dev.rebound.analysis.recovery;

import dev.rebound.analysis.check.FirstTimes;
import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.Walk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Every output of a stretch of time, lane by lane: when it was due and when it appeared first.
 *
 * <p>The input lanes come first, then the output lanes; every output is in one of each. Times are
 * ticks of 100 µs from the start of the stretch; an output that never appeared has {@link #NEVER}.
 * Memory: 24 bytes per output of the stretch, 8 more where it is asked when each appeared.
 */
final class LaneEvents {
  static final int NEVER = Integer.MAX_VALUE;
  static final long TICK_MICROS = 100;
  private static final int[] NONE = new int[0];

  private final long fromMicros;
  private final long untilMicros;
  private final int inputs;
  private final boolean placed;
  private final LaneOutputs[] lanes;

  /** One lane's outputs. */
  static final class LaneOutputs {
    /** Larger arrays would be copied as they grow, and be larger than they must. */
    private static final int PART = 4096;

    /**
     * How many others a time moves past on average, at most, where sorting so is the quicker way.
     */
    private static final long SORTED_MOVES = 8;

    private final List<long[]> parts = new ArrayList<>();
    private long[] part = new long[0];
    private int inPart;
    private int size;
    private int newestDue;
    private boolean ordered = true;
    private int[] lost = NONE;
    private int losses;
    private int[] due = NONE;
    private int[] appeared = NONE;
    private int[] settled = NONE;
    private int[] seen = NONE;

    private void add(int dueTick, int seenTick) {
      if (inPart == part.length) {
        part = new long[PART];
        parts.add(part);
        inPart = 0;
      }
      ordered &= newestDue <= dueTick;
      newestDue = dueTick;
      part[inPart++] = (long) dueTick << 32 | seenTick;
      size++;
    }

    private void lose(int dueTick) {
      if (losses == lost.length) {
        lost = Arrays.copyOf(lost, Math.max(16, 2 * losses));
      }
      lost[losses++] = dueTick;
    }

    /**
     * Puts in order what was added.
     *
     * @param delays whether {@link #appeared} is asked for
     */
    private void arrange(boolean delays) {
      due = new int[size];
      appeared = new int[size];
      for (int i = 0; i < size; i++) {
        long pair = parts.get(i / PART)[i % PART];
        due[i] = (int) (pair >>> 32);
        appeared[i] = (int) pair;
      }
      parts.clear();
      part = new long[0];
      lost = Arrays.copyOf(lost, losses);
      Arrays.sort(lost);
      if (!ordered) {
        sort();
      }
      int from = 0;
      for (int i = 1; i <= size; i++) {
        if (i == size || due[i] != due[from]) {
          if (i - from > 1) {
            Arrays.sort(appeared, from, i);
          }
          from = i;
        }
      }
      seen = inOrder();
      settled = delays ? appeared.clone() : appeared;
      for (int i = size - 2; i >= 0; i--) {
        settled[i] = Math.min(settled[i], settled[i + 1]);
      }
      appeared = delays ? appeared : NONE;
    }

    /** Sorts the outputs of several strands, each of which is in order. */
    private void sort() {
      long[] pairs = new long[size];
      for (int i = 0; i < size; i++) {
        pairs[i] = (long) due[i] << 32 | appeared[i];
      }
      Arrays.sort(pairs);
      for (int i = 0; i < size; i++) {
        due[i] = (int) (pairs[i] >>> 32);
        appeared[i] = (int) pairs[i];
      }
    }

    private int[] inOrder() {
      int count = 0;
      for (int i = 0; i < size; i++) {
        count += appeared[i] == NEVER ? 0 : 1;
      }
      int[] ticks = new int[count];
      count = 0;
      for (int i = 0; i < size; i++) {
        if (appeared[i] != NEVER) {
          ticks[count++] = appeared[i];
        }
      }
      sortNearly(ticks);
      return ticks;
    }

    /** Times of a lane are nearly in order: each need move past a few others only. */
    private static void sortNearly(int[] ticks) {
      long moves = SORTED_MOVES * ticks.length;
      for (int i = 1; i < ticks.length; i++) {
        int tick = ticks[i];
        int to = i;
        while (to > 0 && ticks[to - 1] > tick) {
          ticks[to] = ticks[to - 1];
          to--;
        }
        ticks[to] = tick;
        moves -= i - to;
        if (moves < 0) {
          Arrays.sort(ticks);
          return;
        }
      }
    }

    /** Ticks at which outputs were due, ascending. */
    int[] due() {
      return due;
    }

    /** For each of {@link #due}, when it appeared; nothing unless that was asked for. */
    int[] appeared() {
      return appeared;
    }

    /**
     * For each of {@link #due}, when it or one that was due later had appeared: from then on it
     * does not hold the lane up, even if it is lost. {@link #NEVER} if it does to the end.
     */
    int[] settled() {
      return settled;
    }

    /** Those of {@link #due} that never appeared and do not hold the lane up, ascending. */
    int[] lost() {
      return lost;
    }

    /** Ticks of first appearances, ascending. */
    int[] seen() {
      return seen;
    }
  }

  /**
   * Gathers what was due or appeared in a stretch, and what was due before it, never appeared, and
   * was not overtaken either.
   *
   * @param delays whether {@link LaneOutputs#appeared} is asked for
   */
  LaneEvents(
      DueTable outputs,
      AppearanceTimes times,
      Grid grid,
      long fromMicros,
      long untilMicros,
      boolean delays) {
    this.fromMicros = fromMicros;
    this.untilMicros = untilMicros;
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

  private void gather(int strand, DueTable outputs, AppearanceTimes times, Grid grid) {
    Walk inside = outputs.walk(strand, fromMicros);
    long before = inside == null ? outputs.firstOf(strand + 1) : inside.start();
    Walk walk = outputs.walk(strand);
    for (long i = outputs.firstOf(strand); i < before; i++) {
      long at = times.micros(i);
      if (at < fromMicros) {
        continue;
      }
      walk.seek(i);
      int input = walk.inputLane();
      boolean held = at == FirstTimes.NEVER && walk.start() > grid.lastDelivered(strand, input);
      if (held || at < untilMicros) {
        add(tick(walk.dueMicros()), at, input, outputs.outputLane(i), false);
      }
    }
    if (inside == null) {
      return;
    }
    do {
      if (inside.dueMicros() >= untilMicros) {
        return;
      }
      int due = tick(inside.dueMicros());
      int input = inside.inputLane();
      long end = inside.end();
      boolean overtaken = inside.start() <= grid.lastDelivered(strand, input);
      for (long i = inside.start(); i < end; i++) {
        long at = times.micros(i);
        boolean lost = at == FirstTimes.NEVER && overtaken;
        add(due, at, input, placed ? outputs.outputLane(i) : 0, lost);
      }
    } while (inside.next());
  }

  private void add(int due, long at, int input, int output, boolean lost) {
    int appeared = at < untilMicros ? tick(at) : NEVER;
    add(lanes[input], due, appeared, lost);
    if (placed) {
      add(lanes[inputs + output], due, appeared, lost);
    }
  }

  private static void add(LaneOutputs lane, int due, int appeared, boolean lost) {
    lane.add(due, appeared);
    if (lost) {
      lane.lose(due);
    }
  }

  /** Tick of a time; what lies before the stretch counts as its start. */
  int tick(long micros) {
    return (int) Math.min(NEVER - 1L, Math.max(0, Math.floorDiv(micros - fromMicros, TICK_MICROS)));
  }

  long micros(long tick) {
    return fromMicros + tick * TICK_MICROS;
  }

  int lanes() {
    return lanes.length;
  }

  /** True of an input lane; the others are output lanes, which only show what those bring. */
  boolean isInput(int lane) {
    return lane < inputs;
  }

  LaneOutputs lane(int lane) {
    return lanes[lane];
  }

  long untilMicros() {
    return untilMicros;
  }
}
