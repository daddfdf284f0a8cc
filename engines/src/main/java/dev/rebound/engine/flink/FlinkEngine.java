package dev.rebound.engine.flink;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.engine.adapter.Briefing;
import dev.rebound.engine.adapter.HeldState;
import dev.rebound.engine.adapter.Hyperscan;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.Members;
import dev.rebound.engine.hdfs.HdfsPart;
import dev.rebound.engine.zookeeper.ZooKeeperPart;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Flink: a JobManager, or several, and N TaskManagers as separate processes, the job {@code
 * rebound-job-flink}, or a program of the user's, submitted and followed over REST.
 *
 * <p>A TaskManager is a {@code worker}; so is a spare one, named {@code spare-k}, which differs in
 * nothing but that the job does not need its slots.
 */
public final class FlinkEngine implements Engine {
  static final String WORKER = "worker";
  static final String JOB_MANAGER = "jobmanager";

  /** Port of the JobManager's REST interface. */
  static final String REST = "rest";

  /** What rehearsals write goes to a topic named like the output topic, and this. */
  private static final String REHEARSAL_SUFFIX = "-rehearsal";

  @Override
  public String name() {
    return "flink";
  }

  @Override
  public String defaultVersion() {
    return "2.3.0";
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        Set.of(Guarantee.NONE, Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE),
        Set.of(WORKER, JOB_MANAGER),
        Set.of(Step.DETECTED, Step.REASSIGNED, Step.RESTORED),
        List.of("rule-match", "log-match", "grep", "fixed-window"),
        true);
  }

  @Override
  public List<Option> options() {
    return FlinkOptions.ALL;
  }

  @Override
  public void check(EngineSection section) {
    FlinkOptions.check(section, capabilities().workloads());
  }

  @Override
  public List<Part> parts(EngineSpec spec, JobSpec job, Platform platform) {
    require(spec, job);
    FlinkSettings settings = new FlinkSettings(spec);
    List<Part> parts = new ArrayList<>();
    if (settings.storage().ours()) {
      parts.add(HdfsPart.planned(settings.storage().asked(), job.runId(), platform));
    }
    if (settings.standbys().any()) {
      parts.add(ZooKeeperPart.planned(settings.quick(), platform));
    }
    return parts;
  }

  @Override
  public Set<String> partRoles() {
    Set<String> roles = new TreeSet<>(HdfsPart.ROLES);
    roles.add(ZooKeeperPart.ROLE);
    return roles;
  }

  @Override
  public Plan plan(EngineSpec spec, JobSpec job, Platform platform) {
    require(spec, job);
    FlinkSettings settings = new FlinkSettings(spec, job);
    FlinkVersion version = version(spec);
    Optional<JarProgram> program = JarProgram.of(spec);
    FlinkProcesses of = FlinkProcesses.of(spec, job, settings, version, program);
    String folder = settings.storage().folder(job, platform);
    Standbys standbys = settings.standbys();
    List<ProcessSpec> processes = new ArrayList<>();
    Map<String, String> effective = new LinkedHashMap<>();
    for (int i = 1; i <= standbys.jobManagers(); i++) {
      FlinkSettings.Addresses at = addresses(spec, standbys.node(i), platform);
      Map<String, String> its =
          settings.effective(
              job,
              at,
              folder,
              standbys.any()
                  ? standbys.settings(
                      ZooKeeperPart.address(platform), job.runId(), folder, at.rpcPort())
                  : Map.of());
      processes.add(of.jobManager(standbys.node(i), its));
      its.forEach(effective::putIfAbsent);
    }
    for (int i = 1; i <= spec.workers() + spec.spares(); i++) {
      String node = i <= spec.workers() ? "worker-" + i : "spare-" + (i - spec.workers());
      String host = platform.reserve(node, "rpc").inside().host();
      processes.add(of.taskManager(node, i, host, effective));
    }
    Map<String, String> shown = new LinkedHashMap<>();
    program.ifPresent(its -> shown.putAll(its.settings()));
    shown.putAll(effective);
    List<String> notes = new ArrayList<>(settings.notes());
    notes.addAll(settings.storage().notes(job));
    notes.addAll(HeldState.notes(spec, job, settings.heapBytes(job)));
    return new Plan(spec, job, processes, shown, notes);
  }

  /**
   * A dead TaskManager is missed by its heartbeats; with Flink's own settings, two of 10 s each.
   */
  @Override
  public Duration noticesWithin(EngineSpec spec) {
    Duration worker =
        spec.profile().equals("quick") ? Duration.ofSeconds(3) : Duration.ofSeconds(20);
    Standbys standbys = new Standbys(spec);
    return standbys.any() && standbys.missedAfter().compareTo(worker) > 0
        ? standbys.missedAfter()
        : worker;
  }

  /**
   * The JobManager tells of dead TaskManagers, of all of them, too. Nobody tells when one that is
   * alone was missed; a paused one may be waited for. Of several, the next leader tells, unless all
   * are dead.
   */
  @Override
  public Set<Step> steps(EngineSpec spec, FaultScope fault) {
    if (!fault.role().equals(JOB_MANAGER)) {
      return Engine.super.steps(spec, fault);
    }
    Standbys standbys = new Standbys(spec);
    boolean missed = fault.deadly() || (standbys.any() && fault.outlasts(standbys.missedAfter()));
    if (!missed || fault.workingVictims() == 0) {
      return Set.of();
    }
    return standbys.any() && !fault.hitsAll()
        ? capabilities().steps()
        : Set.of(Step.REASSIGNED, Step.RESTORED);
  }

  @Override
  public Cluster start(Plan plan, Platform platform, Deadline by) {
    FlinkVersion version = version(plan.spec());
    List<Node> members = new ArrayList<>();
    for (ProcessSpec process : plan.processes()) {
      Node member = platform.start(process);
      members.add(member);
      if (member.role().equals(JOB_MANAGER) && !plan.spec().profile().equals("quick")) {
        // With Flink's own settings, a TaskManager that comes first waits for 10 s.
        member.awaitReady(by.left());
      }
    }
    FlinkSettings settings = new FlinkSettings(plan.spec(), plan.job());
    Members all = new Members(members);
    Leadership leadership = new Leadership(all.ofRole(JOB_MANAGER), version.leadership());
    FlinkRest rest =
        new FlinkRest(() -> leadership.spokesman().endpoint(REST).outside().toString());
    FlinkCluster cluster =
        new FlinkCluster(
            new Shared(
                all,
                leadership,
                rest,
                settings.slotsNeeded(),
                new Logs(version.complaints()),
                settings.storage().listings(platform),
                other -> submission(plan, other, platform).withoutRehearsals()),
            submission(plan, plan.job(), platform),
            group(plan.job()),
            true);
    try {
      cluster.submit(by);
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private Submission submission(Plan plan, JobSpec job, Platform platform) {
    FlinkSettings settings = new FlinkSettings(plan.spec());
    return JarProgram.of(plan.spec())
        .map(
            program ->
                new Submission(
                    program.jar().file(),
                    program.mainClass(),
                    program.arguments(),
                    settings.parallelism(),
                    ""))
        .orElseGet(
            () ->
                new Submission(
                    platform.jobJar(version(plan.spec()).job()),
                    "",
                    settings.jobArguments(job, group(job)),
                    settings.parallelism(),
                    settings.rehearses() ? job.output() + REHEARSAL_SUFFIX : ""));
  }

  @Override
  public List<Artifacts> artifacts(String version) {
    FlinkVersion needs = FlinkVersion.of(version.isEmpty() ? defaultVersion() : version);
    return List.of(new Artifacts(coordinates(needs), needs.exclusions()));
  }

  /** HDFS itself, Flink's own processes as a client of it, and ZooKeeper. */
  @Override
  public List<Artifacts> partArtifacts(String version) {
    FlinkVersion needs = FlinkVersion.of(version.isEmpty() ? defaultVersion() : version);
    List<String> client = coordinates(needs);
    client.addAll(HdfsPart.CLIENT_JARS);
    return List.of(
        new Artifacts(client, needs.exclusions()),
        new Artifacts(HdfsPart.SERVER_JARS, List.of()),
        new Artifacts(ZooKeeperPart.JARS, ZooKeeperPart.EXCLUSIONS));
  }

  private static List<String> coordinates(FlinkVersion needs) {
    List<String> coordinates = new ArrayList<>(needs.classPath());
    coordinates.addAll(needs.connector());
    coordinates.addAll(needs.quick());
    coordinates.addAll(needs.rocksdb());
    coordinates.add(Hyperscan.COORDINATES);
    return coordinates;
  }

  private static FlinkSettings.Addresses addresses(
      EngineSpec spec, String node, Platform platform) {
    Platform.Address rest = address(spec, node, "rest.port", REST, platform);
    return new FlinkSettings.Addresses(
        rest.host(),
        address(spec, node, "jobmanager.rpc.port", "rpc", platform).port(),
        rest.port(),
        address(spec, node, "blob.server.port", "blob", platform).port());
  }

  /**
   * Where a JobManager listens for one purpose: at the port that the user's config names, if any.
   */
  private static Platform.Address address(
      EngineSpec spec, String node, String setting, String port, Platform platform) {
    String named = spec.config().get(setting);
    if (named == null) {
      return platform.reserve(node, port).inside();
    }
    if (!named.matches("\\d{1,5}")
        || Integer.parseInt(named) < 1
        || Integer.parseInt(named) > 65535) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          "engine.config." + setting + ": '" + named + "' is not one port",
          "Write a port from 1 to 65535, or leave it out and Rebound chooses one.");
    }
    return platform.reserve(node, port, Integer.parseInt(named)).inside();
  }

  static String group(JobSpec job) {
    return Briefing.group(job);
  }

  private FlinkVersion version(EngineSpec spec) {
    return FlinkVersion.of(spec.version().isEmpty() ? defaultVersion() : spec.version());
  }

  /** Under which a TaskManager registers in one of its lives. */
  static String resourceId(String node, String incarnation) {
    return node + "_" + incarnation;
  }

  /** The node that a TaskManager's resource id names. */
  static String node(String resourceId) {
    int end = resourceId.lastIndexOf('_');
    return end < 0 ? resourceId : resourceId.substring(0, end);
  }
}
