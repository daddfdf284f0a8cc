package dev.rebound.analysis.timeline;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The course of things around one fault, in short buckets whose 0 is its first signal: for drawing.
 * The measures are in the results; this shows them.
 *
 * @param fault its number
 * @param signalMicros first signal, microseconds since the epoch
 * @param fromMillis start of the first bucket, from the signal
 * @param bucketMillis length of a bucket, 100 or more
 * @param watchedMillis until when the fault was watched: the next one, or the end of the load
 * @param batches whether output becomes visible in batches; then all times but the latencies' are
 *     those of receipt by a read-committed reader, else append times
 * @param outageMillis end of the outage; null if it did not end, or there was none to be seen
 * @param caughtUpMillis end of the recovery, likewise
 * @param bandMillis what the frontier age keeps inside of in the baseline; NaN without one
 * @param lanesDue how many lanes had anything due
 * @param lanesBelow how many of them the outage is made of
 * @param lanes the lanes that were below for longest, at most 64, input partitions first
 * @param due outputs due, per bucket
 * @param seen outputs that appeared for the first time, per bucket
 * @param ageMillis greatest frontier age, per bucket
 * @param latencyMillis length of the buckets of {@code p50} and {@code p99}: once or several times
 *     {@code bucketMillis}, long enough to hold some
 * @param p50 visible latency of what was due in a bucket; NaN if nothing was, infinite if that
 *     share never came
 * @param p99 likewise
 */
@RecordBuilder
public record FaultTimeline(
    int fault,
    long signalMicros,
    long fromMillis,
    long bucketMillis,
    long watchedMillis,
    boolean batches,
    @Nullable Long outageMillis,
    @Nullable Long caughtUpMillis,
    double bandMillis,
    int lanesDue,
    int lanesBelow,
    List<SceneLane> lanes,
    List<Integer> due,
    List<Integer> seen,
    List<Double> ageMillis,
    long latencyMillis,
    List<Double> p50,
    List<Double> p99) {

  /** In {@link SceneLane#states}: output came as usual. */
  public static final char FLOWS = 'f';

  /** Nothing came, and nothing was missing yet. */
  public static final char WAITS = 'w';

  /** The lane was below, and nothing came. */
  public static final char SILENT = 's';

  /** The lane was below, and something came. */
  public static final char BELOW = 'b';

  /** Much of what came had been delayed. */
  public static final char CATCHES_UP = 'c';

  /**
   * One lane.
   *
   * @param name such as {@code input partition 3}
   * @param below when it was below after the signal, as the outage is worked out from
   * @param states a letter per bucket
   * @param due outputs due, per bucket
   * @param seen outputs that appeared for the first time, per bucket
   */
  public record SceneLane(
      String name, List<SceneStop> below, String states, List<Integer> due, List<Integer> seen) {}

  /**
   * A time in which a lane was below, from the signal.
   *
   * @param ended false if it was still below when the watch ended
   * @param outage true if the outage is made of it; false of a later dip or second stop
   */
  public record SceneStop(long fromMillis, long untilMillis, boolean ended, boolean outage) {}
}
