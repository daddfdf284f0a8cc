package dev.rebound.engine.spark;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.Hyperscan;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.JobEngine;
import dev.rebound.engine.hdfs.CheckpointStorage;
import dev.rebound.engine.hdfs.HdfsPart;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineDeclaration.Capabilities;
import dev.rebound.lab.experiment.EngineDeclaration.JarSet;
import dev.rebound.lab.experiment.EngineDeclaration.Support;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.Platform;
import dev.rebound.workload.GeneratedRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Spark Structured Streaming: a standalone cluster and a driver that runs the job {@code
 * rebound-job-spark} on it, or a program of the user's.
 */
public final class SparkEngine extends JobEngine {
  static final String WORKER = "worker";
  static final String DAEMON = "daemon";
  static final String MASTER = "master";
  static final String DRIVER = "driver";

  static final EngineDeclaration DECLARATION =
      new EngineDeclaration(
          "spark",
          "4.2.0",
          new Capabilities(
                  Set.of(Guarantee.AT_LEAST_ONCE),
                  EngineSpec.PROFILES,
                  Set.of(WORKER, DAEMON, MASTER, DRIVER),
                  Step.OF_ENGINES,
                  WORKLOADS,
                  1)
              .making(GeneratedRecord.WORKLOADS),
          SparkSettings.OPTIONS,
          SparkEngine::check,
          SparkEngine::promise,
          version -> Hyperscan.with(version(version)),
          new Support(
              HdfsPart.ROLES, version -> List.of(new JarSet(HdfsPart.SERVER_JARS, List.of()))));

  public SparkEngine() {
    super(DECLARATION);
  }

  @Override
  public Map<String, String> limits() {
    Map<String, String> limits = new LinkedHashMap<>();
    limits.put(
        "guarantee: exactly-once of outputs",
        "Its Kafka sink writes without transactions; states are exactly-once.");
    limits.put(
        "detected, where the driver died",
        "Its executors end with it, and nobody is left to tell.");
    limits.put("spares", "All executors that live get tasks.");
    return limits;
  }

  private static void check(EngineSection section) {
    SparkSettings.check(section, DECLARATION.capabilities().workloads());
    CheckpointStorage.check(section);
  }

  /** A batch that is done again writes its outputs again, and its state once. */
  private static DeliveryGuarantee promise(EngineSpec spec) {
    if (JarProgram.in(spec)) {
      return spec.promiseOfGuarantee();
    }
    return new DeliveryGuarantee(
        Guarantee.AT_LEAST_ONCE,
        Guarantee.EXACTLY_ONCE,
        false,
        new SparkSettings(spec).realTime() ? 0 : spec.commitInterval().toMillis());
  }

  static EngineVersion version(String version) {
    return EngineVersion.of(
        SparkEngine.class, "spark", version, "Name a version from 4.0 on, for example 4.2.0.");
  }

  @Override
  public Optional<String> job(String version) {
    return Optional.of(SparkProcesses.JOB);
  }

  @Override
  public Subject configure(EngineSpec spec, JobSpec job, Platform platform) {
    SparkSettings settings = new SparkSettings(spec);
    EngineVersion version = version(DECLARATION.version(spec));
    Map<String, String> print = new LinkedHashMap<>();
    JarProgram.of(spec)
        .ifPresentOrElse(
            program -> print.putAll(program.settings(spec)),
            () -> {
              print.put(
                  settings.realTime() ? "checkpoint interval" : "trigger interval",
                  spec.commitInterval().toMillis() + " ms");
              print.putAll(settings.ofJob());
            });
    print.putAll(settings.daemons());
    print.putAll(settings.driver(settings.heapBytes(job)));
    return new SparkSubject(
        spec,
        job,
        new Plan(
            new SparkProcesses(spec, job, settings, version).all(platform),
            print,
            settings.notes(job)),
        settings.storage().parts(job, platform),
        settings,
        version);
  }
}
