package dev.rebound.job.spark;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.JobOptions.JobOption;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;

/** The job's own options, and Spark's and Kafka's settings made from all of them. */
final class DriverSettings {
  static final String STATE_OPERATOR = "state-operator";
  static final String TRIGGER = "trigger";
  private static final String BATCH_RECORDS = "batch-records";

  static final List<JobOption> OWN =
      List.of(
          JobOptions.GENERATED,
          new JobOption(
              "master", "local[*]", "the cluster: spark://HOST:PORT, or local[N] for one process"),
          new JobOption("checkpoint", "checkpoint", "folder or address of checkpoints and state"),
          new JobOption(
              BATCH_RECORDS,
              "0",
              "records of each partition that a batch takes at most; 0 for all that are there"),
          new JobOption(
              STATE_OPERATOR,
              "flat-map-groups",
              "what keeps states: flatMapGroupsWithState, transformWithState (with RocksDB), or of"
                  + " windows by time Spark's own windows and aggregates",
              List.of("aggregates", "flat-map-groups", "transform-with-state")),
          new JobOption(
              TRIGGER,
              "micro-batch",
              "a batch each commit-interval-ms, or real-time mode (since 4.1, without states), whose"
                  + " checkpoints these milliseconds are between",
              List.of("micro-batch", "real-time")),
          new JobOption(
              "executor-class-path",
              "",
              "class path of executors; empty for that of this process, as seen on their machines"),
          new JobOption(
              "events", "events.jsonl", "file to append what this process sees of the job"));

  private static final String EXECUTOR_JVM = "spark.executor.extraJavaOptions";

  private DriverSettings() {}

  /**
   * Spark's configuration: what the options imply, and over it what is given under {@code engine.},
   * as Spark names it.
   */
  static SparkConf spark(JobOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("spark.app.name", options.text("group"));
    settings.put("spark.master", options.text("master"));
    settings.put("spark.plugins", ExecutorReporter.class.getName());
    String classPath = options.text("executor-class-path");
    settings.put(
        "spark.executor.extraClassPath",
        classPath.isEmpty() ? System.getProperty("java.class.path") : classPath);
    settings.putAll(options.under("engine."));
    settings.merge(EXECUTOR_JVM, sharedClasses(), (own, shared) -> own + " " + shared);
    SparkConf conf = new SparkConf();
    settings.forEach(conf::set);
    return conf;
  }

  /**
   * An archive of classes that this JVM maps does for executors, too: their class path begins so.
   */
  private static String sharedClasses() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-XX:SharedArchiveFile=") || option.contains("cds"))
        .collect(Collectors.joining(" "));
  }

  /** Settings of Kafka's clients. */
  static Map<String, String> client(JobOptions options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("bootstrap.servers", options.text("bootstrap"));
    settings.putAll(options.under("client."));
    return settings;
  }

  /**
   * Records that a batch takes at most; 0 for no bound.
   *
   * @param partitions of the input topic
   */
  static long batch(JobOptions options, int partitions) {
    return (long) options.number(BATCH_RECORDS) * partitions;
  }

  /**
   * Options of Spark's source.
   *
   * @param partitions of the input topic
   */
  static Map<String, String> source(JobOptions options, int partitions) {
    Map<String, String> settings = prefixed(options, "consumer.");
    settings.put("subscribe", options.text("input"));
    // Nothing that was sent before the first start may be missed; a checkpoint knows better.
    settings.put("startingOffsets", "earliest");
    settings.put("includeHeaders", "true");
    long batch = batch(options, partitions);
    if (batch > 0) {
      settings.put("maxOffsetsPerTrigger", Long.toString(batch));
    }
    return settings;
  }

  /** Options of Spark's sink. */
  static Map<String, String> sink(JobOptions options) {
    Map<String, String> settings = prefixed(options, "producer.");
    settings.put("topic", options.text("output"));
    settings.put("includeHeaders", "true");
    settings.put("checkpointLocation", options.text("checkpoint"));
    return settings;
  }

  private static Map<String, String> prefixed(JobOptions options, String whose) {
    Map<String, String> all = client(options);
    all.putAll(options.under(whose));
    Map<String, String> settings = new TreeMap<>();
    all.forEach((name, value) -> settings.put("kafka." + name, value));
    return settings;
  }
}
