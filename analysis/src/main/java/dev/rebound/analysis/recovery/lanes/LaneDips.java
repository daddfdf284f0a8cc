package dev.rebound.analysis.recovery.lanes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The stretches in which a lane was below: it showed fewer outputs than were due. Worked out from
 * the times of the outputs themselves.
 *
 * <p>A <em>dense</em> lane is below at t while something is overdue and the distinct outputs that
 * it showed in the trailing window W are fewer than min(0.95 E, E − 3√(2E)); E counts what was
 * surely due to appear in it. (With a backlog, what appears was due at another time: the difference
 * of two such counts has the variance of both.) When it fell and rose ({@link ChangePoints}) is
 * then sought within W, as the change in the rate of outputs that fits best (CUSUM, see E. S. Page,
 * Continuous inspection schemes, 1954), together with all instants that fit about as well.
 *
 * <p>A <em>thin</em> lane, of which fewer than {@value #DUE_MIN} outputs are due in W, is below
 * while it has shown nothing for longer than its normal delay and one rhythm although something was
 * due.
 */
public final class LaneDips {
  public static final long WINDOW_MICROS = 1_000_000;

  /** Lanes must flow for so long before they count as flowing. */
  public static final long HOLD_MICROS = 5_000_000;

  public static final int DUE_MIN = 25;

  public static final double SHARE = 0.95;
  private static final int UNEVEN = 3;

  /** How many standard deviations an instant may fit worse than the best one. */
  public static final double FIT = 3;

  /** Inputs of a lane that may have to be seen to before its next output. */
  private static final int UNSEEN = 4;

  /** Receipts come at the end of a poll, and a poll waits for up to 0.1 s. */
  private static final int SLACK = 1000;

  public static final int WINDOW = (int) (WINDOW_MICROS / LaneEvents.TICK_MICROS);

  private final LaneEvents events;
  private final LaneBaseline baseline;
  private final int rhythm;
  private final ChangePoints changePoints;

  /**
   * @param rhythmMicros how often output can become visible at most
   */
  public LaneDips(LaneEvents events, LaneBaseline baseline, long rhythmMicros) {
    this.events = events;
    this.baseline = baseline;
    this.rhythm = (int) (rhythmMicros / LaneEvents.TICK_MICROS);
    this.changePoints = new ChangePoints(events, baseline, rhythm);
  }

  /** All of them, lane by lane. */
  public List<UncertainInterval> all() {
    return IntStream.range(0, events.lanes())
        .mapToObj(lane -> isDense(lane) ? dense(lane) : thin(lane))
        .flatMap(List::stream)
        .toList();
  }

  /**
   * The stretches in which a lane's backlog grew, lane by lane, where no dip explains it: it was
   * slower than the load for longer than a dip shows.
   *
   * @param dips of all lanes
   */
  public List<UncertainInterval> slow(List<UncertainInterval> dips) {
    List<UncertainInterval> known =
        dips.stream().sorted(Comparator.comparingLong(s -> s.began().low())).toList();
    return IntStream.range(0, events.lanes())
        .mapToObj(lane -> new Backlog(events, baseline, lane).grew(known))
        .flatMap(List::stream)
        .toList();
  }

  /** The shortest dip that can be seen on a lane, microseconds. */
  public long floorMicros(int lane) {
    long most = LaneEvents.TICK_MICROS * baseline.most(lane);
    if (most > WINDOW_MICROS) {
      // Against so uneven a baseline a lane may flow slowly for long before anything is overdue.
      return UNEVEN * most;
    }
    long unseen = isDense(lane) ? most : most + rhythm * LaneEvents.TICK_MICROS;
    return Math.max(WINDOW_MICROS, unseen);
  }

  /** True if enough is due in the window, whatever the normal delay takes from it. */
  public boolean isDense(int lane) {
    int[] due = events.lane(lane).due();
    long length = events.untilTick();
    long sure = (long) WINDOW - baseline.most(lane) + baseline.least(lane);
    return length > 0 && (double) due.length / length * sure >= DUE_MIN;
  }

  private List<UncertainInterval> thin(int lane) {
    List<UncertainInterval> found = new ArrayList<>();
    int most = baseline.most(lane);
    int before = behind(lane);
    LaneSilences.each(
        events.lane(lane),
        events.untilTick(),
        gap -> {
          if (gap.ticks() > most + rhythm + (gap.late() > most ? before : 0)) {
            int since = gap.since();
            int until = gap.until();
            int best = gap.ended() ? Math.max(since, until - baseline.median(lane)) : until;
            found.add(
                new UncertainInterval(
                        lane,
                        new Estimate(
                            Math.min(gap.shown(), since), since, Math.min(until, since + most)),
                        new Estimate(Math.max(since, until - most - before), best, until),
                        !gap.ended())
                    .map(lane, events::micros));
          }
        });
    return found;
  }

  /**
   * The gaps between successive batches of output that are longer than any of the baseline, less
   * that: how long readers were shown nothing where output becomes visible in batches.
   *
   * @param processedMicros until when lanes may have been below as they processed: what they showed
   *     less of after a gap than was due is not put down to a stop after that
   */
  public List<UncertainInterval> gaps(long processedMicros) {
    List<UncertainInterval> found = new ArrayList<>();
    for (int l = 0; l < events.lanes(); l++) {
      int lane = l;
      int usual = usualGap(lane);
      int before = behind(lane);
      LaneSilences.each(
          events.lane(lane),
          events.untilTick(),
          gap -> {
            if (gap.ticks() > usual + (gap.late() > baseline.most(lane) ? before : 0)) {
              found.add(gap(lane, gap, usual, before, processedMicros));
            }
          });
    }
    return found;
  }

  private UncertainInterval gap(
      int lane, LaneSilences.Gap gap, int usual, int before, long processedMicros) {
    int since = gap.since();
    int until = gap.until();
    int overdue = since + usual;
    int best = gap.ended() ? Math.max(since, until - beforeBatch(lane)) : until;
    // A batch may come soon after it was overdue, with what was done before that.
    Estimate began = new Estimate(Math.min(gap.shown(), since), Math.min(overdue, best), overdue);
    Estimate ended =
        new Estimate(Math.max(since, until - usual - before), best, until).map(events::micros);
    boolean left = gap.ended() && changePoints.mostLeft(lane, until) > until;
    return new UncertainInterval(
        lane,
        began.map(events::micros),
        left ? ended.atMost(Math.max(ended.high(), processedMicros)) : ended,
        !gap.ended());
  }

  /** Until when a lane may have stood still from a time on, as it had to show nothing. */
  public long unseenUntil(int lane, long fromMicros) {
    int[] due = events.lane(lane).due();
    int next = ChangePoints.firstAfter(due, events.tick(fromMicros));
    int shown = next < due.length ? events.lane(lane).settled()[next] : LaneEvents.NEVER;
    return shown == LaneEvents.NEVER ? fromMicros : events.micros(shown);
  }

  /** The shortest gap that can be seen on a lane, microseconds. */
  public long gapFloorMicros(int lane) {
    return LaneEvents.TICK_MICROS * usualGap(lane);
  }

  /**
   * How long a lane that has a backlog may be at work before it shows something: it may have to see
   * to others first. Next to nothing but for sparse lanes, in ticks.
   */
  private int behind(int lane) {
    long length = events.untilTick();
    return (int) (UNSEEN * length / Math.max(1, events.lane(lane).due().length));
  }

  /** How long before its first batch a lane goes on; the last of several lanes is no mean one. */
  private int beforeBatch(int lane) {
    return baseline.median(lane) * 13 / 10;
  }

  /** The greatest gap of the baseline; one that is short has not seen them all. */
  private int usualGap(int lane) {
    return Math.max(baseline.wait(lane), rhythm) + Math.max(SLACK, rhythm / 5);
  }

  /**
   * Walks over the instants at which a count changes; each is an appearance, or one that leaves.
   */
  private List<UncertainInterval> dense(int lane) {
    List<UncertainInterval> found = new ArrayList<>();
    int[] due = events.lane(lane).due();
    int[] seen = events.lane(lane).seen();
    int most = baseline.most(lane);
    int reach = WINDOW + baseline.least(lane);
    int until = events.untilTick();
    int came = 0;
    int left = 0;
    int owed = 0;
    int past = 0;
    long since = -1;
    while (true) {
      long next = came < seen.length ? seen[came] : Long.MAX_VALUE;
      next = left < came ? Math.min(next, (long) seen[left] + WINDOW) : next;
      next = owed < due.length ? Math.min(next, (long) due[owed] + most) : next;
      next = past < due.length ? Math.min(next, (long) due[past] + reach) : next;
      if (next >= until) {
        break;
      }
      while (came < seen.length && seen[came] <= next) {
        came++;
      }
      while (left < came && (long) seen[left] + WINDOW <= next) {
        left++;
      }
      while (owed < due.length && (long) due[owed] + most <= next) {
        owed++;
      }
      while (past < due.length && (long) due[past] + reach <= next) {
        past++;
      }
      double expected = owed - past;
      // Before a whole window has passed, what came before it is not known.
      boolean below =
          next >= reach
              && owed > came
              && came - left < Math.min(SHARE * expected, expected - FIT * Math.sqrt(2 * expected));
      if (below && since < 0) {
        since = next;
      } else if (!below && since >= 0) {
        found.add(changePoints.dated(lane, since, next, false));
        since = -1;
      }
    }
    if (since >= 0) {
      found.add(changePoints.dated(lane, since, until, true));
    }
    return found;
  }
}
