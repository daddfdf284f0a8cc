package dev.rebound.engine.flink;

import dev.rebound.base.Owner;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.Hyperscan;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.adapter.ProgramEnvironment;
import dev.rebound.engine.hdfs.HdfsPart;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Flink's processes as they are planned: class path, JVM options, configuration files. Pure.
 *
 * @param classPath the same for every process
 */
record FlinkProcesses(
    EngineSpec spec,
    JobSpec job,
    FlinkSettings settings,
    EngineVersion version,
    List<String> classPath) {
  /** Tells a jar that brings its own connector. */
  private static final String CONNECTOR = "org.apache.flink.connector.kafka.source.KafkaSource";

  private static final String JOB_MANAGER_MAIN =
      "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint";
  private static final String TASK_MANAGER_MAIN =
      "org.apache.flink.runtime.taskexecutor.TaskManagerRunner";

  /**
   * On a machine that starts many processes at once, 10 s are not always enough. Flink's own
   * pekko.startup-timeout sets a key that Pekko does not read.
   */
  private static final String STARTUP_TIMEOUT = "-Dpekko.remote.classic.startup-timeout=60s";

  private static final long JOB_MANAGER_HEAP_BYTES = 256L << 20;

  /** Metaspace, code, threads and Netty's own buffers; measured. */
  private static final long OVERHEAD_BYTES = 160L << 20;

  /** Rebound's own job as an entry of a class path. */
  static String job(EngineVersion version) {
    return "job:" + version.text("job");
  }

  /** A program with a connector of its own runs with that one. */
  static FlinkProcesses of(
      EngineSpec spec,
      JobSpec job,
      FlinkSettings settings,
      EngineVersion version,
      Optional<JarProgram> program) {
    List<String> classPath = new ArrayList<>(version.classPath());
    if (program.filter(its -> its.jar().holds(CONNECTOR)).isEmpty()) {
      classPath.addAll(version.coordinates("connector"));
    }
    if (settings.classPathRpc()) {
      classPath.add(job(version));
      classPath.addAll(version.coordinates("quick"));
    }
    if (settings.rocksdb()) {
      classPath.addAll(version.coordinates("rocksdb"));
    }
    if (settings.storage().hdfs()) {
      classPath.addAll(HdfsPart.CLIENT_JARS);
    }
    if (program.isEmpty()) {
      job.jobs().stream()
          .flatMap(one -> Hyperscan.neededBy(one).stream())
          .distinct()
          .forEach(classPath::add);
    }
    return new FlinkProcesses(spec, job, settings, version, List.copyOf(classPath));
  }

  /**
   * @param config what it is set to
   */
  ProcessSpec jobManager(String node, Map<String, String> config) {
    return new ProcessSpec(
        node,
        FlinkEngine.JOB_MANAGER,
        Owner.SUBJECT,
        new Program.Java(
            classPath,
            version.exclusions(),
            JOB_MANAGER_MAIN,
            jobManagerJvm(),
            List.of("--configDir", "${dir}/conf")),
        JOB_MANAGER_HEAP_BYTES,
        OVERHEAD_BYTES,
        settings.program() ? ProgramEnvironment.environment(spec, job) : Map.of(),
        files(config),
        new ProcessSpec.Readiness.Http(FlinkEngine.REST.name(), "/overview"));
  }

  /**
   * The JobManager carries no records: code that is compiled quickly suits it, and leaves the cores
   * to the workers.
   */
  private List<String> jobManagerJvm() {
    List<String> jvm = new ArrayList<>(version.jvm());
    jvm.addAll(sharedClasses());
    jvm.add("-XX:TieredStopAtLevel=1");
    jvm.add(STARTUP_TIMEOUT);
    return Program.Java.withCollector(jvm);
  }

  /** quick: a restarted process maps the classes that the first one loaded and verified. */
  private List<String> sharedClasses() {
    return settings.quick() ? Program.Java.SHARED_CLASSES : List.of();
  }

  /**
   * @param number of the TaskManager, from 1, spares after the others
   * @param address settings of where it is found
   * @param config what all of them are set to
   */
  ProcessSpec taskManager(
      String node, int number, Map<String, String> address, Map<String, String> config) {
    Map<String, String> own = new LinkedHashMap<>(config);
    address.forEach(own::putIfAbsent);
    if (!own.containsKey("process.working-dir")) {
      own.putIfAbsent("process.taskmanager.working-dir", "${data}/working");
    }
    return new ProcessSpec(
        node,
        FlinkEngine.WORKER,
        Owner.SUBJECT,
        new Program.Java(
            classPath,
            version.exclusions(),
            TASK_MANAGER_MAIN,
            taskManagerJvm(number),
            // As pods of a StatefulSet have it: who comes back under its identity is known, and
            // finds the folder that its former process left.
            List.of("--configDir", "${dir}/conf", "-D", "taskmanager.resource-id=${identity}")),
        settings.heapBytes(job),
        OVERHEAD_BYTES + settings.networkBytes() + settings.managedBytes(),
        settings.program() ? ProgramEnvironment.environment(number, spec, job) : Map.of(),
        files(own),
        new ProcessSpec.Readiness.UpAtOnce());
  }

  private List<String> taskManagerJvm(int number) {
    List<String> jvm = new ArrayList<>(version.jvm());
    if (settings.quick()) {
      jvm.addAll(Program.Java.QUICK_START);
    }
    jvm.add(STARTUP_TIMEOUT);
    jvm.add("-Drebound.node=" + number);
    jvm.add("-Drebound.incarnation=${incarnation}");
    jvm.addAll(sharedClasses());
    return JobWorker.withOwn(spec, jvm);
  }

  private Map<String, String> files(Map<String, String> config) {
    Map<String, String> files = new LinkedHashMap<>();
    if (settings.program()) {
      files.putAll(ProgramEnvironment.files(spec, job));
    }
    String name = version.text("configuration");
    files.put("conf/" + name, name.equals("config.yaml") ? yaml(config) : lines(config));
    return files;
  }

  /** What Flink before 1.19 reads: a value is what stands behind the colon, as it is. */
  private static String lines(Map<String, String> settings) {
    StringBuilder text = new StringBuilder();
    settings.forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
    return text.toString();
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
