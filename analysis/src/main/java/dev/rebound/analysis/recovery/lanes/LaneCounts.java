package dev.rebound.analysis.recovery.lanes;

import dev.rebound.analysis.check.FirstTimes;
import dev.rebound.oracle.due.DueInputWalk;
import dev.rebound.oracle.due.DueTable;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Outputs due and outputs seen for the first time, counted per lane and bucket of time.
 *
 * <p>It draws; what is measured comes from the times themselves. The input lanes come first, then
 * the output lanes; every output is in one of each. Due is counted at the time it was due, seen at
 * the time of the first appearance. Buckets are 100 ms, longer for runs so long that the grid would
 * have more than four million cells; 8 bytes per cell.
 */
public final class LaneCounts {
  private static final long[] BUCKET_MILLIS = {100, 200, 500, 1000};
  private static final long CELLS_MAX = 4_000_000;

  private final DueTable outputs;
  private final AppearanceTimes times;
  private final long startMicros;
  private final long bucketMicros;
  private final int buckets;
  private final int[][] due;
  private final int[][] seen;
  private final long[][] lastDelivered;
  private final long loadEndMicros;

  /**
   * @param lastMicros latest time of any appearance
   */
  public LaneCounts(DueTable outputs, AppearanceTimes times, TimeRange load, long lastMicros) {
    this.outputs = outputs;
    this.times = times;
    this.startMicros = Math.floorDiv(load.startMicros(), 1_000_000L) * 1_000_000L;
    this.loadEndMicros = load.endMicros();
    int lanes = outputs.inputLanes() + outputs.outputLanes();
    long lengthMicros = Math.max(load.endMicros(), lastMicros) - startMicros + 1_000_000;
    this.bucketMicros =
        LongStream.of(BUCKET_MILLIS)
                .filter(millis -> lengthMicros / (millis * 1000) * lanes <= CELLS_MAX)
                .findFirst()
                .orElse(BUCKET_MILLIS[BUCKET_MILLIS.length - 1])
            * 1000;
    this.buckets = (int) (lengthMicros / bucketMicros) + 1;
    this.due = new int[lanes][buckets + 1];
    this.seen = new int[lanes][buckets + 1];
    this.lastDelivered = new long[outputs.strands()][outputs.inputLanes()];
    for (int strand = 0; strand < outputs.strands(); strand++) {
      Arrays.fill(lastDelivered[strand], -1);
      fill(strand);
    }
    for (int lane = 0; lane < lanes; lane++) {
      Arrays.parallelPrefix(due[lane], Integer::sum);
      Arrays.parallelPrefix(seen[lane], Integer::sum);
    }
  }

  /** False where nobody has said what is due, so that nothing that was seen is counted. */
  public boolean dueAtAll() {
    return outputs.size() > 0;
  }

  private void fill(int strand) {
    DueInputWalk walk = outputs.walk(strand);

    int inputs = outputs.inputLanes();
    boolean placed = outputs.outputLanes() > 0;
    while (walk.next()) {
      int input = walk.inputLane();
      long start = walk.start();
      long end = walk.end();
      int dueBucket = bucket(walk.dueMicros());
      due[input][dueBucket + 1] += (int) (end - start);
      for (long i = start; i < end; i++) {
        int output = placed ? inputs + outputs.outputLane(i) : input;
        due[output][dueBucket + 1] += placed ? 1 : 0;
        long at = times.micros(i);
        if (at == FirstTimes.NEVER) {
          continue;
        }
        lastDelivered[strand][input] = start;
        int seenBucket = bucket(at);
        seen[input][seenBucket + 1]++;
        seen[output][seenBucket + 1] += placed ? 1 : 0;
      }
    }
  }

  /** Bucket that a time is in; the first or the last one if it lies outside. */
  public int bucket(long micros) {
    return (int) Math.max(0, Math.min(buckets - 1, (micros - startMicros) / bucketMicros));
  }

  public long bucketEndMicros(int bucket) {
    return startMicros + (bucket + 1) * bucketMicros;
  }

  /** The end of the last bucket. */
  public long endMicros() {
    return bucketEndMicros(buckets - 1);
  }

  /**
   * Outputs due in buckets from (included) to to (excluded), over all lanes of one kind; outside of
   * the grid there are none.
   */
  public long due(int from, int to) {
    return between(due, from, to);
  }

  /** Distinct outputs that appeared, likewise. */
  public long seen(int from, int to) {
    return between(seen, from, to);
  }

  private long between(int[][] cumulative, int from, int to) {
    int low = Math.max(0, Math.min(buckets, from));
    int high = Math.max(0, Math.min(buckets, to));
    return IntStream.range(0, outputs.inputLanes())
        .mapToLong(lane -> cumulative[lane][high] - cumulative[lane][low])
        .sum();
  }

  /** Whether nothing has overtaken an input of a strand, so that it holds its lane up. */
  public boolean holds(int strand, DueInputWalk input) {
    return input.start() > lastDelivered[strand][input.inputLane()];
  }

  /** When the last of an input's outputs appeared; the end of the observation if one is held. */
  public long completedMicros(AppearanceTimes axis, int strand, DueInputWalk input) {
    long completed = Long.MIN_VALUE;
    long end = input.end();
    for (long i = input.start(); i < end; i++) {
      long at = axis.micros(i);
      if (at != FirstTimes.NEVER) {
        completed = Math.max(completed, at);
      } else if (holds(strand, input)) {
        return Math.max(input.dueMicros(), endMicros());
      }
    }
    return completed;
  }

  /** Whole buckets that cover a length of time. */
  public int bucketsOver(long micros) {
    return (int) -Math.floorDiv(-micros, bucketMicros);
  }

  public String laneName(int lane) {
    return laneName(lane, outputs.inputLanes());
  }

  /** The name of a lane where the first so many are input lanes. */
  public static String laneName(int lane, int inputs) {
    return lane < inputs ? "input partition " + lane : "output partition " + (lane - inputs);
  }

  public int lanes() {
    return due.length;
  }

  public int buckets() {
    return buckets;
  }

  public long bucketMillis() {
    return bucketMicros / 1000;
  }

  public long startMicros() {
    return startMicros;
  }

  /** Intended send time of the last record. */
  public long loadEndMicros() {
    return loadEndMicros;
  }
}
