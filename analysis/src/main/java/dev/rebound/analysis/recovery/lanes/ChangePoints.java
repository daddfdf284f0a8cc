package dev.rebound.analysis.recovery.lanes;

import dev.rebound.analysis.units.Bisection;
import java.util.function.IntToDoubleFunction;

/**
 * When a lane that was seen to be below fell, and when it rose: the change in the rate of outputs
 * that fits best, and all instants that fit about as well.
 *
 * @param rhythm how often output can become visible at most, ticks
 */
public record ChangePoints(LaneEvents events, LaneBaseline baseline, int rhythm) {
  /** Outputs that must be missing in a row before that counts as much as {@link LaneDips#FIT}. */
  private static final double MISSING = 12;

  /** Appends come in batches; what is nearer than this is not told apart, in ticks. */
  private static final int BATCH = 1000;

  private static final int HOLD = (int) (LaneDips.HOLD_MICROS / LaneEvents.TICK_MICROS);

  /** Finds when a lane that was seen to be below from one tick to another fell, and rose. */
  public UncertainInterval dated(int lane, long fromTick, long untilTick, boolean open) {
    int[] seen = events.lane(lane).seen();
    Estimate fell = fell(lane, seen, fromTick);
    if (open) {
      // A lane that rose again within the last window cannot be told from one that did not.
      long low = Math.max(fell.high(), untilTick - (long) (LaneDips.SHARE * LaneDips.WINDOW));
      long end = events.untilMicros();
      return new UncertainInterval(
          lane, fell.map(events::micros), new Estimate(events.micros(low), end, end), true);
    }
    Estimate rose = rose(lane, seen, fell.best(), untilTick);
    rose = rose.atMost(Math.max(rose.high(), mostBehind(lane, fromTick, untilTick)));
    return new UncertainInterval(lane, fell.noLaterThan(rose), rose, false)
        .map(lane, events::micros);
  }

  private double perTick(int lane, long tick) {
    int[] due = events.lane(lane).due();
    int most = baseline.most(lane);
    int from = firstAfter(due, tick - most - LaneDips.WINDOW);
    int to = firstAfter(due, tick - most);
    return Math.max(1, to - from) / (double) LaneDips.WINDOW;
  }

  /** When the rate of outputs rose again after it fell: earliest, best fit, latest. */
  private Estimate rose(int lane, int[] seen, long fellTick, long tick) {
    double rate = perTick(lane, tick);
    int first = firstAfter(seen, Math.max(fellTick, tick - LaneDips.WINDOW));
    int end = firstAfter(seen, tick);
    if (first >= end) {
      return Estimate.exactly(tick);
    }
    IntToDoubleFunction excess = k -> end - k - LaneDips.SHARE * rate * (tick - seen[k]);
    int best = end - 1;
    for (int k = end - 1; k >= first; k--) {
      best = excess.applyAsDouble(k) > excess.applyAsDouble(best) ? k : best;
    }
    double greatest = excess.applyAsDouble(best);
    int low = best;
    int high = best;
    for (int k = first; k < end; k++) {
      double chance = LaneDips.FIT * Math.sqrt(rate * Math.abs(seen[k] - seen[best]));
      if (excess.applyAsDouble(k) >= greatest - 2 - chance) {
        low = Math.min(low, k);
        high = Math.max(high, k);
      }
    }
    long before = low > 0 ? seen[low - 1] : 0;
    long earliest = Math.max(before, seen[low] - (long) (MISSING / rate)) - baseline.most(lane);
    long estimate = Math.max(0, seen[best] - baseline.least(lane));
    return new Estimate(
        Math.max(0, Math.min(earliest, estimate)), estimate, seen[high] + (long) BATCH);
  }

  /**
   * When most outputs of a lane were due and had not appeared: until then it did not keep up with
   * the load, however much it showed. Sought up to a hold after a stretch.
   */
  private long mostBehind(int lane, long fromTick, long untilTick) {
    int[] due = events.lane(lane).due();
    int[] seen = events.lane(lane).seen();
    long end = Math.min(events.untilTick(), untilTick + HOLD);
    int came = firstAfter(seen, fromTick);
    int greatest = Integer.MIN_VALUE;
    long at = untilTick;
    for (int owed = firstAfter(due, fromTick); owed < due.length && due[owed] < end; owed++) {
      while (came < seen.length && seen[came] < due[owed]) {
        came++;
      }
      if (owed + 1 - came > greatest) {
        greatest = owed + 1 - came;
        at = due[owed];
      }
    }
    return at;
  }

  /**
   * The end of the last batch that held fewer outputs than were due meanwhile, where batches after
   * a gap do: until then the lane did not keep up with the load. Sought up to a hold after it.
   */
  public long mostLeft(int lane, int untilTick) {
    int[] due = events.lane(lane).due();
    int[] seen = events.lane(lane).seen();
    long end = Math.min(events.untilTick(), untilTick + (long) HOLD);
    int i = firstAfter(seen, untilTick - 1);
    int first = Integer.MIN_VALUE;
    int greatest = Integer.MIN_VALUE;
    long at = untilTick;
    while (i < seen.length && seen[i] < end) {
      while (i + 1 < seen.length && seen[i + 1] - seen[i] <= rhythm / 4) {
        i++;
      }
      int left = firstAfter(due, seen[i]) - (i + 1);
      first = first == Integer.MIN_VALUE ? left : first;
      long next = i + 1 < seen.length ? seen[i + 1] : end;
      if (left > greatest && left > first) {
        greatest = left;
        at = next;
      }
      i++;
    }
    return at;
  }

  /** When the rate of outputs fell: earliest, best fit, latest. */
  private Estimate fell(int lane, int[] seen, long tick) {
    double rate = perTick(lane, tick);
    int first = firstAfter(seen, tick - LaneDips.WINDOW);
    int end = firstAfter(seen, tick);
    long best = tick - LaneDips.WINDOW;
    double greatest = LaneDips.SHARE * due(lane, best, tick) - (end - first);
    for (int k = first; k < end; k++) {
      double deficit = LaneDips.SHARE * due(lane, seen[k], tick) - (end - k - 1);
      // The last of the instants that fit as well but for one output.
      if (deficit >= greatest - 1) {
        greatest = Math.max(greatest, deficit);
        best = seen[k];
      }
    }
    long spread = (long) (MISSING / rate);
    // Where it fell silent altogether, that is when it fell.
    for (int k = first; k < end; k++) {
      long next = k + 1 < end ? seen[k + 1] : tick;
      if (next - seen[k] >= spread) {
        best = seen[k];
        break;
      }
    }
    return new Estimate(Math.max(0, best - spread), best, Math.min(tick, best + spread));
  }

  /** How many outputs should have appeared between two ticks, on a lane with no backlog. */
  private int due(int lane, long fromTick, long untilTick) {
    int[] due = events.lane(lane).due();
    int median = baseline.median(lane);
    return firstAfter(due, untilTick - median) - firstAfter(due, fromTick - median);
  }

  /** Index of the first element that is greater than a value. */
  public static int firstAfter(int[] sorted, long value) {
    return (int) Bisection.first(0, sorted.length, i -> sorted[(int) i] > value);
  }
}
