package dev.rebound.lab.runner;

import dev.rebound.analysis.judge.PlannedFault;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.Shortening;
import dev.rebound.lab.nemesis.FaultSchedule;
import dev.rebound.lab.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says when the next fault is due: at its time of the schedule, or, in a shortened run, once the
 * last recovery is complete and the baseline has been seen again. There the schedule's own pause is
 * the longest, so that a recovery that never ends does not hold up the run. For one thread.
 */
final class FaultPacer {
  private final List<FaultSchedule.Occurrence> left;
  private final Optional<LiveRecovery> recovery;
  private final long beginMicros;
  private final Duration phase;
  private Duration lastAt = Duration.ZERO;
  private Duration pause = Duration.ZERO;
  private long injectedMicros;
  private boolean any;

  /**
   * @param recovery present if each fault follows the recovery from the one before
   */
  FaultPacer(Experiment experiment, long beginMicros, Optional<LiveRecovery> recovery) {
    this.left = new ArrayList<>(planned(experiment));
    this.recovery = recovery;
    this.beginMicros = beginMicros;
    this.phase = experiment.phases().faults();
  }

  /** The faults that a run carries out, at the times of its schedule. */
  static List<FaultSchedule.Occurrence> planned(Experiment experiment) {
    List<FaultSchedule.Occurrence> all =
        FaultSchedule.of(experiment.faults(), experiment.phases().faults(), experiment.seed());
    boolean fewer = !experiment.shortened().isEmpty() && all.size() > Shortening.FAULTS;
    return fewer ? all.subList(0, Shortening.FAULTS) : all;
  }

  /** The same as a run is judged by them. */
  static List<PlannedFault> plannedAs(Experiment experiment) {
    return planned(experiment).stream().map(FaultSchedule.Occurrence::planned).toList();
  }

  /** The fault that is to be carried out now, once. */
  Optional<FaultSchedule.Occurrence> due(long nowMicros) {
    if (left.isEmpty() || !(nowMicros >= latestMicros() || calm(nowMicros))) {
      return Optional.empty();
    }
    FaultSchedule.Occurrence next = left.remove(0);
    lastAt = next.at();
    pause = (left.isEmpty() ? phase : left.get(0).at()).minus(lastAt);
    return Optional.of(next);
  }

  private boolean calm(long nowMicros) {
    return any && recovery.isPresent() && recovery.get().calm(nowMicros);
  }

  /** The fault was carried out. */
  void injected(long nowMicros) {
    injectedMicros = nowMicros;
    any = true;
  }

  /** The time at which something happens even if no recovery is seen. */
  long latestMicros() {
    if (recovery.isPresent() && any) {
      return injectedMicros + Time.micros(pause);
    }
    return left.isEmpty() ? Long.MAX_VALUE : beginMicros + Time.micros(left.get(0).at());
  }

  /**
   * True if the phase may end before its time: a shortened run has recovered from its last fault.
   */
  boolean over(long nowMicros) {
    return recovery.isPresent()
        && any
        && left.isEmpty()
        && (nowMicros >= latestMicros() || calm(nowMicros));
  }

  /** The faults that were not carried out. */
  List<FaultSchedule.Occurrence> left() {
    return List.copyOf(left);
  }
}
