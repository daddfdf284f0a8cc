package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.units.Bisection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The fate of each record of a world: its lanes' servers take records one after the other. Times
 * are microseconds from the start of the load, and {@link Standstill#NEVER} for what never was.
 *
 * <p>Whatever stops, every record draws the same: courses of the same world with and without faults
 * differ by the faults alone.
 */
final class Simulation {
  private final SimulatedScenario world;

  /** When a record can be taken, and how long that takes. */
  final long[] arrivals;

  final double[] work;

  /** When the outputs of a record were appended: the first time, or for good if transactional. */
  final long[] done;

  /** When they were there: appended; or received by read-committed readers if transactional. */
  final long[] there;

  /** How long outputs of a record take from where they are to their reader. */
  final long[] transport;

  /** Records whose outputs were appended once more than counts. */
  final List<RecordTime> again = new ArrayList<>();

  /** When lanes that had been killed were up again, and did nothing but what had been done. */
  final List<Standstill> repeats = new ArrayList<>();

  /** How far each lane's server had come. */
  final LanePositions[] positions;

  /** What a group of consumers had committed of each lane. */
  final LanePositions[] committed;

  /** A record, and when it was done, or became the next. */
  record RecordTime(int record, long at) {}

  /** How far a lane's server had come, at which time; it may be set back. */
  static final class LanePositions {
    private final List<RecordTime> steps = new ArrayList<>();

    void add(long when, int record) {
      steps.add(new RecordTime(record, when));
    }

    /** The record to be done next at a time. */
    int next(long when) {
      int after = (int) Bisection.first(0, steps.size(), i -> steps.get((int) i).at() > when);
      return after == 0 ? 0 : steps.get(after - 1).record();
    }

    /** The longest pause between two steps that ended in a stretch of time. */
    long longestPause(long from, long until) {
      long longest = 0;
      for (int i = 1; i < steps.size(); i++) {
        long at = steps.get(i).at();
        boolean within = at >= from && at < until;
        longest = within ? Math.max(longest, at - steps.get(i - 1).at()) : longest;
      }
      return longest;
    }
  }

  private Simulation(SimulatedScenario world) {
    this.world = world;
    positions = new LanePositions[world.partitions()];
    Arrays.setAll(positions, lane -> new LanePositions());
    committed = new LanePositions[world.partitions()];
    Arrays.setAll(committed, lane -> new LanePositions());
    int records = (int) world.records();
    done = new long[records];
    there = new long[records];
    transport = new long[records];
    arrivals = new long[records];
    work = new double[records];
    Arrays.fill(done, Standstill.NEVER);
    Arrays.fill(there, Standstill.NEVER);
    draw();
  }

  static Simulation of(SimulatedScenario world) {
    Simulation course = new Simulation(world);
    ConsumerGroupSettings consumers = world.consumers();
    if (consumers != null) {
      new ConsumerGroup(course, world, consumers).run();
      System.arraycopy(course.done, 0, course.there, 0, course.done.length);
      return course;
    }
    for (int lane = 0; lane < world.partitions(); lane++) {
      int number = lane;
      List<Standstill> stops = world.stops().stream().filter(stop -> stop.stops(number)).toList();
      course.new LaneServer(lane, stops).run();
    }
    return course;
  }

  private void draw() {
    SeededRandom dice = world.dice(2);
    double sending = dice.between(1000, 10_000);
    double mean = 1e6 * world.partitions() / world.rate() / world.capacity();
    long fetch = world.fetchMicros();
    long[] phases = new long[world.partitions()];
    SeededRandom lanes = world.dice(3);
    Arrays.setAll(phases, lane -> (long) lanes.between(0, (double) fetch));
    for (int n = 0; n < done.length; n++) {
      long at = world.afterHiccups(world.intended(n)) + (long) (sending * dice.between(0.8, 1.2));
      arrivals[n] = fetch > 0 ? fetched(at, fetch, phases[n % phases.length]) : at;
      transport[n] = (long) dice.between(1000, 8000);
      work[n] = mean * world.service().draw(dice);
    }
  }

  /** When the batch goes that a lane takes next. */
  private static long fetched(long at, long fetch, long phase) {
    return Math.floorDiv(at - phase, fetch) * fetch + fetch + phase;
  }

  /** One lane and its server. */
  private final class LaneServer {
    private final int lane;
    private final SpeedProfile profile;
    private final List<Standstill> kills;
    private final long[] commits;
    private long now = Long.MIN_VALUE;

    LaneServer(int lane, List<Standstill> stops) {
      this.lane = lane;
      this.profile = new SpeedProfile(stops, world.capacity());
      this.kills = stops.stream().filter(Standstill::kills).toList();
      this.commits = ScheduledCommits.of(world, lane, stops);
    }

    void run() {
      int step = world.partitions();
      int killed = 0;
      int n = lane;
      int reached = 0;
      while (n < done.length) {
        long end = profile.done(Math.max(arrivals[n], now), work[n]);
        if (killed < kills.size() && end > kills.get(killed).from()) {
          now = kills.get(killed++).from();
          reached = Math.max(reached, n);
          n = firstToRepeat(n, now);
          positions[lane].add(now, n);
          continue;
        }
        if (n == reached && killed > 0) {
          repeated(kills.get(killed - 1), now);
        }
        if (end > world.horizon()) {
          break;
        }
        now = end;
        finish(n, end);
        n += step;
        positions[lane].add(now, n);
      }
      for (int i = lane; i < done.length; i += step) {
        there[i] = world.commits().visible() ? received(next(done[i]), i) : done[i];
      }
    }

    private void repeated(Standstill kill, long until) {
      if (until > kill.to()) {
        repeats.add(
            new Standstill(kill.cause(), kill.fault(), kill.to(), until, 0, 1L << lane, false));
      }
    }

    /** The first record that was not committed when its server was killed. */
    private int firstToRepeat(int next, long killedAt) {
      if (commits.length == 0) {
        return next;
      }
      int at = Arrays.binarySearch(commits, killedAt);
      int last = at >= 0 ? at : -at - 2;
      long committed = last < 0 ? Long.MIN_VALUE : commits[last];
      int n = next;
      while (n - world.partitions() >= 0 && done[n - world.partitions()] > committed) {
        n -= world.partitions();
        if (world.commits().visible()) {
          repeat(n, done[n]);
          done[n] = Standstill.NEVER;
        }
      }
      return n;
    }

    private long next(long from) {
      int at = Arrays.binarySearch(commits, from);
      int index = at >= 0 ? at : -at - 1;
      return index < commits.length ? commits[index] : Standstill.NEVER;
    }
  }

  /** When a reader has what was there for it at a time. */
  long received(long at, int record) {
    return at == Standstill.NEVER ? at : world.afterHiccups(at + transport[record]);
  }

  /** The work on a record was done at a time, and not for the first time perhaps. */
  void finish(int n, long end) {
    if (done[n] == Standstill.NEVER) {
      done[n] = end;
    } else {
      repeat(n, end);
    }
  }

  private void repeat(int record, long at) {
    again.add(new RecordTime(record, at));
  }
}
