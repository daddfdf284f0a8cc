package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.nemesis.FaultSchedule;
import dev.rebound.oracle.Oracles;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.List;

/**
 * The memory that the check of a run takes, an upper estimate before the run: what {@link
 * dev.rebound.analysis.recovery.Analyst} says that it holds, and the second reading.
 */
final class CheckMemory {
  private static final long LAB = 128L << 20;
  private static final int PER_OUTPUT = 16;

  /** Times of processing, beside those of visibility. */
  private static final int PER_TRANSACTIONAL_OUTPUT = 10;

  private static final int PER_WATCHED_OUTPUT = 32;
  private static final int PER_RECORD = 3;
  private static final int PER_STEP = 10_500;

  /** What the rig itself did. */
  private static final int PER_SECOND = 160;

  /** Offsets that were sampled, and what was due and seen on an input and an output lane. */
  private static final int PER_SECOND_AND_PARTITION = 48;

  /** Inputs by offset, of the longest watch. */
  private static final int PER_WATCHED_RECORD = 12;

  /** Appends counted in cells, and what a group had committed, whatever the length. */
  private static final long OFFSETS = 96L << 20;

  /** The same of a second of a shorter run, per partition. */
  private static final int OFFSETS_PER_SECOND_AND_PARTITION = 128;

  private static final Duration WATCH_MAX = Duration.ofDays(1);

  private CheckMemory() {}

  /** The bytes for one job of an experiment. */
  static double of(Experiment experiment, double records, double outputs, Duration loaded) {
    double seconds = Math.max(1, loaded.toMillis() / 1000.0);
    int perOutput =
        PER_OUTPUT
            + (experiment.engine().guarantee() == Guarantee.EXACTLY_ONCE
                ? PER_TRANSACTIONAL_OUTPUT
                : 0);
    double watched = longestWatch(experiment).toMillis() / 1000.0 / seconds;
    return LAB
        + outputs * (perOutput + PER_WATCHED_OUTPUT * Math.min(1, watched))
        + records
            * (PER_RECORD
                + Oracles.of(Workloads.create(experiment.workload())).heldBytesPerRecord()
                + PER_WATCHED_RECORD * Math.min(1, watched + 60 / seconds))
        + Math.min(
            (double) OFFSETS,
            seconds * OFFSETS_PER_SECOND_AND_PARTITION * experiment.kafka().partitions())
        + PER_STEP * seconds * 1e6 / Timeline.stepMicros(loaded.toMillis() * 1000)
        + seconds
            * (PER_SECOND + (double) PER_SECOND_AND_PARTITION * experiment.kafka().partitions());
  }

  /** The longest stretch whose outputs are looked at lane by lane at once. */
  private static Duration longestWatch(Experiment experiment) {
    Experiment.Phases phases = experiment.phases();
    Duration longest = phases.baseline();
    List<FaultSchedule.Occurrence> faults = FaultPacer.planned(experiment);
    for (int i = 0; i < faults.size(); i++) {
      Duration until =
          i + 1 < faults.size() ? faults.get(i + 1).at() : phases.faults().plus(phases.settle());
      Duration watch = until.minus(faults.get(i).at());
      longest = watch.compareTo(longest) > 0 ? watch : longest;
    }
    return longest.compareTo(WATCH_MAX) > 0 ? WATCH_MAX : longest;
  }
}
