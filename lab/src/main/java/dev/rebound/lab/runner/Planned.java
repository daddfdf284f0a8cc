package dev.rebound.lab.runner;

import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.workload.Workload;
import dev.rebound.workload.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a run on a platform is made of, before anything starts.
 *
 * @param brokers empty for a cluster that exists
 * @param run of all processes
 */
record Planned(JobSpec job, List<ProcessSpec> brokers, Instruments instruments, RunPlan run) {
  /**
   * Starts nothing, and reserves addresses. Throws {@link dev.rebound.analysis.ReboundException}
   * for an experiment that this engine cannot carry out.
   */
  static Planned of(Experiment experiment, Engine engine, String runId, Platform platform) {
    FaultRoles.require(experiment, engine);
    JobSpec job =
        new JobSpec(
            runId,
            experiment.workload(),
            KafkaCluster.bootstrap(experiment.kafka(), platform).inside(),
            experiment.kafka().client(),
            Map.of(JobSpec.INPUT, "rebound-" + runId + "-records"),
            Map.of(JobSpec.OUTPUT, "rebound-" + runId + "-matches"),
            experiment.kafka().partitions(),
            experiment.kafka().replication());
    Plan enginePlan = engine.plan(experiment.engine(), job, platform);
    List<ProcessSpec> brokers =
        KafkaCluster.plan(
            experiment.kafka().withJvmFirst(Instruments.compiler(experiment)),
            KafkaCluster.newClusterId(),
            engine.brokerSettings(experiment.engine()),
            platform);
    Instruments instruments = new Instruments(experiment, engine.promise(experiment.engine()), job);
    List<ProcessSpec> all = new ArrayList<>(brokers);
    all.addAll(enginePlan.processes());
    for (int g = 0; g < experiment.load().generators(); g++) {
      all.add(instruments.generator(g, 0));
    }
    all.add(instruments.observer());
    Workload workload = Workloads.create(experiment.workload());
    RunPlan run =
        RunPlan.of(
            experiment,
            workload,
            enginePlan,
            all,
            CloseFaults.warnings(experiment, engine.noticesWithin(experiment.engine())));
    return new Planned(job, brokers, instruments, run);
  }
}
