package dev.rebound.job.kafkastreams;

import dev.rebound.workload.JobOptions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The job's own options, and Kafka Streams' settings made from all of them. */
final class JobConfig {
  private JobConfig() {}

  /** The options of this job beyond those that all jobs share. */
  static final List<JobOptions.JobOption> OWN =
      List.of(
          new JobOptions.JobOption(
              "store",
              "rocksdb",
              "where rules' states are kept; both have a changelog topic",
              List.of("rocksdb", "memory")),
          new JobOptions.JobOption(
              "native",
              "",
              "folder where RocksDB's library is unpacked once, for this and later starts of this"
                  + " version; empty: unpacked at every start"),
          new JobOptions.JobOption(
              "caching",
              "false",
              "merge writes to the changelog between commits; outputs are never merged",
              List.of("false", "true")),
          new JobOptions.JobOption(
              "changelog-segment-ms",
              "",
              "end the changelog's segments after this time, so that they can be compacted;"
                  + " empty: the broker's default"),
          new JobOptions.JobOption(
              "protocol",
              "classic",
              "group protocol; streams: the broker assigns tasks and sets time-outs",
              List.of("classic", "streams")),
          new JobOptions.JobOption("instance-id", "", "static member id; empty: a dynamic member"),
          new JobOptions.JobOption(
              "leave-group",
              "false",
              "leave the group when stopped, so that others take over at once",
              List.of("false", "true")),
          new JobOptions.JobOption(
              "stop-timeout-ms", "10000", "limit for stopping in order after SIGTERM"),
          new JobOptions.JobOption(
              "events", "events.jsonl", "file to append what this process sees of itself"));

  /** Kafka Streams' settings. Settings that are given unchanged win over what options imply. */
  static Properties streams(JobOptions options) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, options.text("group"));
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, options.text("bootstrap"));
    settings.put(StreamsConfig.STATE_DIR_CONFIG, options.text("state-dir"));
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, options.number("threads"));
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, options.number("commit-interval-ms"));
    if (!options.text("protocol").equals("classic")) { // versions before 4.1 know no other
      settings.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, options.text("protocol"));
    }
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee(options.text("guarantee")));
    // Where a new application starts: nothing that was sent before the first start may be missed.
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    String instance = options.text("instance-id");
    if (!instance.isEmpty()) {
      settings.put(
          StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), instance);
    }
    settings.putAll(options.under("client."));
    put(settings, "producer.", options.under("producer."));
    put(settings, "consumer.", options.under("consumer."));
    settings.putAll(options.under("engine."));
    return settings;
  }

  /** RocksDB if true, memory otherwise; both have a changelog. */
  static boolean persistent(JobOptions options) {
    return options.text("store").equals("rocksdb");
  }

  /** Whether a store cache merges writes to the changelog between commits. */
  static boolean caching(JobOptions options) {
    return Boolean.parseBoolean(options.text("caching"));
  }

  /** Settings of the changelog topic beyond Kafka Streams' own. */
  static Map<String, String> changelog(JobOptions options) {
    return options.text("changelog-segment-ms").isEmpty()
        ? Map.of()
        : Map.of(
            TopicConfig.SEGMENT_MS_CONFIG,
            Integer.toString(options.number("changelog-segment-ms")));
  }

  private static String guarantee(String guarantee) {
    return switch (guarantee) {
      case "exactly-once" -> StreamsConfig.EXACTLY_ONCE_V2;
      case "at-least-once" -> StreamsConfig.AT_LEAST_ONCE;
      default ->
          throw new IllegalArgumentException(
              "--guarantee is '%s'; Kafka Streams knows at-least-once and exactly-once"
                  .formatted(guarantee));
    };
  }

  private static void put(Properties settings, String prefix, Map<String, String> given) {
    given.forEach((name, value) -> settings.put(prefix + name, value));
  }
}
