package dev.rebound.lab.runner;

import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ScheduledFault;
import dev.rebound.lab.nemesis.FaultSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Finds faults that the next fault, or the end of the load, follows so soon that a plausible
 * recovery would be cut off, and so read as not ended. Pure.
 */
final class CloseFaults {
  /** The time that it takes to move work, to start a process again and to catch up. */
  private static final Duration MOVING = Duration.ofSeconds(5);

  /** How long a recovery must hold. */
  private static final Duration HOLDING = Duration.ofSeconds(5);

  /** After this, brokers miss one that is dead ({@code broker.session.timeout.ms}). */
  private static final Duration BROKER_MISSED = Duration.ofSeconds(9);

  /** Warnings about more would not be read. */
  private static final int WARNINGS_MAX = 3;

  private CloseFaults() {}

  /**
   * @param noticesWithin how long the engine may take to notice a death
   */
  static List<String> warnings(
      Experiment experiment, Map<String, Integer> planned, Duration noticesWithin) {
    if (!experiment.shortened().isEmpty()) {
      return List.of(); // each fault waits for the recovery from the one before
    }
    if (experiment.load().flatOut()) {
      return List.of(); // no recovery is judged, so none can be cut off
    }
    Experiment.Phases phases = experiment.phases();
    List<FaultSchedule.Occurrence> schedule =
        FaultSchedule.of(experiment.faults(), phases.faults(), experiment.seed());
    List<String> warnings = new ArrayList<>();
    int more = 0;
    for (int i = 0; i < schedule.size(); i++) {
      FaultSchedule.Occurrence fault = schedule.get(i);
      boolean last = i + 1 == schedule.size();
      Duration until = last ? phases.faults().plus(phases.settle()) : schedule.get(i + 1).at();
      Duration left = until.minus(fault.at());
      int members = FaultRoles.members(experiment, planned, fault.scheduled().role());
      Duration needed = needed(fault.scheduled(), members, noticesWithin);
      if (left.compareTo(needed) >= 0) {
        continue;
      }
      if (warnings.size() == WARNINGS_MAX) {
        more++;
        continue;
      }
      warnings.add(
          (last ? "the load ends " : "fault " + (fault.number() + 1) + " comes ")
              + seconds(left)
              + " s after fault "
              + fault.number()
              + ", but a recovery may take "
              + seconds(needed.minus(HOLDING))
              + " s and must hold for "
              + seconds(HOLDING)
              + " s: it may read as not ended; "
              + (last ? "lengthen phases.settle" : "space faults out"));
    }
    if (more > 0) {
      warnings.add("so it is with " + more + " more faults");
    }
    return warnings;
  }

  /** From the signal until the end of the recovery is sure. */
  private static Duration needed(ScheduledFault fault, int members, Duration noticesWithin) {
    Duration noticed = fault.role().equals("broker") ? BROKER_MISSED : noticesWithin;
    Duration back = fault.fault().plan().length(members);
    return (back.compareTo(noticed) > 0 ? back : noticed).plus(MOVING).plus(HOLDING);
  }

  private static String seconds(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? Long.toString(duration.toSeconds())
        : String.format(java.util.Locale.ROOT, "%.1f", duration.toMillis() / 1000.0);
  }
}
