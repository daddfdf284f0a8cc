package dev.rebound.analysis.accuracy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * When the outputs of a lane are committed: every interval, from a phase that each life of a worker
 * draws anew, with jitter; not while the worker is dead, and late where it stands still.
 */
final class ScheduledCommits {
  private ScheduledCommits() {}

  /** In order; empty if nothing is committed. */
  static long[] of(SimulatedScenario world, int lane, List<Standstill> stops) {
    CommitSchedule commits = world.commits();
    if (commits.intervalMicros() == 0) {
      return new long[0];
    }
    List<Standstill> deaths = commits.shared() ? deathsOfAny(world, stops) : deaths(stops);
    List<Long> times = new ArrayList<>();
    long from = 0;
    int worker = commits.shared() ? 0 : world.worker(lane);
    for (int life = 0; life <= deaths.size(); life++) {
      long until = life < deaths.size() ? deaths.get(life).from() : world.horizon();
      SeededRandom dice = world.dice(1000 + 100L * worker + life);
      live(commits, from, until, dice, stops, times);
      from = life < deaths.size() ? deaths.get(life).to() : until;
    }
    return times.stream().mapToLong(Long::longValue).toArray();
  }

  private static void live(
      CommitSchedule commits,
      long from,
      long until,
      SeededRandom dice,
      List<Standstill> stops,
      List<Long> times) {
    long interval = commits.intervalMicros();
    double phase = dice.between(0.1, 1.1) * interval;
    for (int i = 0; ; i++) {
      double due = from + phase + i * (double) interval;
      long at = (long) (due + dice.between(-1, 1) * commits.jitter() * interval);
      long late = late(at, stops, dice);
      if (late >= until) {
        return;
      }
      if (late > from && (times.isEmpty() || late > times.get(times.size() - 1))) {
        times.add(late);
      }
    }
  }

  private static long late(long at, List<Standstill> stops, SeededRandom dice) {
    long late = at;
    for (Standstill stop : stops) {
      if (stop.speed() == 0 && stop.from() <= late && late < stop.to()) {
        late = stop.to() + (long) dice.between(1000, 20_000);
      }
    }
    return late;
  }

  private static List<Standstill> deaths(List<Standstill> stops) {
    return stops.stream()
        .filter(Standstill::kills)
        .sorted(Comparator.comparingLong(Standstill::from))
        .toList();
  }

  /** From the first kill of each fault, whatever lane it was, until all are back. */
  private static List<Standstill> deathsOfAny(SimulatedScenario world, List<Standstill> own) {
    List<Standstill> deaths = new ArrayList<>();
    for (Standstill stop : deaths(world.stops())) {
      // A course without faults has none of their kills in its lanes' stops.
      if (own.stream().noneMatch(s -> s.ofFault() && s.fault() == stop.fault())) {
        continue;
      }
      int last = deaths.size() - 1;
      if (last >= 0 && stop.from() <= deaths.get(last).to()) {
        Standstill before = deaths.get(last);
        long to = Math.max(before.to(), stop.to());
        deaths.set(
            last,
            new Standstill(
                before.cause(), before.fault(), before.from(), to, 0, before.lanes(), true));
      } else {
        deaths.add(stop);
      }
    }
    return deaths;
  }
}
