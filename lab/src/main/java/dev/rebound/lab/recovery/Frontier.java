package dev.rebound.lab.recovery;

import dev.rebound.lab.check.Cursor;
import dev.rebound.lab.check.Expected;
import dev.rebound.lab.check.FirstTimes;
import dev.rebound.lab.result.Results.Span;

/**
 * The frontier age over time: now minus the intended time of the newest contiguous delivered input,
 * on the worst input partition, at the end of each bucket.
 *
 * <p>An input is delivered when all its outputs have appeared. Where nothing is outstanding the age
 * is 0. An output that never appears although later inputs of its partition were delivered is lost,
 * which is a finding of its own; it does not hold the frontier, or every later recovery would seem
 * to last forever. What nothing overtakes holds it to the end.
 */
final class Frontier {
  private static final long HOLD_MICROS = 5_000_000;

  private final Grid grid;
  private final double[] ageMillis;
  private final double bandMillis;
  private final long unevenMillis;

  /**
   * @param batchMillis interval at which output becomes visible in batches; 0 if it does not
   */
  Frontier(
      Grid grid, Expected expected, FirstTimes times, Grid.Interval baseline, long batchMillis) {
    this.grid = grid;
    this.unevenMillis = Recoveries.unevenMillis(batchMillis);
    this.ageMillis = new double[grid.buckets()];
    for (int g = 0; g < expected.generators(); g++) {
      follow(g, expected, times);
    }
    double worst = 0;
    for (int b = 0; b < ageMillis.length; b++) {
      if (baseline.contains(grid.bucketEndMicros(b))) {
        worst = Math.max(worst, ageMillis[b]);
      }
    }
    this.bandMillis = worst + grid.bucketMillis();
  }

  /** Walks a generator's records in order; each partition's frontier moves on as they complete. */
  private void follow(int generator, Expected expected, FirstTimes times) {
    long[] reached = new long[expected.partitions()];
    java.util.Arrays.fill(reached, Long.MIN_VALUE);
    Grid.Place place = grid.new Place();
    Cursor record = expected.cursor(generator);
    while (record.next()) {
      int p = record.inputPartition();
      long completed = completedMicros(generator, record, times);
      if (completed > reached[p]) {
        // From when it was due until it completes, the newest delivered input is the one before.
        long from = Math.max(reached[p], record.intendedMicros());
        if (grid.bucketEndMicros(place.bucket(from)) < completed) {
          raise(from, completed, newestBefore(generator, record, expected));
        }
        reached[p] = completed;
      }
    }
  }

  /**
   * Intended time of the stored record before this one on its partition; its own if it is first.
   */
  private static long newestBefore(int generator, Cursor record, Expected expected) {
    int partitions = expected.partitions();
    for (long s = record.sequence() - partitions; s >= 0; s -= partitions) {
      if (expected.inputOffset(generator, s) >= 0) {
        return expected.intendedMicros(generator, s);
      }
    }
    return record.intendedMicros();
  }

  private long completedMicros(int generator, Cursor record, FirstTimes times) {
    long completed = Long.MIN_VALUE;
    long end = record.end();
    for (long i = record.start(); i < end; i++) {
      if (times.seen(i)) {
        completed = Math.max(completed, grid.timeMicros(i));
      } else if (record.sequence() > grid.lastDelivered(generator, record.inputPartition())) {
        return Long.MAX_VALUE;
      }
    }
    return completed;
  }

  /** The frontier stood at {@code newest} from one time until another. */
  private void raise(long fromMicros, long untilMicros, long newestMicros) {
    for (int b = grid.bucket(fromMicros); b < ageMillis.length; b++) {
      long at = grid.bucketEndMicros(b);
      if (at >= untilMicros) {
        return;
      }
      if (at >= fromMicros) {
        ageMillis[b] = Math.max(ageMillis[b], (at - newestMicros) / 1000.0);
      }
    }
  }

  /** Frontier age at the end of a bucket, milliseconds. */
  double ageMillis(int bucket) {
    return ageMillis[bucket];
  }

  /** Greatest frontier age of the baseline, plus one bucket. */
  double bandMillis() {
    return bandMillis;
  }

  /**
   * Recovery from a fault: the first time from which the frontier age stays inside the band for 5
   * s, watched until the next fault or the end of the observation, and not before every lane flows
   * again: a worker that comes back can make its lanes dip once more.
   *
   * @param flowingMicros when the outage ended; the signal if there was none
   */
  Span recovery(long signalMicros, long nextSignalMicros, long flowingMicros) {
    int from = grid.bucket(signalMicros);
    long end = grid.bucketEndMicros(ageMillis.length - 1);
    long untilMicros = Math.min(nextSignalMicros, end);
    int to = grid.bucket(untilMicros) - (nextSignalMicros < end ? 1 : 0);
    String band = String.format(java.util.Locale.ROOT, "band %.0f ms", bandMillis);
    if (bandMillis > unevenMillis) {
      String late =
          String.format(
              java.util.Locale.ROOT,
              "the baseline was too late itself to be held against: frontier age up to %.1f s",
              bandMillis / 1000);
      return new Span(Recoveries.UNKNOWN, 0, grid.bucketMillis(), late);
    }
    long withinMicros = HOLD_MICROS + (long) (bandMillis * 1000);
    int out = firstOutside(from, to, withinMicros);
    if (out < 0 && nextSignalMicros < end && untilMicros - signalMicros < withinMicros) {
      String why = Recoveries.tooSoon(untilMicros - signalMicros, withinMicros / 1000);
      return new Span(Recoveries.UNKNOWN, 0, grid.bucketMillis(), why);
    }
    if (out < 0) {
      return new Span("no dip", 0, grid.bucketMillis(), band);
    }
    double peak = 0;
    int holdBuckets = (int) (HOLD_MICROS / 1000 / grid.bucketMillis());
    int since = -1;
    for (int b = out; b <= to; b++) {
      peak = Math.max(peak, ageMillis[b]);
      if (ageMillis[b] > bandMillis || grid.bucketEndMicros(b) < flowingMicros) {
        since = -1;
      } else if (since < 0) {
        since = b;
      }
      boolean held = b - since >= holdBuckets || (b == ageMillis.length - 1 && ageMillis[b] == 0);
      if (since >= 0 && held) {
        long millis = (grid.bucketEndMicros(since) - signalMicros) / 1000;
        return new Span("ended", millis, grid.bucketMillis(), detail(band, peak));
      }
    }
    return new Span(
        "unended", (untilMicros - signalMicros) / 1000, grid.bucketMillis(), detail(band, peak));
  }

  private static String detail(String band, double peakMillis) {
    return String.format(
        java.util.Locale.ROOT, "frontier age up to %.1f s; %s", peakMillis / 1000, band);
  }

  /** A fault that does harm shows within the band's length; later dips are not its own. */
  private int firstOutside(int from, int to, long withinMicros) {
    long limit = grid.bucketEndMicros(from) + withinMicros;
    for (int b = from; b <= to && grid.bucketEndMicros(b) <= limit; b++) {
      if (ageMillis[b] > bandMillis) {
        return b;
      }
    }
    return -1;
  }
}
