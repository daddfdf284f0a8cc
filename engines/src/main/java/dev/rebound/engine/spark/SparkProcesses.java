package dev.rebound.engine.spark;

import dev.rebound.base.Owner;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.Hyperscan;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.JobFile;
import dev.rebound.engine.adapter.ProgramEnvironment;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Port;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Spark's processes as they are planned: a master, a daemon for each executor, a driver. Executors
 * are started by their daemons, and are no part of the plan but for the memory that they take.
 */
record SparkProcesses(EngineSpec spec, JobSpec job, SparkSettings settings, EngineVersion version) {
  static final String JOB = "job:rebound-job-spark";
  private static final String MAIN = "dev.rebound.job.spark.DriverJob";

  /** Calls the main method of a program of the user's. */
  private static final String CALLER = "dev.rebound.job.spark.ProgramDriver";

  private static final String JOB_FILE = "job.properties";

  /** Port of a master, whose clients keep to the address that they were told. */
  static final Port MASTER = Port.of("rpc");

  /** Port by which an executor notices the death of its daemon. */
  static final Port DAEMON =
      Port.bound("rpc", "a daemon tells its master the address that it binds");

  /** Port by which executors report to the driver. */
  static final Port DRIVER = Port.bound("rpc", "a driver tells executors the port that it binds");

  /** Port of whoever gives blocks to others, which each process chooses for itself. */
  static final Port BLOCKS =
      Port.bound("blocks", "a block manager of Spark tells others the port that it binds");

  private static final Port WEB = Port.of("http");

  /** The master's and the daemons' own. */
  private static final long DAEMON_HEAP_BYTES = 128L << 20;

  /** A driver may have no less: Spark refuses it. */
  private static final long DRIVER_HEAP_BYTES = 512L << 20;

  /** Metaspace, code, threads and Netty's buffers; measured. */
  private static final long OVERHEAD_BYTES = 128L << 20;

  private static final long WORK_OVERHEAD_BYTES = 224L << 20;

  /** A folder that is Spark's home to its daemons, who look for jars there and find none. */
  private static final String HOME = "spark";

  List<ProcessSpec> all(Platform platform) {
    List<ProcessSpec> processes = new ArrayList<>();
    Endpoint master = platform.reserve(SparkEngine.MASTER, MASTER);
    String url = "spark://" + master.inside();
    processes.add(master(master.listens(), platform.reserve(SparkEngine.MASTER, WEB).listens()));
    for (int i = 1; i <= spec.workers(); i++) {
      String node = SparkEngine.DAEMON + "-" + i;
      processes.add(daemon(node, i, platform.reserve(node, DAEMON).listens(), url));
    }
    Platform.Address driver = platform.reserve(SparkEngine.DRIVER, DRIVER).listens();
    processes.add(driver(driver, url, settings.storage().folder(job, platform)));
    return processes;
  }

  private Program.Java java(
      List<String> before, String main, List<String> jvm, List<String> arguments) {
    List<String> classPath = new ArrayList<>(before);
    classPath.add(JOB);
    classPath.addAll(version.classPath());
    classPath.addAll(Hyperscan.neededBy(job));
    return new Program.Java(classPath, version.exclusions(), main, jvm, arguments);
  }

  private static String at(Platform.Address rpc) {
    return "--host " + rpc.host() + " --port " + rpc.port();
  }

  private static List<String> arguments(String line) {
    return List.of(line.split(" "));
  }

  private ProcessSpec master(Platform.Address rpc, Platform.Address web) {
    return new ProcessSpec(
        SparkEngine.MASTER,
        SparkEngine.MASTER,
        Owner.SUBJECT,
        java(
            List.of(),
            "org.apache.spark.deploy.master.Master",
            settings.daemonJvm(version),
            arguments("%s --webui-port %s".formatted(at(rpc), web.port()))),
        DAEMON_HEAP_BYTES,
        OVERHEAD_BYTES,
        Map.of("SPARK_LOCAL_IP", rpc.host()),
        Map.of(),
        new ProcessSpec.Readiness.LogLine("New state: ALIVE"));
  }

  private ProcessSpec daemon(String node, int number, Platform.Address rpc, String master) {
    long heap = settings.heapBytes(job);
    List<String> jvm = settings.daemonJvm(version);
    jvm.add("-Dspark.local.dir=${data}");
    return new ProcessSpec(
        node,
        SparkEngine.DAEMON,
        Owner.SUBJECT,
        java(
            List.of(),
            "org.apache.spark.deploy.worker.Worker",
            jvm,
            arguments(
                "%s --webui-port 0 --cores %s --memory %sM --work-dir ${dir}/work %s"
                    .formatted(at(rpc), settings.cores(), heap >> 20, master))),
        DAEMON_HEAP_BYTES,
        OVERHEAD_BYTES + heap + WORK_OVERHEAD_BYTES,
        Map.of(
            "SPARK_HOME",
            "${dir}/" + HOME,
            "SPARK_SCALA_VERSION",
            "2.13",
            "SPARK_LOCAL_IP",
            rpc.host(),
            // Where daemons find the java that they start executors with.
            "JAVA_HOME",
            "${java}",
            // What executors unpack for themselves is gone with the node.
            "JAVA_TOOL_OPTIONS",
            "-Djava.io.tmpdir=${dir}/tmp",
            "REBOUND_WORKER",
            Integer.toString(number),
            "REBOUND_EXECUTOR_EVENTS",
            "${dir}/" + SparkCluster.EVENTS,
            "REBOUND_EXECUTOR_LOG",
            "${dir}/" + Executors.LOG),
        Map.of(HOME + "/jars/README", "Spark's jars are on the class path.\n"),
        new ProcessSpec.Readiness.LogLine("Successfully registered with master"));
  }

  /**
   * @param checkpoints the folder that the run has to itself
   */
  private ProcessSpec driver(Platform.Address rpc, String master, String checkpoints) {
    JobFile file = new JobFile(0, spec, job);
    file.put("master", master);
    file.put("checkpoint", checkpoints + "/checkpoint");
    file.put("events", "${dir}/" + SparkCluster.EVENTS);
    settings.ofJob().forEach(file::put);
    file.put("engine.spark.driver.host", rpc.host());
    file.put("engine.spark.driver.port", Integer.toString(rpc.port()));
    file.put("engine.spark.local.dir", "${data}");
    settings
        .driver(settings.heapBytes(job))
        .forEach((key, value) -> file.put(key.startsWith("spark.") ? "engine." + key : key, value));
    Map<String, String> environment = new LinkedHashMap<>();
    Map<String, String> files = new LinkedHashMap<>();
    Optional<JarProgram> program = JarProgram.of(spec);
    if (program.isPresent()) {
      file.withoutWorkload();
      // A query that has a name and says nothing else has its checkpoints there.
      file.put("engine.spark.sql.streaming.checkpointLocation", checkpoints);
      environment.putAll(ProgramEnvironment.environment(spec, job));
      environment.put("REBOUND_CHECKPOINT", checkpoints + "/checkpoint");
      files.putAll(ProgramEnvironment.files(spec, job));
    }
    environment.put("SPARK_LOCAL_IP", rpc.host());
    files.put(JOB_FILE, file.text());
    return new ProcessSpec(
        SparkEngine.DRIVER,
        SparkEngine.DRIVER,
        Owner.SUBJECT,
        program.isEmpty()
            ? java(
                List.of(),
                MAIN,
                settings.driverJvm(version),
                List.of("--config", "${dir}/" + JOB_FILE))
            : calling(program.get()),
        DRIVER_HEAP_BYTES,
        WORK_OVERHEAD_BYTES,
        environment,
        files,
        program.isEmpty()
            ? new ProcessSpec.Readiness.LogLine("the query runs")
            : new ProcessSpec.Readiness.UpAtOnce());
  }

  private Program.Java calling(JarProgram program) {
    List<String> arguments = new ArrayList<>(List.of("${dir}/" + JOB_FILE, program.mainClass()));
    arguments.addAll(program.arguments());
    return java(
        List.of("file:" + program.jar().file()), CALLER, settings.driverJvm(version), arguments);
  }
}
