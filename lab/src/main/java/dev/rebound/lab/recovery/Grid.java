package dev.rebound.lab.recovery;

import dev.rebound.lab.check.Cursor;
import dev.rebound.lab.check.Expected;
import java.util.Arrays;

/**
 * Outputs due and outputs seen for the first time, counted per lane and bucket of time.
 *
 * <p>It draws; what is measured comes from the times themselves. Lanes 0 … P−1 are the input
 * partitions, P … 2P−1 the output partitions; every output is in one of each. Due is counted at the
 * intended send time, seen at the time of the first appearance. Buckets are 100 ms, longer for runs
 * so long that the grid would have more than four million cells; 8 bytes per cell.
 */
final class Grid {
  private static final long[] BUCKET_MILLIS = {100, 200, 500, 1000};
  private static final long CELLS_MAX = 4_000_000;

  /** A stretch of time, microseconds since the epoch. */
  record Interval(long startMicros, long endMicros) {
    boolean contains(long micros) {
      return micros >= startMicros && micros < endMicros;
    }
  }

  private final Expected expected;
  private final Times times;
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
  Grid(Expected expected, Times times, Interval load, long lastMicros) {
    this.expected = expected;
    this.times = times;
    this.startMicros = Math.floorDiv(load.startMicros(), 1_000_000L) * 1_000_000L;
    this.loadEndMicros = load.endMicros();
    int lanes = 2 * expected.partitions();
    long lengthMicros = Math.max(load.endMicros(), lastMicros) - startMicros + 1_000_000;
    this.bucketMicros = bucketMicros(lengthMicros, lanes);
    this.buckets = (int) (lengthMicros / bucketMicros) + 1;
    this.due = new int[lanes][buckets + 1];
    this.seen = new int[lanes][buckets + 1];
    this.lastDelivered = new long[expected.generators()][expected.partitions()];
    for (int g = 0; g < expected.generators(); g++) {
      Arrays.fill(lastDelivered[g], -1);
      fill(g);
    }
    accumulate(due);
    accumulate(seen);
  }

  private static long bucketMicros(long lengthMicros, int lanes) {
    for (long millis : BUCKET_MILLIS) {
      if (lengthMicros / (millis * 1000) * lanes <= CELLS_MAX) {
        return millis * 1000;
      }
    }
    return BUCKET_MILLIS[BUCKET_MILLIS.length - 1] * 1000;
  }

  private void fill(int generator) {
    Cursor record = expected.cursor(generator);
    Place dueAt = new Place();
    Place seenAt = new Place();
    int partitions = expected.partitions();
    while (record.next()) {
      int input = record.inputPartition();
      long intended = record.intendedMicros();
      long start = record.start();
      long end = record.end();
      int dueBucket = dueAt.bucket(intended);
      due[input][dueBucket + 1] += (int) (end - start);
      for (long i = start; i < end; i++) {
        int output = partitions + expected.outputPartition(expected.rule(i));
        due[output][dueBucket + 1]++;
        if (!times.seen(i)) {
          continue;
        }
        lastDelivered[generator][input] = record.sequence();
        long at = times.micros(i);
        int seenBucket = seenAt.bucket(at);
        seen[input][seenBucket + 1]++;
        seen[output][seenBucket + 1]++;
      }
    }
  }

  /**
   * Finds buckets of times that mostly lie in the same one as the time before: no division then.
   */
  final class Place {
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
    for (int lane = 0; lane < expected.partitions(); lane++) {
      sum += due(lane, from, to);
    }
    return sum;
  }

  /** {@link #seen(int, int, int)} over all lanes of one kind. */
  long seen(int from, int to) {
    long sum = 0;
    for (int lane = 0; lane < expected.partitions(); lane++) {
      sum += seen(lane, from, to);
    }
    return sum;
  }

  /** Last record of a generator on an input partition of which any output appeared; −1 if none. */
  long lastDelivered(int generator, int inputPartition) {
    return lastDelivered[generator][inputPartition];
  }

  /** Whole buckets that cover a length of time. */
  int bucketsOver(long micros) {
    return (int) -Math.floorDiv(-micros, bucketMicros);
  }

  String laneName(int lane) {
    int partitions = expected.partitions();
    return lane < partitions
        ? "input partition " + lane
        : "output partition " + (lane - partitions);
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
