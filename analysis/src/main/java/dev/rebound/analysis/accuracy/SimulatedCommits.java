package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.evidence.CommitSamples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The commits of a made-up run's lanes, and the readings of them: five a second, each a moment
 * late, some missed, none while the whole machine stands still. Where a world commits nothing that
 * matters to its outputs, its workers commit what they have done all the same, every 0.05 to 5 s.
 */
final class SimulatedCommits {
  private static final long EVERY_MICROS = 200_000;
  private static final double LOST = 0.03;

  private final SimulatedScenario world;
  private final LaneCommits[] lanes;

  /** What a group has committed of a lane at a time. */
  private interface LaneCommits {
    long offset(long at);
  }

  SimulatedCommits(SimulatedScenario world, Simulation course) {
    this.world = world;
    this.lanes = new LaneCommits[world.partitions()];
    if (world.consumers() == null) {
      byTime(course);
    } else {
      Arrays.setAll(lanes, lane -> at -> offset(course.committed[lane].next(at)));
    }
  }

  private long offset(int next) {
    return next < world.partitions() ? CommitSamples.NONE : next / world.partitions();
  }

  private void byTime(Simulation course) {
    SimulatedScenario committing =
        SimulatedScenarioBuilder.builder(world).commits(of(world)).build();
    for (int lane = 0; lane < lanes.length; lane++) {
      int number = lane;
      List<Standstill> stops = world.stops().stream().filter(stop -> stop.stops(number)).toList();
      long[] at = ScheduledCommits.of(committing, lane, stops);
      Simulation.LanePositions positions = course.positions[lane];
      long[] offsets =
          Arrays.stream(at).map(when -> positions.next(when) / world.partitions()).toArray();
      // A position that fell back is not committed until it is past what was.
      for (int i = 1; i < offsets.length; i++) {
        offsets[i] = Math.max(offsets[i], offsets[i - 1]);
      }
      lanes[lane] =
          seen -> {
            int place = Arrays.binarySearch(at, seen);
            int last = place >= 0 ? place : -place - 2;
            return last < 0 ? CommitSamples.NONE : offsets[last];
          };
    }
  }

  /** How far commits of a lane are apart, about. */
  static long apartMicros(SimulatedScenario world, Simulation course) {
    if (world.consumers() == null) {
      return of(world).intervalMicros();
    }
    return Arrays.stream(course.committed)
        .mapToLong(lane -> lane.longestPause(world.baselineFrom(), world.baselineTo()))
        .max()
        .orElse(0);
  }

  /** The commits of its group, whether they matter to its outputs or not. */
  static CommitSchedule of(SimulatedScenario world) {
    if (world.commits().intervalMicros() > 0) {
      return world.commits();
    }
    long interval = (long) (1e6 * world.dice(8).scaled(0.05, 5));
    return new CommitSchedule(interval, 0.15, false, false);
  }

  Path write(Path file) throws IOException {
    SeededRandom dice = world.dice(9);
    long[] read = new long[world.partitions()];
    Arrays.fill(read, CommitSamples.NONE);
    try (CommitSamples.Writer samples = new CommitSamples.Writer(file, world.partitions())) {
      long end = world.loadEnd() + 5_000_000;
      for (long tick = (long) dice.between(0, 2e5); tick < end; tick += EVERY_MICROS) {
        long asked = tick + (long) dice.between(0, 20_000);
        long took = (long) (1000 + 10_000 * dice.exponential());
        long seen = asked + (long) (took * dice.unit());
        if (dice.chance(LOST) || world.afterHiccups(asked) != asked) {
          continue;
        }
        Arrays.setAll(read, lane -> lanes[lane].offset(seen));
        samples.append(world.wall(asked), world.wall(asked + took), read);
      }
    }
    return file;
  }
}
