package dev.rebound.analysis.recovery;

import dev.rebound.workload.due.Due;
import dev.rebound.workload.due.Walk;
import java.util.Arrays;

/**
 * Every output of a stretch of time, lane by lane: when it was due and when it appeared first.
 *
 * <p>The input lanes come first, then the output lanes; every output is in one of each. Times are
 * ticks of 100 µs from the start of the stretch; an output that never appeared has {@link #NEVER}.
 * Memory: 32 bytes per output of the stretch.
 */
final class LaneEvents {
  static final int NEVER = Integer.MAX_VALUE;
  static final long TICK_MICROS = 100;

  private final long fromMicros;
  private final long untilMicros;
  private final int inputs;
  private final Lane[] lanes;

  /** One lane's outputs. */
  static final class Lane {
    private long[] pairs = new long[64];
    private int size;
    private int[] due = new int[0];
    private int[] appeared = new int[0];
    private int[] settled = new int[0];
    private int[] seen = new int[0];

    private void add(int dueTick, int seenTick) {
      if (size == pairs.length) {
        pairs = Arrays.copyOf(pairs, 2 * size);
      }
      pairs[size++] = (long) dueTick << 32 | seenTick;
    }

    private void arrange() {
      Arrays.sort(pairs, 0, size);
      due = new int[size];
      appeared = new int[size];
      seen = new int[size];
      int count = 0;
      for (int i = 0; i < size; i++) {
        due[i] = (int) (pairs[i] >>> 32);
        int at = (int) pairs[i];
        appeared[i] = at;
        if (at != NEVER) {
          seen[count++] = at;
        }
      }
      seen = Arrays.copyOf(seen, count);
      Arrays.sort(seen);
      settled = appeared.clone();
      for (int i = size - 2; i >= 0; i--) {
        settled[i] = Math.min(settled[i], settled[i + 1]);
      }
      pairs = new long[0];
    }

    /** Ticks at which outputs were due, ascending. */
    int[] due() {
      return due;
    }

    /** For each of {@link #due}, when it appeared. */
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

    /** Ticks of first appearances, ascending. */
    int[] seen() {
      return seen;
    }
  }

  /**
   * Gathers what was due or appeared in a stretch, and what was due before it, never appeared, and
   * was not overtaken either.
   */
  LaneEvents(Due outputs, Times times, Grid grid, long fromMicros, long untilMicros) {
    this.fromMicros = fromMicros;
    this.untilMicros = untilMicros;
    this.inputs = outputs.inputLanes();
    this.lanes = new Lane[inputs + outputs.outputLanes()];
    Arrays.setAll(lanes, lane -> new Lane());
    for (int strand = 0; strand < outputs.strands(); strand++) {
      gather(strand, outputs, times, grid);
    }
    for (Lane lane : lanes) {
      lane.arrange();
    }
  }

  private void gather(int strand, Due outputs, Times times, Grid grid) {
    Walk walk = outputs.walk(strand);
    boolean placed = outputs.outputLanes() > 0;
    while (walk.next()) {
      long dueMicros = walk.dueMicros();
      if (dueMicros >= untilMicros) {
        return;
      }
      int input = walk.inputLane();
      boolean inside = dueMicros >= fromMicros;
      int due = tick(dueMicros);
      boolean last = walk.start() > grid.lastDelivered(strand, input);
      long end = walk.end();
      for (long i = walk.start(); i < end; i++) {
        boolean seen = times.seen(i);
        long at = seen ? times.micros(i) : Long.MAX_VALUE;
        boolean held = !seen && last;
        if (inside || (seen && at >= fromMicros && at < untilMicros) || (!inside && held)) {
          int tick = seen && at < untilMicros ? tick(at) : NEVER;
          lanes[input].add(due, tick);
          if (placed) {
            lanes[inputs + outputs.outputLane(i)].add(due, tick);
          }
        }
      }
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

  Lane lane(int lane) {
    return lanes[lane];
  }

  long fromMicros() {
    return fromMicros;
  }

  long untilMicros() {
    return untilMicros;
  }
}
