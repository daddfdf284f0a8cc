package dev.rebound.lab.runner;

import dev.rebound.analysis.journal.Event;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.LoadSpec;
import dev.rebound.workload.Workload;
import java.time.Duration;
import java.util.Locale;

/**
 * A load that keeps to no schedule ({@code load.rate: max}): how many records there is room for,
 * and what is to be said of it. Pure.
 */
final class UnthrottledLoad {
  /** The rate that a load is planned for that says nothing itself. */
  private static final double BYTES_PER_SECOND = 100e6;

  /** The length of the load while the first output is waited for. */
  private static final Duration START = Duration.ofSeconds(10);

  private UnthrottledLoad() {}

  /** For how long there is load, as far as that is planned. */
  static Duration loaded(Experiment.Phases phases) {
    return phases.warmup().plus(phases.baseline()).plus(phases.faults()).plus(phases.settle());
  }

  /** How many records all generators send at most. */
  static long recordsMax(Experiment experiment, Workload workload, SubjectInterface asked) {
    long given = experiment.load().maxRecords();
    if (given > 0) {
      return given;
    }
    double perSecond =
        Math.min(asked.perSecondMax(), BYTES_PER_SECOND / Math.max(1, workload.recordBytes()));
    double seconds = loaded(experiment.phases()).plus(START).toMillis() / 1000.0;
    return Math.max(experiment.load().generators(), Math.round(perSecond * seconds));
  }

  /** Why nothing comes any more once there is no load. */
  static String over(LoadSpec load) {
    return load.generated() ? "95 % of the outputs that are due had come" : "the load had ended";
  }

  /** Told when there was no room for more. */
  static Event.DoubtRaised ended(long recordsMax, String phase) {
    return new Event.DoubtRaised(
        "load-ended",
        String.format(
            Locale.ROOT,
            "the load ended in phase %s, with the last of %,d records (load.max-records); what was"
                + " left of the phases did not take place",
            phase,
            recordsMax),
        "Raise load.max-records, or shorten the phases.");
  }
}
