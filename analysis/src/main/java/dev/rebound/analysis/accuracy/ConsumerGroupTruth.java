package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.recovery.lanes.TimeRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The truth about the faults of a group of consumers, by when the first output of each record came:
 * a lane stood still from when an output was due until the next one of the lane came. It may do so
 * several times, as a consumer works on one partition after the other.
 */
record ConsumerGroupTruth(
    SimulatedScenario world,
    Simulation with,
    Simulation without,
    List<TimeRange> silences,
    long floorMicros)
    implements ScenarioTruth {
  /** A shorter silence is no matter for anyone. */
  private static final long SHORT_MICROS = 250_000;

  private static final double MOST = 0.99;

  ConsumerGroupTruth(SimulatedScenario world, Simulation with, Simulation without) {
    this(world, with, without, silences(world, with, without), world.floorMicros());
  }

  private static List<TimeRange> silences(
      SimulatedScenario world, Simulation with, Simulation without) {
    List<TimeRange> silences = new ArrayList<>();
    for (int lane = 0; lane < world.partitions(); lane++) {
      long shown = 0;
      for (int n = lane; n < with.done.length; n += world.partitions()) {
        long from = Math.max(shown, without.done[n]);
        long to = with.done[n];
        if (to == Standstill.NEVER && !overtaken(world, with, n)) {
          silences.add(new TimeRange(from, Standstill.NEVER));
          break;
        }
        if (to < Standstill.NEVER) {
          if (to - from >= SHORT_MICROS) {
            silences.add(new TimeRange(from, to));
          }
          shown = to;
        }
      }
    }
    silences.sort(Comparator.comparingLong(TimeRange::startMicros));
    return silences;
  }

  /** A record that was passed over is lost, and holds nothing up. */
  private static boolean overtaken(SimulatedScenario world, Simulation with, int record) {
    return IntStream.iterate(record, n -> n < with.done.length, n -> n + world.partitions())
        .anyMatch(n -> with.done[n] < Standstill.NEVER);
  }

  @Override
  public ScenarioTruth blurred(long floorMillis) {
    long floor = Math.max(floorMicros, floorMillis * 1000);
    return new ConsumerGroupTruth(world, with, without, silences, floor);
  }

  @Override
  public TrueLength resumed(int fault) {
    return length(fault, silences);
  }

  @Override
  public TrueLength processing(int fault) {
    return resumed(fault);
  }

  /** Some would say that a delay is as before if it is as that of 99 %, some as that of all. */
  @Override
  public TrueLength recovery(int fault) {
    long[] delays =
        IntStream.range(0, without.done.length)
            .filter(n -> world.intended(n) >= world.baselineFrom())
            .filter(n -> without.done[n] < Standstill.NEVER)
            .mapToLong(n -> without.done[n] - world.intended(n))
            .sorted()
            .toArray();
    long most = delays[delays.length - 1];
    long usual = delays[(int) (MOST * (delays.length - 1))];
    return length(fault, late(fault, most + world.rhythmMicros()))
        .or(length(fault, late(fault, usual + world.rhythmMicros())));
  }

  /** Consumers are killed: no fault of theirs lasts. */
  @Override
  public TrueLength recoveryFromHealing(int fault) {
    return TrueLength.of(0);
  }

  private List<TimeRange> late(int fault, long delay) {
    List<TimeRange> late = new ArrayList<>();
    for (int n = 0; n < with.done.length; n++) {
      long due = world.intended(n) + delay;
      long from = Math.max(due, signal(fault));
      if (with.done[n] > from && !lost(n)) {
        late.add(new TimeRange(from, with.done[n]));
      }
    }
    return TimeRange.union(late);
  }

  private boolean lost(int record) {
    return with.done[record] == Standstill.NEVER && overtaken(world, with, record);
  }

  /** Silences too short to be seen count, or do not. */
  @Override
  public TrueLength disrupted(int fault) {
    List<TimeRange> seen = silences.stream().filter(s -> s.micros() >= floorMicros).toList();
    return TrueLength.between(total(fault, seen) / 1e3, total(fault, silences) / 1e3);
  }

  private double total(int fault, List<TimeRange> stops) {
    return TimeRange.total(
        TimeRange.within(
            TimeRange.union(stops), new TimeRange(signal(fault), world.watchEnd(fault))));
  }

  @Override
  public List<Standstill> laterStops(int fault) {
    return List.of();
  }

  @Override
  public List<TimeRange> stops() {
    return silences;
  }

  private long signal(int fault) {
    return world.faults().get(fault).signal();
  }

  /**
   * The end of the first stretch, and of those that follow before all was well for the hold. Each
   * end is true that only what is too short to be seen comes after.
   */
  private TrueLength length(int fault, List<TimeRange> sorted) {
    long watched = world.watchEnd(fault);
    long apart = world.holdMicros() + world.slackMicros();
    long longest = Math.max(apart, longestCommit() + world.slackMicros());
    List<Double> ends = new ArrayList<>();
    @Nullable Double atLeast = null;
    long until = -1;
    long surely = -1;
    for (TimeRange stop : sorted) {
      if (stop.endMicros() <= signal(fault)) {
        continue;
      }
      if (until >= 0 && stop.startMicros() - until > longest) {
        break;
      }
      boolean near =
          surely < 0 || stop.startMicros() - surely < world.holdMicros() - world.slackMicros();
      if (near && stop.micros() >= floorMicros) {
        surely = Math.max(surely, stop.endMicros());
        ends.clear();
      } else if (until < 0) {
        ends.add(0.0);
      }
      until = Math.max(until, stop.endMicros());
      if (until > watched) {
        atLeast = (watched - signal(fault)) / 1e3;
        break;
      }
      ends.add((until - signal(fault)) / 1e3);
    }
    return until < 0 ? TrueLength.of(0) : new TrueLength(ends, atLeast);
  }

  /** The longest time between two commits of a lane in the baseline. */
  private long longestCommit() {
    return Arrays.stream(with.committed)
        .mapToLong(lane -> lane.longestPause(world.baselineFrom(), world.baselineTo()))
        .max()
        .orElse(0);
  }
}
