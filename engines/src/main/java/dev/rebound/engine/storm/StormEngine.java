package dev.rebound.engine.storm;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.Hyperscan;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.JobEngine;
import dev.rebound.engine.zookeeper.ZooKeeperPart;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Apache Storm: Nimbus, supervisors and the workers that these start, with ZooKeeper, and the
 * topology of {@code rebound-job-storm}, or one that a program of the user's submits.
 */
public class StormEngine extends JobEngine {
  static final String WORKER = "worker";
  static final String SUPERVISOR = "supervisor";
  static final String NIMBUS = "nimbus";

  /** What submits the topology, and ends. */
  static final String CLIENT = "client";

  static final Support SUPPORT =
      new Support(
          Set.of(ZooKeeperPart.ROLE),
          version -> List.of(new JarSet(ZooKeeperPart.JARS, ZooKeeperPart.EXCLUSIONS)));

  static final EngineDeclaration DECLARATION =
      new EngineDeclaration(
          "storm",
          "2.8.3",
          new Capabilities(
                  Set.of(Guarantee.NONE, Guarantee.AT_LEAST_ONCE),
                  EngineSpec.PROFILES,
                  Set.of(WORKER, SUPERVISOR, NIMBUS),
                  Step.OF_ENGINES,
                  List.of(
                      "rule-match", "log-match", "grep", "fixed-window", "grouping", "sessions"),
                  1)
              .making(GeneratedRecord.WORKLOADS),
          StormSettings.OPTIONS,
          StormEngine::check,
          StormSettings::promise,
          StormEngine::jars,
          SUPPORT);

  public StormEngine() {
    this(DECLARATION);
  }

  StormEngine(EngineDeclaration declaration) {
    super(declaration);
  }

  @Override
  public Map<String, String> limits() {
    Map<String, String> limits = new LinkedHashMap<>();
    limits.put("guarantee: exactly-once", "It acknowledges records, and sends again what was not.");
    limits.put(
        "a promise of states in memory",
        "They die with their worker; `changelog: true` keeps them in a topic, where what comes"
            + " twice counts twice.");
    limits.put(
        "windows by time",
        "They would close by the newest time seen, not by the slowest partition: what is read again"
            + " would come too late.");
    limits.put(
        "session-window",
        "It has no windows that end with a gap, and its states have no clock of event time.");
    limits.put(
        "restored, of a jar of your own",
        "Its workers write no events; Storm does not log which partitions a spout reads.");
    limits.put("spares", "A dead worker is started again on its slot.");
    return limits;
  }

  static void check(EngineSection section) {
    StormSettings.check(section, DECLARATION.capabilities().workloads());
  }

  /** Its {@code daemons} are Nimbus and supervisors, its {@code workers} the client, too. */
  static EngineVersion version(String version) {
    return EngineVersion.of(
        StormEngine.class,
        "storm",
        version,
        "Name a version from 2.8 on, for example 2.8.3; not all of 2.8.4 and 3.0.0 is on Maven"
            + " Central.");
  }

  static List<JarSet> jars(String version) {
    EngineVersion needs = version(version);
    List<String> workers = new ArrayList<>(needs.coordinates("workers"));
    workers.add(Hyperscan.COORDINATES);
    return List.of(
        new JarSet(needs.coordinates("daemons"), needs.exclusions()),
        new JarSet(workers, needs.exclusions()));
  }

  @Override
  public Optional<String> job(String version) {
    return Optional.of(StormProcesses.JOB);
  }

  @Override
  public final Subject configure(EngineSpec spec, JobSpec job, Platform platform) {
    StormSettings settings = new StormSettings(spec);
    EngineVersion version = version(declaration().version(spec));
    StormProcesses processes = StormProcesses.of(spec, job, settings, version, platform);
    Map<String, String> print = new LinkedHashMap<>();
    JarProgram.of(spec)
        .ifPresentOrElse(
            program -> print.putAll(program.settings(spec)),
            () -> {
              print.put("topology and group", job.group());
              print.put(
                  "spouts, and bolts of each kind",
                  Integer.toString(spec.workers() * spec.threads()));
              print.put("offsets are committed every", spec.commitInterval().toMillis() + " ms");
            });
    print.putAll(settings.storm());
    print.putAll(settings.clients());
    return new StormSubject(
        declaration(),
        spec,
        job,
        new Plan(processes.all(), print, settings.notes(job)),
        List.of(ZooKeeperPart.planned(spec.quick(), platform)),
        settings,
        version,
        processes.slots());
  }
}
