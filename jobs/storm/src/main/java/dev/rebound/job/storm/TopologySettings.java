package dev.rebound.job.storm;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.JobOptions.JobOption;
import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.storm.Config;
import org.apache.storm.kafka.spout.KafkaSpoutConfig;
import org.apache.storm.kafka.spout.KafkaSpoutConfig.ProcessingGuarantee;
import org.apache.storm.kafka.spout.internal.CommonKafkaSpoutConfig;
import org.apache.storm.kafka.spout.subscription.NamedTopicFilter;
import org.apache.storm.kafka.spout.trident.KafkaTridentSpoutConfig;
import org.apache.storm.shade.net.minidev.json.JSONArray;
import org.apache.storm.shade.net.minidev.json.JSONObject;
import org.apache.storm.shade.net.minidev.json.JSONValue;

/** The job's own options, and the topology's and Kafka's settings made from all of them. */
final class TopologySettings {
  static final List<JobOption> OWN =
      List.of(
          JobOptions.GENERATED,
          new JobOption(
              "model",
              "records",
              "what a topology is made of: spouts and bolts, or Trident's batches",
              List.of("records", "trident")),
          new JobOption(
              "spout",
              "transactional",
              "with trident: whether a batch that comes again may have other records; as-shipped is"
                  + " transactional with Storm's own emitter, whose batch may be another one",
              List.of("as-shipped", "opaque", "transactional")),
          new JobOption("workers", "1", "worker processes that the topology is to have"),
          new JobOption(
              "changelog",
              "false",
              "keep states in a compacted topic, GROUP-changelog, too, so that they outlive their"
                  + " worker",
              List.of("true", "false")),
          new JobOption(
              "replication", "0", "replicas of the topic of states; 0: the cluster's default"),
          new JobOption(
              "share-class-path",
              "false",
              "workers find their jars where this process does, and get them from there",
              List.of("true", "false")),
          new JobOption(
              "stay",
              "false",
              "once the topology is submitted, wait for SIGTERM instead of ending",
              List.of("true", "false")));

  private TopologySettings() {}

  static boolean hasChangelog(JobOptions options) {
    return Boolean.parseBoolean(options.text("changelog"))
        || options.text("model").equals("trident");
  }

  /** Spouts, and bolts of each kind. */
  static int parallelism(JobOptions options) {
    return options.number("workers") * options.number("threads");
  }

  static boolean acknowledged(JobOptions options) {
    return !options.text("guarantee").equals("none");
  }

  /**
   * The topology's settings: what the options imply, and over it what is given under {@code
   * engine.}, as Storm names it; lists, numbers and flags as JSON writes them.
   */
  static Map<String, Object> topology(JobOptions options) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(Config.TOPOLOGY_WORKERS, options.number("workers"));
    if (!acknowledged(options)) {
      settings.put(Config.TOPOLOGY_ACKER_EXECUTORS, 0);
    }
    if (Boolean.parseBoolean(options.text("share-class-path"))) {
      settings.put(Config.TOPOLOGY_CLASSPATH, classPath());
    }
    if (options.text("model").equals("trident")) {
      // A coordinator that starts again sends on what ZooKeeper has of the batch under way, as it
      // was read; Storm's own settings refuse to send these classes, and the worker ends.
      Config.registerSerialization(settings, JSONArray.class);
      Config.registerSerialization(settings, JSONObject.class);
    }
    options
        .under("engine.")
        .forEach(
            (name, value) -> {
              Object parsed = JSONValue.parse(value);
              settings.put(name, parsed == null ? value : parsed);
            });
    return settings;
  }

  /** This process's own, as it is found from every folder. */
  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  static KafkaSpoutConfig<byte[], byte[]> spout(JobOptions options) {
    KafkaSpoutConfig.Builder<byte[], byte[]> spout =
        new KafkaSpoutConfig.Builder<byte[], byte[]>(
                options.text("bootstrap"),
                new NamedTopicFilter(options.text("input")),
                new RecordSpout.Partitioner(tells(options)))
            .setProcessingGuarantee(
                acknowledged(options)
                    ? ProcessingGuarantee.AT_LEAST_ONCE
                    : ProcessingGuarantee.NO_GUARANTEE)
            .setOffsetCommitPeriodMs(options.number("commit-interval-ms"));
    return configured(spout, options).build();
  }

  /** Whether what reads the topic is what the job's work begins with, and tells of it. */
  static boolean tells(JobOptions options) {
    return options.generated() == 0;
  }

  static KafkaTridentSpoutConfig<byte[], byte[]> batches(JobOptions options) {
    return configured(
            new KafkaTridentSpoutConfig.Builder<byte[], byte[]>(
                options.text("bootstrap"),
                new NamedTopicFilter(options.text("input")),
                new RecordSpout.Partitioner(tells(options))),
            options)
        .build();
  }

  private static <B extends CommonKafkaSpoutConfig.Builder<byte[], byte[], B>> B configured(
      B spout, JobOptions options) {
    spout.setRecordTranslator(RecordTuple::of, RecordTuple.FIELDS);
    spout.setProp("group.id", options.text("group"));
    // Nothing that was sent before the first start may be missed.
    spout.setProp("auto.offset.reset", "earliest");
    spout.setProp("key.deserializer", ByteArrayDeserializer.class.getName());
    spout.setProp("value.deserializer", ByteArrayDeserializer.class.getName());
    options.under("client.").forEach(spout::setProp);
    options.under("consumer.").forEach(spout::setProp);
    return spout;
  }

  static Properties consumer(JobOptions options) {
    Properties settings = options.client();
    settings.setProperty("key.deserializer", ByteArrayDeserializer.class.getName());
    settings.setProperty("value.deserializer", ByteArrayDeserializer.class.getName());
    settings.setProperty("enable.auto.commit", "false");
    // A lane may be further than the topic of its name, which has none of its records.
    settings.setProperty("auto.offset.reset", "latest");
    settings.putAll(options.under("consumer."));
    return settings;
  }

  static Properties producer(JobOptions options) {
    Properties settings = options.client();
    settings.setProperty("key.serializer", ByteArraySerializer.class.getName());
    settings.setProperty("value.serializer", ByteArraySerializer.class.getName());
    settings.putAll(options.under("producer."));
    return settings;
  }
}
