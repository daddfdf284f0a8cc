package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.judge.LoadKind;
import dev.rebound.analysis.judge.RigRules;
import dev.rebound.analysis.judge.RunTerms;
import dev.rebound.analysis.result.Results;
import dev.rebound.lab.experiment.Capacity;
import dev.rebound.lab.experiment.CapacityStore;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.LoadSpec;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The terms that a run of an experiment is judged by. Pure. */
public final class ExperimentTerms {
  private ExperimentTerms() {}

  /**
   * The terms of a run.
   *
   * @param promise of the engine
   */
  public static RunTerms of(
      Experiment experiment, DeliveryGuarantee promise, RunDirectory run, Execution.RunTurn turn) {
    Results head =
        Results.of(experiment.name(), experiment.engine().name(), experiment.engine().version())
            .runId(run.runId())
            .guarantee(experiment.engine().guarantee().toString())
            .profile(experiment.engine().profile())
            .control(turn.control())
            .scale(experiment.scale())
            .shortened(experiment.shortened())
            .differs(turn.differs())
            .build();
    return new RunTerms(
        head,
        experiment.expect(),
        rules(experiment, promise),
        kind(experiment.load()),
        lengths(experiment),
        FaultPacer.plannedAs(experiment),
        !experiment.shortened().isEmpty(),
        CapacityStore.read(run.file(CapacityStore.FILE))
            .map(Capacity::recordsPerSecond)
            .orElse(null));
  }

  /** How the records of a load come. */
  static LoadKind kind(LoadSpec load) {
    return load.generated()
        ? LoadKind.GENERATED
        : load.backlog()
            ? LoadKind.BACKLOG
            : load.flatOut() ? LoadKind.FLAT_OUT : LoadKind.SCHEDULED;
  }

  /** The settings that decide which metrics a doubt makes unknown. */
  static RigRules rules(Experiment experiment, DeliveryGuarantee promise) {
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

  /** Of the phases that last as long as is planned: a shortened run ends its faults when it can. */
  private static Map<String, Duration> lengths(Experiment planned) {
    Experiment.Phases phases = planned.phases();
    Map<String, Duration> lengths = new LinkedHashMap<>();
    lengths.put("warmup", phases.warmup());
    lengths.put("baseline", phases.baseline());
    if (planned.shortened().isEmpty()) {
      lengths.put("faults", phases.faults());
    }
    lengths.put("settle", phases.settle());
    lengths.values().removeIf(Duration::isZero);
    return lengths;
  }
}
