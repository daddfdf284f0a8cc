package dev.rebound.engine.flink;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.base.ReboundException;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.HeldState;
import dev.rebound.engine.adapter.Hyperscan;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.JobEngine;
import dev.rebound.engine.hdfs.HdfsPart;
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
import dev.rebound.lab.part.Part;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Port;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.workload.GeneratedRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Flink: a JobManager, or several, and N TaskManagers as separate processes, the job {@code
 * rebound-job-flink}, or a program of the user's, submitted and followed over REST.
 *
 * <p>A TaskManager is a {@code worker}; so is a spare one, named {@code spare-k}, which differs in
 * nothing but that the job does not need its slots.
 */
public final class FlinkEngine extends JobEngine {
  static final String WORKER = "worker";
  static final String JOB_MANAGER = "jobmanager";

  /** Port of the JobManager's REST interface. */
  static final Port REST = Port.of("rest");

  /** Port by which JobManagers and TaskManagers talk. */
  static final Port RPC = Port.of("rpc");

  /** Port from which TaskManagers take each other's records. */
  static final Port DATA = Port.of("data");

  /** Port from which TaskManagers fetch the job's jar. */
  static final Port BLOB =
      Port.bound("blob", "a JobManager tells TaskManagers the port that its blob server binds");

  private static final Pattern LATER_IDENTITY = Pattern.compile("-i\\d+$");

  static final EngineDeclaration DECLARATION =
      new EngineDeclaration(
          "flink",
          "2.3.0",
          new Capabilities(
                  Set.of(Guarantee.NONE, Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE),
                  EngineSpec.PROFILES,
                  Set.of(WORKER, JOB_MANAGER),
                  Step.OF_ENGINES,
                  WORKLOADS,
                  Capabilities.ANY_NUMBER)
              .making(GeneratedRecord.WORKLOADS),
          FlinkOptions.ALL,
          FlinkEngine::check,
          EngineSpec::promiseOfGuarantee,
          FlinkEngine::jars,
          new Support(
              Stream.concat(HdfsPart.ROLES.stream(), Stream.of(ZooKeeperPart.ROLE))
                  .collect(Collectors.toSet()),
              FlinkEngine::supportJars));

  public FlinkEngine() {
    super(DECLARATION);
  }

  @Override
  public Map<String, String> limits() {
    Map<String, String> limits = new LinkedHashMap<>();
    limits.put(
        "standbys",
        "A state is kept in checkpoints; `spares` and rehearsals keep processes warm instead.");
    return limits;
  }

  /**
   * A version: beside what all have, its {@code connector} is Kafka source and sink, its {@code
   * quick} and {@code rocksdb} are what is added to the class path for these; {@code job} names the
   * job jar; {@code leadership} are texts of a JobManager's log, see {@link JobManagerLeadership};
   * its {@code renamed} and {@code millis} are {@link SettingNames}.
   */
  static EngineVersion version(String version) {
    return EngineVersion.of(
        FlinkEngine.class,
        "flink",
        version,
        "Name a version from 1.18 on, but for 2.0 and 2.1, for example 2.3.0.");
  }

  /** Whether its RPC system can stand on the class path. */
  static boolean loadsRpc(EngineVersion version) {
    return !version.coordinates("quick").isEmpty();
  }

  private static void check(EngineSection section) {
    try {
      EngineVersion version = version(DECLARATION.version(section.spec()));
      if (section.spec().flag(FlinkOptions.CLASS_PATH_RPC, false) && !loadsRpc(version)) {
        section.wrong(
            FlinkOptions.CLASS_PATH_RPC,
            "engine.%s: true does not do for Flink %s"
                .formatted(FlinkOptions.CLASS_PATH_RPC, DECLARATION.version(section.spec())),
            "Leave it out: this needs Flink 2.2 or newer.");
      }
      String naming = section.spec().option(FlinkOptions.NAMING, "");
      if (!naming.isEmpty() && !version.texts("naming").contains(naming)) {
        section.wrong(
            FlinkOptions.NAMING,
            "engine.%s: the connector of Flink %s knows no %s"
                .formatted(FlinkOptions.NAMING, DECLARATION.version(section.spec()), naming),
            "Write " + String.join(" or ", version.texts("naming")) + ", or leave it out.");
      }
    } catch (ReboundException e) {
      section.wrong("version", String.valueOf(e.getMessage()), e.remedy());
    }
    FlinkOptions.check(section, DECLARATION.capabilities().workloads());
  }

  private static List<Part> parts(FlinkSettings settings, JobSpec job, Platform platform) {
    List<Part> parts = new ArrayList<>(settings.storage().parts(job, platform));
    if (settings.standbys().any()) {
      parts.add(ZooKeeperPart.planned(settings.quick(), platform));
    }
    return parts;
  }

  @Override
  public Optional<String> job(String version) {
    return Optional.of(FlinkProcesses.job(version(version)));
  }

  @Override
  public Subject configure(EngineSpec spec, JobSpec job, Platform platform) {
    FlinkSettings settings = new FlinkSettings(spec, job);
    EngineVersion version = version(DECLARATION.version(spec));
    List<Part> parts = parts(settings, job, platform);
    Optional<JarProgram> program = JarProgram.of(spec);
    FlinkProcesses of = FlinkProcesses.of(spec, job, settings, version, program);
    String folder = settings.storage().folder(job, platform);
    Standbys standbys = settings.standbys();
    List<ProcessSpec> processes = new ArrayList<>();
    Map<String, String> effective = new LinkedHashMap<>();
    for (int i = 1; i <= standbys.jobManagers(); i++) {
      FlinkSettings.JobManagerAddress at = addresses(spec, standbys.node(i), platform);
      Map<String, String> its =
          SettingNames.of(version)
              .in(
                  settings.effective(
                      job,
                      at,
                      folder,
                      standbys.any()
                          ? standbys.settings(
                              ZooKeeperPart.address(platform),
                              job.runId(),
                              folder,
                              at.rpc().inside().port())
                          : Map.of()));
      processes.add(of.jobManager(standbys.node(i), at.binding(its)));
      its.forEach(effective::putIfAbsent);
    }
    for (int i = 1; i <= spec.workers() + spec.spares(); i++) {
      String node = i <= spec.workers() ? "worker-" + i : "spare-" + (i - spec.workers());
      Map<String, String> at = taskManagerAddress(node, platform);
      processes.add(of.taskManager(node, i, at, effective));
    }
    Map<String, String> shown = new LinkedHashMap<>();
    program.ifPresent(its -> shown.putAll(its.settings(spec)));
    shown.putAll(effective);
    List<String> notes = new ArrayList<>(settings.notes());
    notes.addAll(settings.storage().notes(job));
    notes.addAll(HeldState.notes(spec, job, settings.heapBytes(job)));
    Plan plan = new Plan(processes, shown, notes);
    return new FlinkSubject(spec, job, plan, parts, settings, version, program);
  }

  private static List<JarSet> jars(String version) {
    EngineVersion needs = version(version);
    return List.of(new JarSet(coordinates(needs), needs.exclusions()));
  }

  /** HDFS itself, Flink's own processes as a client of it, and ZooKeeper. */
  private static List<JarSet> supportJars(String version) {
    EngineVersion needs = version(version);
    List<String> client = coordinates(needs);
    client.addAll(HdfsPart.CLIENT_JARS);
    return List.of(
        new JarSet(client, needs.exclusions()),
        new JarSet(HdfsPart.SERVER_JARS, List.of()),
        new JarSet(ZooKeeperPart.JARS, ZooKeeperPart.EXCLUSIONS));
  }

  private static List<String> coordinates(EngineVersion needs) {
    List<String> coordinates = new ArrayList<>(needs.classPath());
    for (String more : List.of("connector", "quick", "rocksdb")) {
      coordinates.addAll(needs.coordinates(more));
    }
    coordinates.add(Hyperscan.COORDINATES);
    return coordinates;
  }

  private static FlinkSettings.JobManagerAddress addresses(
      EngineSpec spec, String node, Platform platform) {
    Endpoint rest = endpoint(spec, node, "rest.port", REST, platform);
    return new FlinkSettings.JobManagerAddress(
        endpoint(spec, node, "jobmanager.rpc.port", RPC, platform),
        rest,
        endpoint(spec, node, "blob.server.port", BLOB, platform));
  }

  /**
   * Where a JobManager is found for one purpose: at the port that the user's config names, if any.
   */
  private static Endpoint endpoint(
      EngineSpec spec, String node, String setting, Port port, Platform platform) {
    String named = spec.config().get(setting);
    if (named == null) {
      return platform.reserve(node, port);
    }
    if (!named.matches("\\d{1,5}")
        || Integer.parseInt(named) < 1
        || Integer.parseInt(named) > 65535) {
      throw ReboundException.badInput(
          "engine.config." + setting + ": '" + named + "' is not one port",
          "Write a port from 1 to 65535, or leave it out and Rebound chooses one.");
    }
    return platform.reserve(node, port, Integer.parseInt(named));
  }

  /**
   * Where a TaskManager is found. By default it chooses its ports, as Flink's own do, and has some
   * of its own only where it is known by others than it binds.
   */
  private static Map<String, String> taskManagerAddress(String node, Platform platform) {
    Endpoint rpc = platform.reserve(node, RPC);
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("taskmanager.host", rpc.inside().host());
    settings.put("taskmanager.bind-host", rpc.listens().host());
    if (rpc.separated()) {
      Endpoint data = platform.reserve(node, DATA);
      settings.put("taskmanager.rpc.port", Integer.toString(rpc.inside().port()));
      settings.put("taskmanager.rpc.bind-port", Integer.toString(rpc.listens().port()));
      settings.put("taskmanager.data.port", Integer.toString(data.inside().port()));
      settings.put("taskmanager.data.bind-port", Integer.toString(data.listens().port()));
    }
    return settings;
  }

  /**
   * The node that a TaskManager's resource id names: its own name, and a number for each identity
   * after the first, see {@link ProcessSpec}.
   */
  static String node(String resourceId) {
    return LATER_IDENTITY.matcher(resourceId).replaceFirst("");
  }
}
