package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.evidence.Guarantee;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that decides a made-up run, apart from the draws of single records. Times are microseconds
 * from the start of the load.
 *
 * @param seed of the workload and of the draws of single records
 * @param startMicros start of the load, microseconds since the epoch
 * @param rate records per second over all lanes; lane n mod {@code partitions} takes record n
 * @param selectivity outputs per record
 * @param skewed a few rules have most of the outputs
 * @param capacity of a lane, as a multiple of its load
 * @param fetchMicros records reach their lane in batches of this length, each lane at moments of
 *     its own; 0 for one by one
 * @param consumers who takes the records instead of a server for each lane, and commits
 * @param lost share of outputs that never come
 * @param lostFrom outputs of records intended from then on, up to {@code lostTo}, are lost by that
 *     share
 * @param stepAt when the wall clock is set; by {@code stepMicros}, 0 for never
 */
@RecordBuilder
record SimulatedScenario(
    Scenario scenario,
    long seed,
    long startMicros,
    Guarantee guarantee,
    int partitions,
    int workers,
    double rate,
    int rules,
    double selectivity,
    boolean skewed,
    double capacity,
    ServiceTime service,
    long fetchMicros,
    CommitSchedule commits,
    @Nullable ConsumerGroupSettings consumers,
    long baselineFrom,
    long baselineTo,
    long loadEnd,
    List<Standstill> stops,
    List<SimulatedFault> faults,
    double lost,
    long lostFrom,
    long lostTo,
    long stepAt,
    long stepMicros) {

  /** How long the job may go on after the load. */
  private static final long DRAIN_MICROS = 60_000_000;

  /** Random numbers of one purpose; those of single records do not depend on the faults. */
  SeededRandom dice(long purpose) {
    return SeededRandom.of(seed * 31 + scenario.name().hashCode(), purpose);
  }

  /** The same one without what its faults did. */
  SimulatedScenario withoutFaults() {
    return unharmed(stops.stream().filter(stop -> !stop.ofFault()).toList());
  }

  /** The same one in which nothing ever stops. */
  SimulatedScenario calm() {
    return unharmed(List.of());
  }

  private SimulatedScenario unharmed(List<Standstill> others) {
    return SimulatedScenarioBuilder.builder(this)
        .stops(others)
        .consumers(consumers == null ? null : consumers.unharmed())
        .build();
  }

  /** How often output can become visible at most. */
  long rhythmMicros() {
    return commits.visible() ? Math.max(200_000, commits.intervalMicros()) : 200_000;
  }

  /** How long all must flow until it counts. */
  long holdMicros() {
    return Math.max(5_000_000, rhythmMicros());
  }

  /**
   * The shortest stop that has to be seen, as the definitions have it and whatever is printed: a
   * second; where output is committed, as long as commits are apart at most; on sparse lanes, four
   * outputs.
   */
  long floorMicros() {
    long apart = commits.visible() ? (long) (1.5 * rhythmMicros()) : 0;
    return Math.max(Math.max(1_000_000, apart), (long) (4e6 * partitions / rate / selectivity));
  }

  /** How well the end of a stop can be told at best: whether another follows within the hold. */
  long slackMicros() {
    return commits.visible() ? Math.max(500_000, rhythmMicros()) : 500_000;
  }

  long records() {
    return (long) (loadEnd / 1e6 * rate);
  }

  long intended(long record) {
    return (long) (record * 1e6 / rate);
  }

  /** The end of time: an output that has not come by then never does. */
  long horizon() {
    return loadEnd + DRAIN_MICROS;
  }

  int worker(int lane) {
    return lane % workers;
  }

  /** When a fault is watched no longer: the next one, or the end of the load. */
  long watchEnd(int fault) {
    return fault + 1 < faults.size() ? Math.min(loadEnd, faults.get(fault + 1).signal()) : loadEnd;
  }

  /** Wall clock at a time, microseconds since the epoch. */
  long wall(long at) {
    return startMicros + at + (at >= stepAt ? stepMicros : 0);
  }

  /** The end of the hiccup of the whole machine that a time lies in; else the time itself. */
  long afterHiccups(long at) {
    long after = at;
    for (Standstill stop : stops) {
      if (stop.cause() == Standstill.Reason.HICCUP && stop.from() <= after && after < stop.to()) {
        after = stop.to();
      }
    }
    return after;
  }
}
