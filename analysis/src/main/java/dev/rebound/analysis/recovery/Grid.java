package dev.rebound.analysis.recovery;

import dev.rebound.analysis.check.FirstTimes;
import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.Walk;
import java.util.Arrays;

/**
 * Outputs due and outputs seen for the first time, counted per lane and bucket of time.
 *
 * <p>It draws; what is measured comes from the times themselves. The input lanes come first, then
 * the output lanes; every output is in one of each. Due is counted at the time it was due, seen at
 * the time of the first appearance. Buckets are 100 ms, longer for runs so long that the grid would
 * have more than four million cells; 8 bytes per cell.
 */
final class Grid {
  private static final long[] BUCKET_MILLIS = {100, 200, 500, 1000};
  private static final long CELLS_MAX = 4_000_000;

  /** A stretch of time, microseconds since the epoch. */
  record TimeRange(long startMicros, long endMicros) {
    boolean contains(long micros) {
      return micros >= startMicros && micros < endMicros;
    }
  }

  private final DueTable outputs;
  private final AppearanceTimes times;
  private final long startMicros;
  private final long bucketMicros;
  private final int buckets;
  private final int[][] due;
  private final int[][] seen;
  private final long[][] lastDelivered;
  private long loadEndMicros;

  /**
   * @param lastMicros latest time of any appearance
   */
  Grid(DueTable outputs, AppearanceTimes times, TimeRange load, long lastMicros) {
    this.outputs = outputs;
    this.times = times;
    this.startMicros = Math.floorDiv(load.startMicros(), 1_000_000L) * 1_000_000L;
    this.loadEndMicros = load.endMicros();
    int lanes = outputs.inputLanes() + outputs.outputLanes();
    long lengthMicros = Math.max(load.endMicros(), lastMicros) - startMicros + 1_000_000;
    this.bucketMicros = bucketMicros(lengthMicros, lanes);
    this.buckets = (int) (lengthMicros / bucketMicros) + 1;
    this.due = new int[lanes][buckets + 1];
    this.seen = new int[lanes][buckets + 1];
    this.lastDelivered = new long[outputs.strands()][outputs.inputLanes()];
    for (int strand = 0; strand < outputs.strands(); strand++) {
      Arrays.fill(lastDelivered[strand], -1);
      fill(strand);
    }
    accumulate(due);
    accumulate(seen);
  }

  /** False where nobody has said what is due, so that nothing that was seen is counted. */
  boolean dueAtAll() {
    return outputs.size() > 0;
  }

  private static long bucketMicros(long lengthMicros, int lanes) {
    for (long millis : BUCKET_MILLIS) {
      if (lengthMicros / (millis * 1000) * lanes <= CELLS_MAX) {
        return millis * 1000;
      }
    }
    return BUCKET_MILLIS[BUCKET_MILLIS.length - 1] * 1000;
  }

  private void fill(int strand) {
    Walk walk = outputs.walk(strand);
    BucketFinder dueAt = new BucketFinder();
    BucketFinder seenAt = new BucketFinder();
    int inputs = outputs.inputLanes();
    boolean placed = outputs.outputLanes() > 0;
    while (walk.next()) {
      int input = walk.inputLane();
      long start = walk.start();
      long end = walk.end();
      int dueBucket = dueAt.bucket(walk.dueMicros());
      due[input][dueBucket + 1] += (int) (end - start);
      for (long i = start; i < end; i++) {
        int output = placed ? inputs + outputs.outputLane(i) : input;
        due[output][dueBucket + 1] += placed ? 1 : 0;
        long at = times.micros(i);
        if (at == FirstTimes.NEVER) {
          continue;
        }
        lastDelivered[strand][input] = start;
        int seenBucket = seenAt.bucket(at);
        seen[input][seenBucket + 1]++;
        seen[output][seenBucket + 1] += placed ? 1 : 0;
      }
    }
  }

  /**
   * Finds buckets of times that mostly lie in the same one as the time before: no division then.
   */
  final class BucketFinder {
    private long fromMicros = Long.MAX_VALUE;
    private long untilMicros = Long.MIN_VALUE;
    private int bucket;

    int bucket(long micros) {
      if (micros < fromMicros || micros >= untilMicros) {
        bucket = Grid.this.bucket(micros);
        untilMicros = bucketEndMicros(bucket);
        fromMicros = untilMicros - bucketMicros;
      }
      return bucket;
    }
  }

  private static void accumulate(int[][] counts) {
    for (int[] lane : counts) {
      for (int b = 1; b < lane.length; b++) {
        lane[b] += lane[b - 1];
      }
    }
  }

  /** Bucket that a time is in; the first or the last one if it lies outside. */
  int bucket(long micros) {
    return (int) Math.max(0, Math.min(buckets - 1, (micros - startMicros) / bucketMicros));
  }

  long bucketEndMicros(int bucket) {
    return startMicros + (bucket + 1) * bucketMicros;
  }

  /**
   * Outputs due in buckets from (included) to to (excluded); outside of the grid there are none.
   */
  int due(int lane, int from, int to) {
    return between(due[lane], from, to);
  }

  /** Distinct outputs that appeared in buckets from (included) to to (excluded). */
  int seen(int lane, int from, int to) {
    return between(seen[lane], from, to);
  }

  private int between(int[] cumulative, int from, int to) {
    return cumulative[clamp(to)] - cumulative[clamp(from)];
  }

  private int clamp(int bucket) {
    return Math.max(0, Math.min(buckets, bucket));
  }

  /** {@link #due(int, int, int)} over all lanes of one kind. */
  long due(int from, int to) {
    long sum = 0;
    for (int lane = 0; lane < outputs.inputLanes(); lane++) {
      sum += due(lane, from, to);
    }
    return sum;
  }

  /** {@link #seen(int, int, int)} over all lanes of one kind. */
  long seen(int from, int to) {
    long sum = 0;
    for (int lane = 0; lane < outputs.inputLanes(); lane++) {
      sum += seen(lane, from, to);
    }
    return sum;
  }

  /**
   * Number of the first output of the last input, of a strand and an input lane, of which any
   * output appeared; −1 if there is none.
   */
  long lastDelivered(int strand, int inputLane) {
    return lastDelivered[strand][inputLane];
  }

  /** Whole buckets that cover a length of time. */
  int bucketsOver(long micros) {
    return (int) -Math.floorDiv(-micros, bucketMicros);
  }

  String laneName(int lane) {
    int inputs = outputs.inputLanes();
    return lane < inputs ? "input partition " + lane : "output partition " + (lane - inputs);
  }

  int lanes() {
    return due.length;
  }

  int buckets() {
    return buckets;
  }

  long bucketMillis() {
    return bucketMicros / 1000;
  }

  long startMicros() {
    return startMicros;
  }

  /** Intended send time of the last record. */
  long loadEndMicros() {
    return loadEndMicros;
  }
}
