package dev.rebound.analysis.recovery.lanes;

import dev.rebound.analysis.units.Median;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The stretches in which a lane fell farther and farther behind, however slowly: it showed less
 * than was due, if only by one part in twenty. A stretch lasts from when the lane was least behind
 * until it was most behind, however late that is.
 *
 * <p>A lane that has shown n outputs is behind by the age of the next one due: how many are due at
 * a time does not matter then, and what remains of chance is how long the work on each takes. That
 * is measured, by how much the growth of one second differs from that of the next while anything is
 * overdue. Growth counts if something is overdue, and it is more than {@value #MISSING} outputs are
 * apart, the baseline's delays differ, and {@value #CHANCE} standard deviations. It is over when
 * nothing is overdue any more, or the lane has caught up for the hold and as surely.
 */
public final class Backlog {
  private static final double CHANCE = 4;
  private static final double MISSING = 12;

  /** It is read so often, in ticks. */
  private static final int STEP = 1000;

  private static final int SECOND = 10;
  private static final int HOLD = (int) (LaneDips.HOLD_MICROS / LaneEvents.TICK_MICROS);

  /** Steps without anything overdue after which the next rise is another one. */
  private static final int PAUSE = 20;

  /** Steps within which a lane with capacity to spare shows that it flows. */
  private static final int FLOWS = 25;

  /**
   * A lane that is not farther behind than so many times what its baseline was may be so by chance.
   */
  private static final int UNEVEN = 2;

  /** Fewer pairs of seconds tell little of chance. */
  private static final int FEW = 8;

  /**
   * Work that comes in bursts varies by so many times what counts of as many outputs do, at most.
   */
  private static final double BURSTS = 1.5;

  /** Standard deviation of a median of absolute differences of two normal values. */
  private static final double OF_MEDIAN = 1 / (0.6745 * Math.sqrt(2));

  private final LaneEvents events;
  private final int lane;
  private final int most;

  /** For each step, how far the lane was behind, in ticks. */
  private final int[] behind;

  /** How far outputs are apart, in ticks. */
  private final double apart;

  /** By how much it varies as delays do, in ticks. */
  private final double usual;

  /** Standard deviation of its growth in a second, in ticks. */
  private final double perSecond;

  public Backlog(LaneEvents events, LaneBaseline baseline, int lane) {
    this.events = events;
    this.lane = lane;
    this.most = baseline.most(lane);
    this.usual = most - baseline.least(lane);
    int until = events.untilTick();
    int[] due = without(events.lane(lane).due(), events.lane(lane).lost());
    int[] seen = events.lane(lane).seen();
    this.behind = new int[until / STEP + 1];
    int came = 0;
    int known = 0;
    for (int s = 0; s < behind.length; s++) {
      while (came < seen.length && seen[came] <= s * STEP) {
        came++;
      }
      behind[s] = came < due.length ? Math.max(0, s * STEP - due[came]) : 0;
      known = came < due.length && due[came] == 0 ? s + 1 : known;
    }
    // For how long was due what had been due before it is not known.
    Arrays.fill(behind, 0, known, known < behind.length ? behind[known] : 0);
    this.apart = (double) until / Math.max(1, due.length);
    this.perSecond = chance();
  }

  private static int[] without(int[] due, int[] lost) {
    int[] left = new int[due.length - lost.length];
    int gone = 0;
    for (int i = 0; i < due.length; i++) {
      if (gone < lost.length && due[i] == lost[gone]) {
        gone++;
      } else {
        left[i - gone] = due[i];
      }
    }
    return left;
  }

  private double chance() {
    List<Double> differences = new ArrayList<>();
    for (int s = 2 * SECOND; s < behind.length; s += SECOND) {
      if (overdue(s) && overdue(s - SECOND) && overdue(s - 2 * SECOND)) {
        int now = behind[s] - behind[s - SECOND];
        int before = behind[s - SECOND] - behind[s - 2 * SECOND];
        differences.add((double) Math.abs(now - before));
      }
    }
    double asCounts = Math.sqrt(2 * apart * SECOND * STEP);
    if (differences.size() < FEW) {
      return asCounts;
    }
    double[] values = differences.stream().mapToDouble(Double::doubleValue).toArray();
    return Math.min(OF_MEDIAN * Median.of(values), BURSTS * asCounts);
  }

  private boolean overdue(int step) {
    return behind[step] > most;
  }

  /**
   * The stretches in which it grew, and those in which it may have: something was overdue, and it
   * is not sure that the lane caught up.
   *
   * @param known in order of their start, stretches in which any lane was seen to be below: growth
   *     that they explain is none of its own
   */
  public List<UncertainInterval> grew(List<UncertainInterval> known) {
    List<UncertainInterval> found = new ArrayList<>();
    int least = 0;
    int step = 0;
    int overdueLast = -PAUSE - 1;
    while (step < behind.length) {
      if (behind[step] <= behind[least]) {
        least = step;
      } else if (overdue(step)) {
        int greatest = step;
        boolean over = false;
        int first = step;
        boolean fresh = step - overdueLast > PAUSE;
        int last = step;
        while (!over && ++step < behind.length) {
          greatest = behind[step] >= behind[greatest] ? step : greatest;
          over = step - last > PAUSE || ((step - greatest) * STEP >= HOLD && grown(step, greatest));
          last = overdue(step) ? step : last;
        }
        found.addAll(stretch(known, least, greatest, first, last, fresh, !over));
        overdueLast = last;
        least = Math.min(step, behind.length - 1);
      }
      overdueLast = step < behind.length && overdue(step) ? step : overdueLast;
      step++;
    }
    return found;
  }

  /** Whether it was farther behind at one step than at another, beyond chance. */
  private boolean grown(int low, int high) {
    return behind[high] - behind[low] >= MISSING * apart + usual + CHANCE * chance(low, high);
  }

  private double chance(int step, int other) {
    return perSecond * Math.sqrt(Math.abs(other - step) / (double) SECOND);
  }

  /** Whether a step fits as well as another. */
  private boolean fits(int step, int other) {
    return Math.abs(behind[other] - behind[step])
        <= 2 * apart + usual + LaneDips.FIT * chance(step, other);
  }

  /** What a rise shows beside what is known; nothing where that explains it. */
  private List<UncertainInterval> stretch(
      List<UncertainInterval> known,
      int least,
      int greatest,
      int first,
      int last,
      boolean fresh,
      boolean unended) {
    long end = micros(first);
    long until = end;
    for (UncertainInterval s : known) {
      if (s.began().low() <= end && s.ended().high() >= micros(least)) {
        end = Math.max(end, s.end());
        until = Math.max(until, s.ended().high());
      }
    }
    int from = Math.min(last, end > micros(first) ? events.tick(end) / STEP : least);
    int peak = from;
    for (int s = from; s <= last; s++) {
      peak = behind[s] >= behind[peak] ? s : peak;
    }
    int after = until > micros(first) ? Math.min(last, events.tick(until) / STEP + 1) : least;
    boolean sure = peak == greatest && after < peak && grown(after, peak);
    int late = peak;
    for (int s = peak; s <= last; s++) {
      late = fits(s, peak) ? s : late;
    }
    boolean open = unended && !grown(last, peak);
    long endHigh = open ? events.untilMicros() : Math.min(events.untilMicros(), micros(late + 1));
    boolean maybe =
        fresh && events.isInput(lane) && late - from > FLOWS && behind[peak] > UNEVEN * most;
    if (endHigh <= until || !(sure || maybe)) {
      return List.of();
    }
    int early = peak;
    for (int s = from; s <= peak; s++) {
      early = fits(s, peak) ? Math.min(early, s) : early;
    }
    int before = least;
    int begun = least;
    for (int s = 0; s <= peak; s++) {
      if (behind[s] <= behind[least] || fits(s, least)) {
        before = Math.min(before, s);
        begun = Math.max(begun, s);
      }
    }
    long start = micros(least);
    long endLow = Math.max(start, micros(early) - most * LaneEvents.TICK_MICROS);
    Estimate began = new Estimate(micros(Math.max(0, before - 1)), start, micros(begun));
    Estimate ended =
        sure
            ? new Estimate(endLow, open ? events.untilMicros() : micros(peak), endHigh)
            : Estimate.exactly(start).atMost(endHigh);
    return List.of(new UncertainInterval(lane, began, ended, sure && open, !sure));
  }

  private long micros(int step) {
    return events.micros((long) step * STEP);
  }
}
