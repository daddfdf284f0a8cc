package dev.rebound.engine.storm;

import dev.rebound.base.Owner;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.FollowedCluster;
import dev.rebound.engine.adapter.Hyperscan;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.JobFile;
import dev.rebound.engine.adapter.ProgramEnvironment;
import dev.rebound.engine.zookeeper.ZooKeeperPart;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Port;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The processes of a Storm cluster: Nimbus, supervisors, and the client that submits the topology.
 * A distribution's folders and scripts are not needed: configuration is in a file of each daemon,
 * and workers are given the client's class path.
 */
record StormProcesses(
    EngineSpec spec,
    JobSpec job,
    StormSettings settings,
    EngineVersion version,
    Platform platform,
    List<Slot> slots) {
  static final String JOB = "job:rebound-job-storm";
  private static final String MAIN = "dev.rebound.job.storm.TopologyJob";
  private static final String JOB_FILE = "job.properties";
  private static final String CONFIG = "storm.yaml";
  private static final String DAEMON_LOG = "log4j2-daemon.xml";

  /** Port by which a daemon is asked. */
  static final Port RPC =
      Port.bound("rpc", "a daemon of Storm tells others the port that it binds");

  /** Heap of a supervisor, Storm's own default. */
  private static final long SUPERVISOR_BYTES = 256L << 20;

  /** Heap of Nimbus: Storm's own default of 1 GB is for many topologies. */
  private static final long NIMBUS_BYTES = 256L << 20;

  private static final long CLIENT_BYTES = 128L << 20;

  /** Metaspace, code, threads and network buffers of a process. */
  private static final long OVERHEAD_BYTES = 128L << 20;

  private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %p %c{1}: %m%n";

  /** With a slot for each worker, dealt out among the supervisors. */
  static StormProcesses of(
      EngineSpec spec,
      JobSpec job,
      StormSettings settings,
      EngineVersion version,
      Platform platform) {
    List<Slot> dealt = new ArrayList<>();
    for (int i = 1; i <= spec.workers(); i++) {
      String supervisor = supervisor((i - 1) % settings.supervisors() + 1);
      int port = platform.reserve(supervisor, Slot.port("slot-" + i)).listens().port();
      dealt.add(new Slot(i, supervisor, port));
    }
    return new StormProcesses(spec, job, settings, version, platform, dealt);
  }

  private static String supervisor(int number) {
    return StormEngine.SUPERVISOR + "-" + number;
  }

  /** Nimbus, supervisors, and last the client. */
  List<ProcessSpec> all() {
    List<ProcessSpec> all = new ArrayList<>();
    all.add(nimbus());
    for (int i = 1; i <= settings.supervisors(); i++) {
      all.add(supervisor(supervisor(i)));
    }
    all.add(JarProgram.of(spec).map(this::client).orElseGet(this::ourClient));
    return all;
  }

  private Platform.Address nimbusAddress() {
    return platform.reserve(StormEngine.NIMBUS, RPC).inside();
  }

  private ProcessSpec nimbus() {
    return daemon(
        StormEngine.NIMBUS,
        StormEngine.NIMBUS,
        "org.apache.storm.daemon.nimbus.Nimbus",
        NIMBUS_BYTES,
        OVERHEAD_BYTES,
        yaml(StormEngine.NIMBUS, Map.of("topology.workers", Integer.toString(spec.workers()))));
  }

  private ProcessSpec supervisor(String node) {
    List<Slot> its = slots.stream().filter(slot -> slot.supervisor().equals(node)).toList();
    Map<String, String> own = new LinkedHashMap<>();
    own.put(
        "supervisor.thrift.port", Integer.toString(platform.reserve(node, RPC).listens().port()));
    own.put(
        "supervisor.slots.ports",
        its.stream().map(slot -> Integer.toString(slot.port())).toList().toString());
    List<String> jvm = new ArrayList<>();
    jvm.add("-Xmx" + (settings.heapBytes(job) >> 20) + "m");
    jvm.addAll(settings.jvm());
    jvm.add("-Drebound.events=${dir}/" + FollowedCluster.EVENTS);
    jvm.add(
        "-Drebound.slots="
            + its.stream()
                .map(slot -> slot.port() + "=" + slot.worker())
                .collect(Collectors.joining(",")));
    own.put("worker.childopts", String.join(" ", jvm));
    // Workers are not planned, and take their room all the same, each with the process that starts
    // it and writes its log.
    long workers = its.size() * (settings.heapBytes(job) + 2 * OVERHEAD_BYTES);
    return daemon(
        node,
        StormEngine.SUPERVISOR,
        "org.apache.storm.daemon.supervisor.Supervisor",
        SUPERVISOR_BYTES,
        OVERHEAD_BYTES + workers,
        yaml(node, own));
  }

  private ProcessSpec daemon(
      String node, String role, String main, long heapBytes, long overheadBytes, String yaml) {
    return new ProcessSpec(
        node,
        role,
        Owner.SUBJECT,
        new Program.Java(
            version.coordinates("daemons"), version.exclusions(), main, daemonJvm(), List.of()),
        heapBytes,
        overheadBytes,
        // Where supervisors find the java that they start workers with.
        Map.of("JAVA_HOME", "${java}"),
        Map.of(
            CONFIG,
            yaml,
            DAEMON_LOG,
            console(),
            "worker.xml",
            log(
                "<File name=\"log\""
                    + " fileName=\"${sys:storm.log.dir}/worker-${sys:worker.port}.log\"><PatternLayout"
                    + " pattern=\""
                    + PATTERN
                    + "\"/></File>")),
        new ProcessSpec.Readiness.TcpPort(RPC.name()));
  }

  private List<String> daemonJvm() {
    List<String> jvm = new ArrayList<>();
    if (spec.quick()) {
      jvm.addAll(Program.Java.SHARED_CLASSES);
      jvm.addAll(Program.Java.QUICK_START);
    }
    jvm.add("-Dstorm.home=${dir}");
    jvm.add("-Dstorm.log.dir=${dir}");
    jvm.add("-Dstorm.conf.file=${dir}/" + CONFIG);
    jvm.add("-Dlog4j2.configurationFile=${dir}/" + DAEMON_LOG);
    return new ArrayList<>(Program.Java.withCollector(jvm));
  }

  private static String console() {
    return log("<Console name=\"log\"><PatternLayout pattern=\"" + PATTERN + "\"/></Console>");
  }

  private static String log(String appender) {
    return ("<Configuration shutdownHook=\"disable\"><Appenders>%s</Appenders><Loggers><Logger"
            + " name=\"org.apache.kafka\" level=\"warn\"/><Logger"
            + " name=\"org.apache.storm.shade.org.apache.zookeeper\" level=\"warn\"/><Root"
            + " level=\"info\"><AppenderRef ref=\"log\"/></Root></Loggers></Configuration>\n")
        .formatted(appender);
  }

  private String yaml(String node, Map<String, String> own) {
    Platform.Address nimbus = nimbusAddress();
    String keeper = ZooKeeperPart.address(platform);
    int colon = keeper.lastIndexOf(':');
    Map<String, String> all = new LinkedHashMap<>();
    all.put("storm.zookeeper.servers", "[\"" + keeper.substring(0, colon) + "\"]");
    all.put("storm.zookeeper.port", keeper.substring(colon + 1));
    all.put("nimbus.seeds", "[\"" + nimbus.host() + "\"]");
    all.put("nimbus.thrift.port", Integer.toString(nimbus.port()));
    all.put("storm.local.hostname", platform.reserve(node, RPC).inside().host());
    all.put("storm.local.dir", "${data}");
    all.put("storm.log4j2.conf.dir", "${dir}");
    all.put("storm.workers.artifacts.dir", "${dir}/" + Slot.ARTIFACTS);
    all.putAll(own);
    all.putAll(settings.storm());
    StringBuilder text = new StringBuilder();
    all.forEach((key, value) -> text.append(key).append(": ").append(yaml(value)).append('\n'));
    return text.toString();
  }

  /** Numbers, flags, lists and maps as they are written, all else as a text. */
  private static String yaml(String value) {
    return value.matches("-?\\d+(\\.\\d+)?|true|false|null|\\[.*\\]|\\{.*\\}")
        ? value
        : "'" + value.replace("'", "''") + "'";
  }

  /** The user's program, which submits its topology by the settings beside it. */
  private ProcessSpec client(JarProgram program) {
    List<String> classPath = new ArrayList<>();
    classPath.add("file:" + program.jar().file());
    classPath.addAll(version.coordinates("workers"));
    List<String> jvm = daemonJvm();
    jvm.add("-Dstorm.jar=" + program.jar().file());
    // Of its own file a client sends nothing along; these win over what the program sets.
    jvm.add("-Dstorm.options=topology.classpath=${class-path}");
    Map<String, String> files = new LinkedHashMap<>(ProgramEnvironment.files(spec, job));
    files.put(CONFIG, yaml(StormEngine.CLIENT, Map.of()));
    files.put(DAEMON_LOG, console());
    // It ends by itself, in order.
    return client(
        Owner.INSTRUMENT,
        new Program.Java(
            classPath, version.exclusions(), program.mainClass(), jvm, program.arguments()),
        ProgramEnvironment.environment(spec, job),
        files,
        version.text("submitted"));
  }

  private static ProcessSpec client(
      Owner owner,
      Program program,
      Map<String, String> environment,
      Map<String, String> files,
      String submitted) {
    return new ProcessSpec(
        StormEngine.CLIENT,
        StormEngine.CLIENT,
        owner,
        program,
        CLIENT_BYTES,
        OVERHEAD_BYTES,
        environment,
        files,
        new ProcessSpec.Readiness.LogLine(submitted));
  }

  private ProcessSpec ourClient() {
    JobFile file = new JobFile(0, spec, job);
    file.put("workers", Integer.toString(spec.workers()));
    file.put("threads", Integer.toString(spec.threads()));
    file.put("model", StormSettings.trident(spec) ? "trident" : "records");
    file.put("spout", StormSettings.spout(spec));
    file.put("changelog", Boolean.toString(StormSettings.changelog(spec)));
    file.put("replication", Integer.toString(job.replication()));
    file.put("share-class-path", "true");
    file.put("stay", "true");
    file.put("engine.nimbus.seeds", "[\"" + nimbusAddress().host() + "\"]");
    file.put("engine.nimbus.thrift.port", Integer.toString(nimbusAddress().port()));
    Map<String, String> topology = settings.storm();
    topology.keySet().removeIf(key -> !key.startsWith("topology."));
    topology.forEach((key, value) -> file.put("engine." + key, value));
    settings.clients().forEach(file::put);
    List<String> classPath = new ArrayList<>();
    classPath.add(JOB);
    classPath.addAll(version.coordinates("workers"));
    classPath.addAll(Hyperscan.neededBy(job));
    return client(
        Owner.SUPPORT,
        new Program.Java(
            classPath,
            version.exclusions(),
            MAIN,
            List.of("-XX:TieredStopAtLevel=1", "-Dlog4j2.configurationFile=${dir}/" + DAEMON_LOG),
            List.of("--config", "${dir}/" + JOB_FILE)),
        Map.of(),
        Map.of(JOB_FILE, file.text(), DAEMON_LOG, console()),
        "submitted topology");
  }
}
