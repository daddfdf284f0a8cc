package dev.rebound.lab.recovery;

import dev.rebound.lab.result.Results.Span;
import dev.rebound.lab.result.Results.StepResult;
import java.util.List;

/**
 * Tells for each fault until when not every lane flowed.
 *
 * <p>A lane is below at time t while the distinct outputs that it showed in the trailing window W
 * are fewer than min(0.95 E, E − 3√E). E counts what was certainly due in that window: a lane's
 * normal delay lies between the least (a) and the greatest (b) of its baseline, so an output
 * intended after t − W − a and not after t − b must normally appear after t − W and not after t.
 * Neither batches of commits nor the normal delay then read as a dip, while a lane that stops is
 * below as soon as its window has run dry. A lane of which everything that was intended up to t − b
 * is there is not below, however few outputs the window shows: after a recovery they may come
 * sooner than any of the baseline.
 */
final class Outages {
  private static final long WINDOW_MILLIS_MIN = 1000;
  private static final long WINDOW_MILLIS_MAX = 60_000;
  private static final double DUE_MIN = 25;

  private final Grid grid;
  private final int every;
  private final long batchMillis;
  private final int[] window;
  private final int[] leastDelay;
  private final int[] greatestDelay;
  private int judged;
  private int thin;
  private int uneven;

  /**
   * @param batchMillis interval at which output becomes visible in batches; 0 if it does not
   * @param every every so many-th match emits an output
   */
  Outages(Grid grid, long batchMillis, int every) {
    this.grid = grid;
    this.every = every;
    this.batchMillis = batchMillis;
    this.window = new int[grid.lanes()];
    this.leastDelay = new int[grid.lanes()];
    this.greatestDelay = new int[grid.lanes()];
    long bucketMicros = grid.bucketMillis() * 1000;
    for (int lane = 0; lane < grid.lanes(); lane++) {
      int due = grid.due(lane, 0, grid.buckets()) / every;
      if (due == 0) {
        continue;
      }
      if (!grid.hasBaseline(lane)) {
        thin++;
        continue;
      }
      leastDelay[lane] = (int) Math.floorDiv(grid.delayMicrosMin(lane), bucketMicros);
      greatestDelay[lane] = grid.bucketsOver(grid.delayMicrosMax(lane));
      int band = greatestDelay[lane] - leastDelay[lane];
      int loadBuckets = grid.bucket(grid.loadEndMicros()) + 1;
      if (2L * band * grid.bucketMillis() > Recoveries.unevenMillis(batchMillis)) {
        uneven++;
        continue;
      }
      long needed = (long) Math.ceil(DUE_MIN * loadBuckets / due);
      long least = Math.max(WINDOW_MILLIS_MIN, 2 * batchMillis);
      long buckets = Math.max(Math.max(grid.bucketsOver(least * 1000), 2L * band), band + needed);
      if (buckets * grid.bucketMillis() > WINDOW_MILLIS_MAX) {
        thin++;
      } else {
        window[lane] = (int) buckets;
        judged++;
      }
    }
  }

  /** The outage after a signal, watched until the next one or until the load ended. */
  Span outage(long signalMicros, long nextSignalMicros) {
    long untilMicros = Math.min(nextSignalMicros, grid.loadEndMicros());
    int from = grid.bucket(signalMicros);
    int to = lastBucketBefore(untilMicros);
    if (judged == 0 || to <= from) {
      return new Span(
          "unknown",
          0,
          0,
          judged > 0
              ? "the load ended with the fault"
              : uneven > 0
                  ? "the baseline was too uneven to be held against: the delays of a lane differed by more than "
                      + Recoveries.unevenMillis(batchMillis) / 2000.0
                      + " s"
                  : "no lane has a baseline to be held against and enough outputs");
    }
    int worst = -1;
    int lastBelow = -1;
    int below = 0;
    int widest = 0;
    for (int lane = 0; lane < window.length; lane++) {
      widest = Math.max(widest, window[lane]);
      int last = window[lane] == 0 ? -1 : lastBelow(lane, from, to);
      below += last >= 0 ? 1 : 0;
      if (last > lastBelow) {
        lastBelow = last;
        worst = lane;
      }
    }
    String lanes =
        judged
            + " lanes"
            + (thin > 0 ? " (" + thin + " too thin to judge)" : "")
            + (uneven > 0 ? " (" + uneven + " too uneven in the baseline to judge)" : "");
    if (worst < 0
        && untilMicros < grid.loadEndMicros()
        && untilMicros - signalMicros < widest * grid.bucketMillis() * 1000) {
      return new Span(
          Recoveries.UNKNOWN,
          0,
          widest * grid.bucketMillis(),
          Recoveries.tooSoon(untilMicros - signalMicros, widest * grid.bucketMillis()));
    }
    if (worst < 0) {
      return new Span("no dip", 0, widest * grid.bucketMillis(), lanes);
    }
    boolean unended = lastBelow == to;
    long end = unended ? untilMicros : grid.bucketEndMicros(lastBelow);
    return new Span(
        unended ? "unended" : "ended",
        (end - signalMicros) / 1000,
        window[worst] * grid.bucketMillis(),
        unended
            ? stillBelow(to) + " of " + lanes + " are still below, such as " + grid.laneName(worst)
            : grid.laneName(worst) + " was the last of " + below + " to flow again; " + lanes);
  }

  private int stillBelow(int bucket) {
    int still = 0;
    for (int lane = 0; lane < window.length; lane++) {
      still += window[lane] > 0 && below(lane, bucket) ? 1 : 0;
    }
    return still;
  }

  private int lastBucketBefore(long micros) {
    int bucket = grid.bucket(micros);
    return grid.bucketEndMicros(bucket) <= micros ? bucket : bucket - 1;
  }

  private int lastBelow(int lane, int from, int to) {
    for (int b = to; b >= from; b--) {
      if (below(lane, b)) {
        return b;
      }
    }
    return -1;
  }

  /** True if the lane is below at the end of a bucket. */
  boolean below(int lane, int bucket) {
    int end = bucket + 1;
    if (grid.seen(lane, 0, end) >= grid.due(lane, 0, end - greatestDelay[lane]) / every) {
      return false;
    }
    double due =
        (double) grid.due(lane, end - window[lane] - leastDelay[lane], end - greatestDelay[lane])
            / every;
    return grid.seen(lane, end - window[lane], end)
        < Math.min(0.95 * due, due - 3 * Math.sqrt(due));
  }

  /** First outputs of the lanes that had fallen silent: least and greatest; empty if none had. */
  List<StepResult> firstOutputs(long signalMicros, long nextSignalMicros) {
    int from = grid.bucket(signalMicros);
    int to = Math.min(grid.bucket(nextSignalMicros), grid.buckets() - 1);
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    int silent = 0;
    int never = 0;
    for (int lane = 0; lane < window.length; lane++) {
      int silence = window[lane] == 0 ? -1 : firstSilence(lane, from, to);
      if (silence < 0) {
        continue;
      }
      silent++;
      int b = silence;
      while (b <= to && grid.seen(lane, b, b + 1) == 0) {
        b++;
      }
      if (b > to) {
        never++;
        continue;
      }
      long at = (grid.bucketEndMicros(b) - signalMicros) / 1000;
      least = Math.min(least, at);
      greatest = Math.max(greatest, at);
    }
    if (silent == never) {
      return List.of();
    }
    String detail =
        silent + " lanes had fallen silent" + (never > 0 ? ", " + never + " of them for good" : "");
    return List.of(new StepResult("first output", least, greatest, "topics", detail));
  }

  /** First bucket at whose end a lane that should flow has shown nothing for its whole window. */
  private int firstSilence(int lane, int from, int to) {
    for (int b = from; b <= to; b++) {
      if (grid.seen(lane, b + 1 - window[lane], b + 1) == 0 && below(lane, b)) {
        return b;
      }
    }
    return -1;
  }
}
