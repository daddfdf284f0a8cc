package dev.rebound.engine.flink;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.journal.Owner;
import dev.rebound.engine.adapter.Briefing;
import dev.rebound.engine.adapter.Hyperscan;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.platform.Program;
import dev.rebound.lab.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Flink: a JobManager and N TaskManagers as separate processes, the job {@code rebound-job-flink},
 * or a program of the user's, submitted and followed over REST.
 *
 * <p>A TaskManager is a {@code worker}; so is a spare one, named {@code spare-k}, which differs in
 * nothing but that the job does not need its slots.
 */
public final class FlinkEngine implements Engine {
  static final String WORKER = "worker";
  static final String JOB_MANAGER = "jobmanager";

  /** Port of the JobManager's REST interface. */
  private static final String REST = "rest";

  /** What rehearsals write goes to a topic named like the output topic, and this. */
  private static final String REHEARSAL_SUFFIX = "-rehearsal";

  private static final List<String> OWN_WORKLOADS = List.of("rule-match", "log-match", "grep");

  /** Tells a jar that brings its own connector. */
  private static final String CONNECTOR = "org.apache.flink.connector.kafka.source.KafkaSource";

  private static final String JOB_MANAGER_MAIN =
      "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint";
  private static final String TASK_MANAGER_MAIN =
      "org.apache.flink.runtime.taskexecutor.TaskManagerRunner";
  private static final long JOB_MANAGER_HEAP_BYTES = 256L << 20;

  /** Metaspace, code, threads and Netty's own buffers; measured. */
  private static final long OVERHEAD_BYTES = 160L << 20;

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
        Set.of(Step.DETECTED, Step.REASSIGNED, Step.RESTORED));
  }

  @Override
  public Plan plan(EngineSpec spec, JobSpec job, Platform platform) {
    FlinkSettings settings = new FlinkSettings(spec);
    FlinkVersion version = version(spec);
    Optional<JarProgram> program = JarProgram.of(spec);
    job.requireOneOf(name(), program.isPresent() ? JarProgram.WORKLOADS : OWN_WORKLOADS);
    List<String> classPath = classPath(settings, job, version, program);
    Platform.Address rest = address(spec, "rest.port", REST, platform);
    Map<String, String> effective =
        settings.effective(
            new FlinkSettings.Addresses(
                rest.host(),
                address(spec, "jobmanager.rpc.port", "rpc", platform).port(),
                rest.port(),
                address(spec, "blob.server.port", "blob", platform).port()));
    List<ProcessSpec> processes = new ArrayList<>();
    processes.add(jobManager(spec, job, settings, version, classPath, effective));
    for (int i = 1; i <= spec.workers() + spec.spares(); i++) {
      String node = i <= spec.workers() ? "worker-" + i : "spare-" + (i - spec.workers());
      processes.add(
          taskManager(node, i, spec, job, settings, version, classPath, effective, platform));
    }
    Map<String, String> shown = new LinkedHashMap<>();
    program.ifPresent(its -> shown.putAll(its.settings()));
    shown.putAll(effective);
    return new Plan(spec, job, processes, shown, settings.notes());
  }

  /**
   * A dead TaskManager is missed by its heartbeats; with Flink's own settings, two of 10 s each.
   */
  @Override
  public Duration noticesWithin(EngineSpec spec) {
    return spec.profile().equals("quick") ? Duration.ofSeconds(3) : Duration.ofSeconds(20);
  }

  /**
   * The JobManager tells of dead TaskManagers, of all of them, too. Nobody tells when a dead
   * JobManager was missed; a paused one may be waited for.
   */
  @Override
  public Set<Step> steps(EngineSpec spec, FaultScope fault) {
    Set<Step> steps = Engine.super.steps(spec, fault);
    if (steps.isEmpty() || !fault.role().equals(JOB_MANAGER)) {
      return steps;
    }
    return fault.deadly() ? Set.of(Step.REASSIGNED, Step.RESTORED) : Set.of();
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
    Submission submission = submission(plan, platform);
    FlinkRest rest = new FlinkRest(platform.reserve(JOB_MANAGER, REST).outside().toString());
    FlinkCluster cluster =
        new FlinkCluster(
            new Members(members), rest, submission, group(plan.job()), version.complaints());
    try {
      cluster.submit(by);
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private Submission submission(Plan plan, Platform platform) {
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
                    settings.jobArguments(plan.job(), group(plan.job())),
                    settings.parallelism(),
                    settings.rehearses() ? plan.job().output() + REHEARSAL_SUFFIX : ""));
  }

  @Override
  public List<Artifacts> artifacts(String version) {
    FlinkVersion needs = FlinkVersion.of(version.isEmpty() ? defaultVersion() : version);
    List<String> coordinates = new ArrayList<>(needs.classPath());
    coordinates.addAll(needs.connector());
    coordinates.addAll(needs.quick());
    coordinates.addAll(needs.rocksdb());
    coordinates.add(Hyperscan.COORDINATES);
    return List.of(new Artifacts(coordinates, needs.exclusions()));
  }

  /**
   * Where the JobManager listens for one purpose: at the port that the user's config names, if any.
   */
  private static Platform.Address address(
      EngineSpec spec, String setting, String port, Platform platform) {
    String named = spec.config().get(setting);
    if (named == null) {
      return platform.reserve(JOB_MANAGER, port).inside();
    }
    if (!named.matches("\\d{1,5}")
        || Integer.parseInt(named) < 1
        || Integer.parseInt(named) > 65535) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          "engine.config." + setting + ": '" + named + "' is not one port",
          "Write a port from 1 to 65535, or leave it out and Rebound chooses one.");
    }
    return platform.reserve(JOB_MANAGER, port, Integer.parseInt(named)).inside();
  }

  static String group(JobSpec job) {
    return Briefing.group(job);
  }

  private FlinkVersion version(EngineSpec spec) {
    return FlinkVersion.of(spec.version().isEmpty() ? defaultVersion() : spec.version());
  }

  /** The same for every process. A program with a connector of its own runs with that one. */
  private static List<String> classPath(
      FlinkSettings settings, JobSpec job, FlinkVersion version, Optional<JarProgram> program) {
    List<String> classPath = new ArrayList<>(version.classPath());
    if (program.filter(its -> its.jar().holds(CONNECTOR)).isEmpty()) {
      classPath.addAll(version.connector());
    }
    if (settings.classPathRpc()) {
      classPath.add("job:" + version.job());
      classPath.addAll(version.quick());
    }
    if (settings.rocksdb()) {
      classPath.addAll(version.rocksdb());
    }
    if (program.isEmpty()) {
      classPath.addAll(Hyperscan.neededBy(job));
    }
    return classPath;
  }

  private static ProcessSpec jobManager(
      EngineSpec spec,
      JobSpec job,
      FlinkSettings settings,
      FlinkVersion version,
      List<String> classPath,
      Map<String, String> effective) {
    return new ProcessSpec(
        JOB_MANAGER,
        JOB_MANAGER,
        Owner.SUBJECT,
        new Program.Java(
            classPath,
            version.exclusions(),
            JOB_MANAGER_MAIN,
            jobManagerJvm(version, settings),
            List.of("--configDir", "${dir}/conf"),
            null),
        JOB_MANAGER_HEAP_BYTES,
        OVERHEAD_BYTES,
        settings.program() ? Briefing.environment(spec, job) : Map.of(),
        files(effective, settings, job),
        new ProcessSpec.Readiness.Http(REST, "/overview"));
  }

  /**
   * The JobManager carries no records: code that is compiled quickly suits it, and leaves the cores
   * to the workers.
   */
  private static List<String> jobManagerJvm(FlinkVersion version, FlinkSettings settings) {
    List<String> jvm = new ArrayList<>(version.jvm());
    jvm.addAll(sharedClasses(settings));
    jvm.add("-XX:TieredStopAtLevel=1");
    return jvm;
  }

  /** quick: a restarted process maps the classes that the first one loaded and verified. */
  private static List<String> sharedClasses(FlinkSettings settings) {
    return settings.quick() ? Program.Java.SHARED_CLASSES : List.of();
  }

  private static ProcessSpec taskManager(
      String node,
      int number,
      EngineSpec spec,
      JobSpec job,
      FlinkSettings settings,
      FlinkVersion version,
      List<String> classPath,
      Map<String, String> effective,
      Platform platform) {
    Map<String, String> own = new LinkedHashMap<>(effective);
    String host = platform.reserve(node, "rpc").inside().host();
    own.putIfAbsent("taskmanager.host", host);
    own.putIfAbsent("taskmanager.bind-host", host);
    List<String> jvm = new ArrayList<>(version.jvm());
    if (settings.quick()) {
      jvm.removeIf(Program.Java::choosesCollector);
      jvm.addAll(Program.Java.QUICK_START);
    }
    if (spec.jvm().stream().anyMatch(Program.Java::choosesCollector)) {
      // The experiment's choice; a JVM does not start with two.
      jvm.removeIf(Program.Java::choosesCollector);
    }
    jvm.add("-Drebound.node=" + number);
    jvm.add("-Drebound.incarnation=${incarnation}");
    jvm.addAll(sharedClasses(settings));
    jvm.addAll(spec.jvm());
    return new ProcessSpec(
        node,
        WORKER,
        Owner.SUBJECT,
        new Program.Java(
            classPath,
            version.exclusions(),
            TASK_MANAGER_MAIN,
            jvm,
            // A new name for each life: the JobManager must not take it for the one that died.
            List.of(
                "--configDir",
                "${dir}/conf",
                "-D",
                "taskmanager.resource-id=" + resourceId(node, "${incarnation}")),
            null),
        spec.memory().count(),
        OVERHEAD_BYTES + settings.networkBytes() + settings.managedBytes(),
        settings.program() ? Briefing.environment(number, spec, job) : Map.of(),
        files(own, settings, job),
        new ProcessSpec.Readiness.Running());
  }

  private static Map<String, String> files(
      Map<String, String> config, FlinkSettings settings, JobSpec job) {
    Map<String, String> files = new LinkedHashMap<>();
    if (settings.program()) {
      files.putAll(Briefing.files(job));
    }
    files.put("conf/config.yaml", yaml(config));
    return files;
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

  /** Flat YAML, values in double quotes. */
  private static String yaml(Map<String, String> settings) {
    StringBuilder text = new StringBuilder();
    settings.forEach(
        (name, value) ->
            text.append(name)
                .append(": \"")
                .append(value.replace("\\", "\\\\").replace("\"", "\\\""))
                .append("\"\n"));
    return text.toString();
  }
}
