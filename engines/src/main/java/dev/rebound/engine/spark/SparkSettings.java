package dev.rebound.engine.spark;

import dev.rebound.engine.adapter.Batches;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.HeldState;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.adapter.ProgramOptions;
import dev.rebound.engine.hdfs.CheckpointStorage;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.PlannedMeans;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import dev.rebound.platform.Program;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings that an experiment's engine section makes on Spark and on its Kafka clients. Pure.
 *
 * <p>{@code stock} leaves Spark's own defaults, except for what the experiment itself says. {@code
 * quick} adds those of {@code quick.yaml} and {@code quick-daemons.yaml} beside this class. The
 * experiment's {@code config} wins over both. With either, master and daemons, which carry no
 * records, run with C1 alone and the serial collector.
 */
final class SparkSettings {
  static final String TRIGGER = "trigger";
  static final String OPERATOR = "state-operator";
  private static final String REAL_TIME = "real-time";
  private static final String TRANSFORM = "transform-with-state";
  private static final String AGGREGATES = "aggregates";

  private static final List<Option> OF_JOB =
      List.of(
          Batches.RECORDS,
          Option.optional(
                  TRIGGER,
                  ScalarType.choice("trigger", List.of("micro-batch", REAL_TIME)),
                  REAL_TIME)
              .meaning(
                  "A batch each commit-interval; or real-time mode, without states, since 4.1, whose"
                      + " checkpoints commit-interval is between."),
          Option.optional(
                  OPERATOR,
                  ScalarType.choice(
                      "operator of states", List.of("flat-map-groups", TRANSFORM, AGGREGATES)),
                  TRANSFORM)
              .meaning(
                  "What keeps states: flatMapGroupsWithState, transformWithState (with state:"
                      + " rocksdb), or of windows by time Spark's own windows and aggregates, as"
                      + " session-window always has them."));

  static final List<Option> OPTIONS =
      Stream.of(CheckpointStorage.OPTIONS, OF_JOB, ProgramOptions.OF_JARS)
          .flatMap(List::stream)
          .toList();

  /** Settings of the master and of the daemons; all others are the driver's. */
  private static final List<String> OF_DAEMONS =
      List.of("spark.deploy.", "spark.worker.", "spark.master.");

  private static final List<String> PREFIXES = List.of("spark.", "producer.", "consumer.");

  /** Bounds the trigger of real-time mode, which has no such setting of its own. */
  private static final String MIN_REAL_TIME = "spark.sql.streaming.realTimeMode.minBatchDuration";

  private static final Duration STOCK_MIN_REAL_TIME = Duration.ofSeconds(5);
  private static final String EXECUTOR_JVM = "spark.executor.extraJavaOptions";

  /** A JVM may use a little less than its heap, and Spark takes none that may use below 450 MB. */
  private static final long HEAP_BYTES_MIN = 480L << 20;

  /** A length of time as Spark writes it, whose unit may be left out. */
  private static final Pattern TIME = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|min|h|d)?");

  /** A size as Spark writes it. */
  private static final Pattern SIZE = Pattern.compile("(\\d{1,6})([mg])b?");

  private final EngineSpec spec;

  SparkSettings(EngineSpec spec) {
    this.spec = spec;
  }

  /** Tells what Spark cannot do. */
  static void check(EngineSection section, List<String> computed) {
    EngineSpec spec = section.spec();
    ProgramOptions.check(section, OF_JOB.stream().map(Option::key).toList(), List.of(), computed);
    if (!JarProgram.in(spec)) {
      checkRealTime(section);
      checkOperator(section);
    }
    if (section.backlog()
        && !JarProgram.in(spec)
        && !section.has(Batches.RECORDS.key())
        && keyed(section)) {
      section.wrong(
          "name",
          "spark takes a whole backlog as one batch, and what it owes behind a shuffle comes at its"
              + " end: no rate could be told by that",
          "Write engine.batch-records: 20000, too.");
    }
    if (spec.memory().count() < HEAP_BYTES_MIN) {
      section.wrong(
          "memory",
          "engine.memory: Spark takes no executor with less than 480 MB of heap",
          "Write 512MB or more.");
    }
    section.noSpares("has no executors that stand by: all that live get tasks");
    for (String key : spec.config().keySet()) {
      if (JarProgram.in(spec) && !key.startsWith("spark.")) {
        section.wrong(
            "config",
            "engine.config: " + key + " is no setting of Spark's, and there is an engine.jar",
            "Write spark.NAME; the settings of its Kafka clients are the program's.");
      } else if (PREFIXES.stream().noneMatch(key::startsWith)) {
        section.wrong(
            "config",
            "engine.config: spark has no setting '" + key + "'",
            "Write spark.NAME for Spark's settings, producer.NAME or consumer.NAME for those of its"
                + " Kafka clients.");
      }
    }
  }

  private static boolean keyed(EngineSection section) {
    return Workloads.kind(section.workload()).shape().shuffled();
  }

  /** Each partition is read by a task that does not end before its batch. */
  private static void checkRealTime(EngineSection section) {
    EngineSpec spec = section.spec();
    SparkSettings settings = new SparkSettings(spec);
    if (!settings.realTime()) {
      return;
    }
    if (SparkEngine.version(SparkEngine.DECLARATION.version(spec)).texts(REAL_TIME).isEmpty()) {
      section.wrong(
          TRIGGER,
          "spark has real-time mode since 4.1",
          "Write engine.version: 4.2.0, or no trigger.");
    }
    if (keyed(section)) {
      section.wrong(
          TRIGGER,
          "spark's real-time mode keeps no states, and " + section.workload() + " does",
          "Write workload: { name: grep }, or no trigger.");
    }
    if (section.generated()) {
      section.wrong(
          TRIGGER,
          "spark's real-time mode reads Kafka, and load.generated is of the job's own source",
          "Remove load.generated, or trigger.");
    }
    if (section.has(Batches.RECORDS.key())) {
      section.wrong(
          Batches.RECORDS.key(),
          "batch-records bounds a batch, and real-time mode's ends by time alone",
          "Remove it, or trigger.");
    }
    if (!spec.config().containsKey(MIN_REAL_TIME)
        && spec.commitInterval().compareTo(STOCK_MIN_REAL_TIME) < 0) {
      section.wrong(
          "commit-interval",
          "spark's real-time mode takes no interval of checkpoints below 5 s",
          "Write engine.commit-interval: 5s or more, or " + MIN_REAL_TIME + " in config.");
    }
    int slots = spec.workers() * settings.cores();
    if (slots < section.partitions()) {
      section.wrong(
          "threads",
          "spark's real-time mode reads each of %s partitions by a task of its own, and %s can run"
                  .formatted(section.partitions(), slots)
              + " at once",
          "Write engine.threads: %s, or fewer kafka.partitions."
              .formatted((section.partitions() + spec.workers() - 1) / spec.workers()));
    }
  }

  private static void checkOperator(EngineSection section) {
    EngineSpec spec = section.spec();
    String operator = spec.option(OPERATOR, "");
    if (operator.isEmpty()) {
      return;
    }
    if (!keyed(section)) {
      section.wrong(OPERATOR, section.workload() + " keeps no states", "Remove " + OPERATOR + ".");
    } else if (operator.equals(TRANSFORM) && !spec.state().equals("rocksdb")) {
      section.wrong(
          OPERATOR,
          "spark's transformWithState keeps states in RocksDB alone",
          "Write engine.state: rocksdb, too.");
    }
    String workload = section.workload();
    boolean windows =
        workload.equals("session-window")
            || (workload.equals("fixed-window") && section.workload("window").equals("time"));
    boolean plain = !section.workload("members").equals("ids");
    if (operator.equals(AGGREGATES) ? !(windows && plain) : workload.equals("session-window")) {
      section.wrong(
          OPERATOR,
          operator.equals(AGGREGATES)
              ? "spark's own aggregates make windows by time, without a list of their visits"
              : "sessions are Spark's own windows, which its aggregates keep",
          operator.equals(AGGREGATES)
              ? "Write workload: { name: fixed-window, window: time, members: sum }, or another"
                  + " state-operator."
              : "Remove " + OPERATOR + ".");
    }
  }

  boolean realTime() {
    return spec.option(TRIGGER, "").equals(REAL_TIME);
  }

  /** What the job is told of trigger and operator, as the file says them. */
  Map<String, String> ofJob() {
    Map<String, String> told = new LinkedHashMap<>();
    OF_JOB.forEach(
        option -> {
          if (spec.options().containsKey(option.key())) {
            told.put(option.key(), spec.option(option.key(), ""));
          }
        });
    return told;
  }

  CheckpointStorage storage() {
    return new CheckpointStorage(spec, true);
  }

  /** Records of each partition that a batch takes at most; empty for all that are there. */
  String batchRecords() {
    return spec.option(Batches.RECORDS.key(), "");
  }

  private boolean rocksdb() {
    return spec.state().equals("rocksdb");
  }

  private Map<String, String> config(boolean daemons) {
    Map<String, String> config = new LinkedHashMap<>(spec.config());
    config.keySet().removeIf(key -> OF_DAEMONS.stream().anyMatch(key::startsWith) != daemons);
    return config;
  }

  /**
   * Settings of the driver, from which executors have theirs, in print order.
   *
   * @param heapBytes of an executor
   */
  Map<String, String> driver(long heapBytes) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("spark.executor.cores", Integer.toString(cores()));
    settings.put("spark.executor.memory", (heapBytes >> 20) + "m");
    settings.put("spark.cores.max", Integer.toString(spec.workers() * cores()));
    // As many as there are cores in use. By default there are 200, for clusters of hundreds of
    // cores: here each batch would have 200 tasks and 200 files of state.
    settings.put("spark.sql.shuffle.partitions", Integer.toString(tasks()));
    settings.put(
        "spark.sql.streaming.stateStore.providerClass",
        "org.apache.spark.sql.execution.streaming.state."
            + (rocksdb() ? "RocksDBStateStoreProvider" : "HDFSBackedStateStoreProvider"));
    settings.put(EXECUTOR_JVM, String.join(" ", executorJvm()));
    settings.put("spark.ui.enabled", "false");
    if (storage().ours()) {
      // It is the client that says on how many DataNodes a block is to lie; by default on three.
      settings.put(
          "spark.hadoop.dfs.replication", Integer.toString(storage().asked().replication()));
    }
    settings.putAll(EngineVersion.profile(SparkSettings.class, spec, ""));
    settings.putAll(config(false));
    return settings;
  }

  /** Settings of the master and of the daemons, in print order. */
  Map<String, String> daemons() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("spark.master.rest.enabled", "false");
    settings.putAll(EngineVersion.profile(SparkSettings.class, spec, "-daemons"));
    settings.putAll(config(true));
    return settings;
  }

  /** Tasks of a stage behind a shuffle. */
  private int tasks() {
    return spec.workers() * spec.threads();
  }

  /**
   * Of an executor: how many tasks it runs at once. tuned: as many are free as the share of one
   * that died takes, so that those that live run its tasks beside their own, and not behind them.
   */
  int cores() {
    int others = Math.max(1, spec.workers() - 1);
    return spec.threads() + (spec.tuned() ? (spec.threads() + others - 1) / others : 0);
  }

  /**
   * How long an executor may be silent before it is given up: until its heartbeats are missed, and
   * that is looked at.
   */
  long silenceSeconds() {
    Map<String, String> set = driver(0);
    long network = millis(set.get("spark.network.timeout"), 1000, 120_000);
    long missed = millis(set.get("spark.storage.blockManagerHeartbeatTimeoutMs"), 1, network);
    long look = millis(set.get("spark.network.timeoutInterval"), 1, 60_000);
    return (missed + look + 999) / 1000;
  }

  /**
   * Milliseconds of a setting.
   *
   * @param unit of a number without one
   * @param otherwise where it is not set, or is no length of time, of which Spark itself will tell
   */
  private static long millis(@Nullable String value, long unit, long otherwise) {
    Matcher time = TIME.matcher(value == null ? "" : value.strip());
    if (!time.matches()) {
      return otherwise;
    }
    String name = time.group(2);
    long millis =
        name == null
            ? unit
            : switch (name) {
              case "ms" -> 1;
              case "s" -> 1000;
              case "h" -> 3_600_000;
              case "d" -> 86_400_000;
              default -> 60_000;
            };
    return Long.parseLong(time.group(1)) * millis;
  }

  /**
   * Heap of an executor as it is in the end.
   *
   * @param heapBytes as it is without config
   */
  String executorHeap(long heapBytes) {
    Matcher given = SIZE.matcher(driver(heapBytes).getOrDefault("spark.executor.memory", ""));
    return given.matches()
        ? PlannedMeans.bytes(
            Long.parseLong(given.group(1)) << (given.group(2).equals("g") ? 30 : 20))
        : PlannedMeans.bytes(heapBytes);
  }

  List<String> executorJvm() {
    List<String> jvm = new ArrayList<>();
    jvm.add("-XX:-UsePerfData");
    jvm.add("-XX:+ExitOnOutOfMemoryError");
    jvm.add("-Dlog4j2.configurationFile=rebound-executor-log4j2.properties");
    if (spec.quick()) {
      jvm.addAll(Program.Java.QUICK_START);
    }
    return JobWorker.withOwn(spec, jvm);
  }

  /** JVM options of the master and of the daemons, which carry no records. */
  List<String> daemonJvm(EngineVersion version) {
    List<String> jvm = new ArrayList<>(version.jvm());
    jvm.add("-XX:TieredStopAtLevel=1");
    if (spec.quick()) {
      jvm.addAll(Program.Java.SHARED_CLASSES);
    }
    daemons().forEach((key, value) -> jvm.add("-D" + key + "=" + value));
    return new ArrayList<>(Program.Java.withCollector(jvm));
  }

  /** JVM options of the driver. */
  List<String> driverJvm(EngineVersion version) {
    List<String> jvm = new ArrayList<>(version.jvm());
    if (spec.quick()) {
      // quick: a restarted driver maps the classes that the first one loaded and verified.
      jvm.addAll(Program.Java.SHARED_CLASSES);
      jvm.addAll(Program.Java.QUICK_START);
    }
    return Program.Java.withCollector(jvm);
  }

  /**
   * Heap of an executor: what the file gives it, and where the workload pads states that are held
   * in memory, two versions of those that it may hold once another one is dead, and what is being
   * written of one.
   */
  long heapBytes(JobSpec job) {
    double survivors = Math.max(1, spec.workers() - 1);
    return spec.memory().count() + (rocksdb() ? 0 : Math.round(3 * job.heldBytes() / survivors));
  }

  List<String> notes(JobSpec job) {
    List<String> notes = new ArrayList<>();
    if (JarProgram.in(spec)) {
      notes.add(
          "guarantee is what the program claims: it is held to it, and nothing is set by it; its"
              + " session is made before it begins, by config and profile");
    } else {
      notes.add(
          "outputs come at least once, as Spark's Kafka sink does in every mode: a batch that is"
              + " done again writes again what it had written. State is exactly-once, and judged"
              + " so");
      notes.add(
          realTime()
              ? ("real-time mode: output becomes visible as it comes, and offsets are kept every %s ms:"
                      + " what came since is done again after a death")
                  .formatted(spec.commitInterval().toMillis())
              : "a batch begins every %s ms at most, and output becomes visible with it"
                  .formatted(spec.commitInterval().toMillis()));
      if (!batchRecords().isEmpty()) {
        notes.add("a batch has at most " + batchRecords() + " records of each partition");
      }
    }
    if (!daemons().containsKey("spark.deploy.recoveryMode")) {
      notes.add(
          "a master that was killed and comes back knows no application: it ends the executors, and"
              + " the job stands still until its driver is started again"
              + " (spark.deploy.recoveryMode)");
    }
    if (spec.quick()) {
      notes.add(JobWorker.quickStart("driver and executors") + " for executors");
    }
    notes.addAll(storage().notes(job));
    notes.addAll(HeldState.notes(spec, job, heapBytes(job)));
    return List.copyOf(notes);
  }
}
