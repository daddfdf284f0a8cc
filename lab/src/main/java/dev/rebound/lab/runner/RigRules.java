package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.util.Set;

/**
 * The settings of an experiment that decide which metrics a doubt about the rig makes unknown.
 *
 * @param baseline the phase that faults are held against
 * @param transactional output is there when it is committed
 * @param mayStaySlow the subject is a service that faults hit, after which it may be slow
 * @param rigApart brokers and observer have cores of which the engine has none
 * @param allowed codes of the doubts that the experiment allows
 */
record RigRules(
    String baseline,
    boolean transactional,
    boolean mayStaySlow,
    boolean rigApart,
    Set<String> allowed) {

  static RigRules of(Experiment experiment, DeliveryGuarantee promise) {
    Experiment.Phases phases = experiment.phases();
    String baseline =
        !phases.baseline().isZero() ? "baseline" : !phases.warmup().isZero() ? "warmup" : "faults";
    boolean mayStaySlow =
        Workloads.kind(experiment.workload().name()).shape() == WorkloadKind.Shape.REQUESTED
            && !experiment.faults().isEmpty();
    boolean rigApart = experiment.cores() != null && experiment.cores().rig() > 0;
    return new RigRules(
        baseline,
        promise.transactional(),
        mayStaySlow,
        rigApart,
        Set.copyOf(experiment.rig().allow()));
  }

  /**
   * @param faulted a fault has come by now
   */
  Doubt.DoubtPlace where(String phase, boolean faulted) {
    return new Doubt.DoubtPlace(
        phase, phase.equals(baseline) && !faulted, transactional, mayStaySlow);
  }
}
