package dev.rebound.engine.flink;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.HeldState;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.hdfs.CheckpointStorage;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.Endpoint;
import dev.rebound.workload.JobOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings that an experiment's engine section makes on Flink and on the job. Pure.
 *
 * <p>{@code stock} leaves Flink's own defaults, except for what the experiment itself says
 * (guarantee, checkpoint interval, slots, state, memory), what Flink needs to start without its
 * scripts, and what the lab needs to follow it. {@code quick} adds {@code quick.yaml}, {@code
 * tuned} {@code tuned.yaml}. The experiment's {@code config} wins over all of it.
 */
final class FlinkSettings {
  private static final long MIB = 1L << 20;
  private static final long NETWORK_BUFFER_BYTES = 32L << 10;

  /**
   * Heap for a byte of state: itself, what changes of it while a checkpoint is written (the old one
   * is kept until then), and room for the collector.
   */
  private static final int HEAP_BY_STATE = 3;

  private static final String SCHEDULER = "jobmanager.scheduler";

  private final EngineSpec spec;
  private final int jobs;

  /** The settings of a section in which {@link FlinkOptions} finds nothing wrong. */
  FlinkSettings(EngineSpec spec) {
    this(spec, 1);
  }

  /** The same for a cluster that runs what a job says. */
  FlinkSettings(EngineSpec spec, JobSpec job) {
    this(spec, job.jobs().size());
  }

  private FlinkSettings(EngineSpec spec, int jobs) {
    this.spec = spec;
    this.jobs = jobs;
  }

  boolean rocksdb() {
    return spec.state().equals("rocksdb");
  }

  /** True if the job is a program of the user's. */
  boolean program() {
    return JarProgram.in(spec);
  }

  boolean quick() {
    return spec.quick();
  }

  /**
   * How the sink names its transactions. Pooled ids save the broker work, but after every recovery
   * the sink reports transactions that it cannot commit, because they were committed before and
   * their ids are in use again: a real loss would hide among them.
   */
  private String naming() {
    return spec.option(FlinkOptions.NAMING, "incrementing");
  }

  /**
   * True if Flink's RPC system stands on the class path, by a loader in our job's jar: by default
   * with quick. With it comes Scala, of which a user's program may need another version.
   */
  boolean classPathRpc() {
    return spec.flag(FlinkOptions.CLASS_PATH_RPC, quick())
        && !program()
        && FlinkEngine.loadsRpc(FlinkEngine.version(FlinkEngine.DECLARATION.version(spec)));
  }

  /** True if TaskManagers that stand idle run the dataflow for a moment: by default with quick. */
  boolean rehearses() {
    return spec.flag(FlinkOptions.REHEARSE, quick() && !program());
  }

  String transactionTimeoutMillis() {
    return spec.option(FlinkOptions.TRANSACTION_TIMEOUT_MILLIS, "600000");
  }

  /** The parallelism of each job. */
  int parallelism() {
    return spec.workers() * spec.threads();
  }

  /** Slots that every job fills when all of it runs. */
  int slotsNeeded() {
    return jobs * parallelism();
  }

  /** True if a job goes on with fewer slots than it has subtasks of a kind. */
  boolean adaptive() {
    String scheduler =
        spec.config()
            .getOrDefault(
                SCHEDULER,
                EngineVersion.profile(FlinkSettings.class, spec, "").getOrDefault(SCHEDULER, ""));
    return scheduler.equalsIgnoreCase("adaptive");
  }

  /** What is free, and who takes over, in words. */
  String reserve() {
    int all = (spec.workers() + spec.spares()) * slots();
    int free = all - slotsNeeded();
    String then =
        adaptive()
            ? "the job goes on with the slots that are left, and takes back those that return"
            : free == 0
                ? "the job waits until every slot is back"
                : "the job starts again once %s slots are left or back".formatted(slotsNeeded());
    return "%s of %s slots free, no copy of a state; %s".formatted(free, all, then);
  }

  /**
   * Slots of a TaskManager. quick: twice what it needs, so that survivors, which are warm, take the
   * place of up to half the workers at once, and nothing waits for a process to start. The price is
   * twice the shuffle's buffers, and survivors that do more until the next restart.
   */
  int slots() {
    return jobs * (quick() ? 2 * spec.threads() : spec.threads());
  }

  /**
   * Heap of a TaskManager: what the file gives it, and room for the state that the workload has
   * padded, of both jobs if there are two. As survivors may hold it: with spare slots, more than
   * their share.
   */
  long heapBytes(JobSpec job) {
    if (rocksdb() || program()) {
      return spec.memory().count();
    }
    double share = Math.min(1.0, (double) slots() / slotsNeeded());
    return spec.memory().count() + Math.round(share * HEAP_BY_STATE * HeldState.bytes(job));
  }

  /** Heap that Flink's own framework may use in a TaskManager; the rest is the tasks'. */
  private long frameworkHeapBytes() {
    return Math.min(128 * MIB, spec.memory().count() / 4);
  }

  /** Memory of RocksDB, shared by the slots of a TaskManager. */
  long managedBytes() {
    return rocksdb() ? 64 * MIB * slots() : 0;
  }

  /** Buffers of the shuffle: two per channel, and as many floating ones, per slot. */
  long networkBytes() {
    long buffers = 4L * slots() * parallelism() + 16L * slots();
    return Math.max(32 * MIB, (buffers * NETWORK_BUFFER_BYTES + MIB - 1) / MIB * MIB);
  }

  /** How many JobManagers there are. */
  Standbys standbys() {
    return new Standbys(spec);
  }

  /** Where checkpoints lie. */
  CheckpointStorage storage() {
    return new CheckpointStorage(spec, CheckpointOptions.on(spec));
  }

  /**
   * Where processes find each other, and what follows from the experiment, the profile and its
   * config.
   *
   * @param folder for checkpoints, see {@link CheckpointStorage}
   * @param standbys what follows where there are any, see {@link Standbys}
   */
  Map<String, String> effective(
      JobSpec job, JobManagerAddress at, String folder, Map<String, String> standbys) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.putAll(at.settings());
    settings.put("taskmanager.numberOfTaskSlots", Integer.toString(slots()));
    // Flink's scripts would work these out; without all of them a TaskManager does not start.
    settings.put("taskmanager.cpu.cores", Integer.toString(spec.threads()));
    settings.put("taskmanager.memory.framework.heap.size", bytes(frameworkHeapBytes()));
    settings.put("taskmanager.memory.task.heap.size", bytes(heapBytes(job) - frameworkHeapBytes()));
    settings.put("taskmanager.memory.framework.off-heap.size", bytes(64 * MIB));
    settings.put("taskmanager.memory.task.off-heap.size", bytes(0));
    settings.put("taskmanager.memory.managed.size", bytes(managedBytes()));
    settings.put("taskmanager.memory.network.min", bytes(networkBytes()));
    settings.put("taskmanager.memory.network.max", bytes(networkBytes()));
    settings.put("taskmanager.memory.jvm-metaspace.size", bytes(192 * MIB));
    settings.put("taskmanager.memory.jvm-overhead.min", bytes(128 * MIB));
    settings.put("taskmanager.memory.jvm-overhead.max", bytes(128 * MIB));
    settings.put("io.tmp.dirs", "${data}/tmp");
    // How the lab follows the job: answers of the REST interface no older than this (3 s by
    // default).
    settings.put("web.refresh-interval", "500ms");
    // A JobManager that was killed leaves checkpoints to start again from.
    settings.put("execution.checkpointing.dir", folder + "/checkpoints");
    if (storage().ours()) {
      // It is the client that says on how many DataNodes a block is to lie; by default on three.
      settings.put(
          "flink.hadoop.dfs.replication", Integer.toString(storage().asked().replication()));
    }
    settings.putAll(standbys);
    settings.put(
        "execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
    settings.putAll(EngineVersion.profile(FlinkSettings.class, spec, ""));
    if (quick() && program()) {
      // Ours stands on the class path, too; a user's jar is loaded as Flink does by default.
      settings.remove("classloader.resolve-order");
    }
    if (jobs > 1) {
      // By default slots of the same TaskManager fill up first, so that each job could have its own
      // ones, and a death would hit one of them.
      settings.put("taskmanager.load-balance.mode", "SLOTS");
    }
    settings.putAll(CheckpointOptions.settings(spec));
    settings.put("state.backend.type", rocksdb() ? "rocksdb" : "hashmap");
    spec.config().entrySet().stream()
        .filter(setting -> !FlinkOptions.ofKafkaClient(setting.getKey()))
        .forEach(setting -> settings.put(setting.getKey(), setting.getValue()));
    return settings;
  }

  /**
   * How often checkpoints are taken, in words.
   *
   * @param effective settings
   */
  String checkpoints(Map<String, String> effective) {
    String interval = effective.getOrDefault(CheckpointOptions.INTERVAL, "");
    try {
      return interval.isEmpty()
          ? "no checkpoints"
          : Quantity.text(Quantity.duration(interval.replace(" ", "")));
    } catch (Quantity.Malformed e) {
      return interval;
    }
  }

  /** Arguments of the job's {@code main}. */
  List<String> jobArguments(JobSpec job, String group) {
    List<String> arguments = new ArrayList<>();
    jobOptions(job, group).forEach((name, value) -> arguments.add("--" + name + "=" + value));
    return arguments;
  }

  /** Options of the job, by name. */
  private Map<String, String> jobOptions(JobSpec job, String group) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("bootstrap", job.bootstrap());
    options.put("input", job.input());
    options.put("output", job.output());
    options.put("group", group);
    options.put("partitions", Integer.toString(job.partitions()));
    if (job.generated() > 0) {
      options.put(JobOptions.GENERATED.name(), Long.toString(job.generated()));
    }
    options.put("guarantee", spec.guarantee().toString());
    options.put("commit-interval-ms", Long.toString(spec.commitInterval().toMillis()));
    if (!CheckpointOptions.on(spec)) {
      options.put("checkpointing", "false");
    }
    options.put("state", rocksdb() ? "rocksdb" : "memory");
    options.put("transaction-naming", naming());
    options.put("transaction-timeout-ms", transactionTimeoutMillis());
    new TreeMap<>(job.workload().toProperties())
        .forEach((name, value) -> options.put(name.toString(), value.toString()));
    job.client().forEach((name, value) -> options.put("client." + name, value));
    options.putAll(quickClients());
    // The job sets some of these itself; what the experiment says must win there, too.
    spec.config()
        .forEach(
            (name, value) ->
                options.put(FlinkOptions.ofKafkaClient(name) ? name : "engine." + name, value));
    return options;
  }

  private Map<String, String> quickClients() {
    return quick() ? EngineVersion.settings(FlinkSettings.class, "quick-clients.yaml") : Map.of();
  }

  /** The notes for the reader of the plan. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (CheckpointOptions.on(spec)) {
      notes.add(program() ? programNote() : jobNote());
    }
    notes.addAll(CheckpointOptions.notes(spec, program()));
    Map<String, String> own = new TreeMap<>(spec.config());
    own.keySet().removeIf(name -> !FlinkOptions.ofKafkaClient(name));
    notes.addAll(ofClients(own));
    if (quick()) {
      notes.add(
          "each TaskManager has %s slots for the %s that it needs: survivors stand in for up to half of the workers"
              .formatted(slots(), jobs * spec.threads()));
    }
    if (jobs > 1) {
      notes.add(
          "%s jobs run on these TaskManagers, each with %s subtasks of a kind: faults hit first who has work of all"
              .formatted(jobs == 2 ? "two" : jobs, parallelism()));
    }
    if (!program()) {
      Map<String, String> clients = new TreeMap<>(quickClients());
      clients.keySet().removeAll(spec.config().keySet());
      notes.addAll(ofClients(clients));
    }
    for (int i = 1; i <= spec.spares(); i++) {
      notes.add("spare-" + i + " is an extra TaskManager, beyond the workers, that stands ready");
    }
    if (classPathRpc()) {
      notes.add(
          "Flink's RPC system is loaded from the class path (flink-rpc-akka), so that the"
              + " class-data archive covers it");
    }
    if (quick()) {
      notes.add(JobWorker.quickStart("workers"));
      notes.add(
          "TaskManagers and JobManager start from a class-data archive (-XX:SharedArchiveFile),"
              + " which the first run makes (in its start phase, or at its end if that was too"
              + " busy) and keeps in the user's cache");
    }
    if (rehearses()) {
      notes.add(
          ("TaskManagers that have stood idle for %s s and never had tasks run the job's dataflow"
                  + " for a moment (some 2,000 of the newest records, outputs to a topic of its own),"
                  + " as a second job on slots that are free, so that they are warm when they are"
                  + " needed; engine.rehearse turns it off")
              .formatted(Rehearsals.IDLE.toSeconds()));
    }
    notes.add(standbys().note());
    return notes;
  }

  private static List<String> ofClients(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(one -> "the job's Kafka clients: " + one.getKey() + " = " + one.getValue())
        .toList();
  }

  /** The note on what the guarantee sets on our job. */
  private String jobNote() {
    return switch (spec.guarantee()) {
      case NONE ->
          "guarantee none: checkpoints without aligned barriers, Kafka sink without guarantee:"
              + " outputs that wait in the producer when a TaskManager dies are lost";
      case AT_LEAST_ONCE ->
          "guarantee at-least-once: checkpoints without aligned barriers, and the Kafka sink"
              + " flushes at each checkpoint";
      case EXACTLY_ONCE ->
          ("guarantee exactly-once: aligned checkpoints, and the Kafka sink writes in transactions"
                  + " that end with each checkpoint (%s transactional ids, timeout %s ms):"
                  + " read-committed readers see outputs once per checkpoint")
              .formatted(naming(), transactionTimeoutMillis());
    };
  }

  /** The note on what the guarantee sets where the sink is the user's. */
  private String programNote() {
    return ("guarantee %s: checkpoints %s aligned barriers every %s ms, unless the program says"
            + " otherwise; what its sink guarantees is its own affair, and it is held to what"
            + " guarantee claims")
        .formatted(
            spec.guarantee(),
            spec.guarantee() == Guarantee.EXACTLY_ONCE ? "with" : "without",
            spec.commitInterval().toMillis());
  }

  private static String bytes(long count) {
    return count + "b";
  }

  /** Where a JobManager is found, for each purpose. */
  record JobManagerAddress(Endpoint rpc, Endpoint rest, Endpoint blob) {
    private Map<String, String> settings() {
      Map<String, String> settings = new LinkedHashMap<>();
      settings.put("jobmanager.rpc.address", rpc.inside().host());
      settings.put("jobmanager.rpc.port", Integer.toString(rpc.inside().port()));
      settings.put("jobmanager.bind-host", rpc.listens().host());
      settings.put("rest.address", rest.inside().host());
      settings.put("rest.bind-address", rest.listens().host());
      settings.put("rest.port", Integer.toString(rest.inside().port()));
      settings.put("blob.server.port", Integer.toString(blob.listens().port()));
      return settings;
    }

    /** Its settings, with the ports that it binds where others know it by another one. */
    Map<String, String> binding(Map<String, String> settings) {
      Map<String, String> all = new LinkedHashMap<>(settings);
      if (rpc.separated()) {
        all.putIfAbsent("jobmanager.rpc.bind-port", Integer.toString(rpc.listens().port()));
      }
      if (rest.separated()) {
        all.putIfAbsent("rest.bind-port", Integer.toString(rest.listens().port()));
      }
      return all;
    }
  }
}
