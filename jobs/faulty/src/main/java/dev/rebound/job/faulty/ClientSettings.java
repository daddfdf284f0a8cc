package dev.rebound.job.faulty;

import dev.rebound.workload.JobOptions;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Settings of the job's Kafka clients. Settings that the options pass through win. */
final class ClientSettings {
  private ClientSettings() {}

  /**
   * The consumer of the input: a small session timeout, so that a dead member is missed soon, and
   * an assignor that takes everything back at a rebalance, so that its start is seen.
   */
  static Map<String, Object> input(JobOptions options) {
    Map<String, Object> settings = reader(options);
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, options.text("group"));
    settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 6000);
    settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 1000);
    settings.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, RangeAssignor.class.getName());
    settings.putAll(options.under("client."));
    settings.putAll(options.under("consumer."));
    return settings;
  }

  /** A reader of the output topic, outside of the group. */
  static Map<String, Object> output(JobOptions options) {
    Map<String, Object> settings = reader(options);
    settings.putAll(options.under("client."));
    return settings;
  }

  private static Map<String, Object> reader(JobOptions options) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, options.text("bootstrap"));
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(
        ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    settings.put(
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    return settings;
  }

  /** The producer of outputs; transactional if there is nothing wrong and everything to promise. */
  static Map<String, Object> producer(JobOptions options, boolean transactional) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, options.text("bootstrap"));
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    if (transactional) {
      settings.put(
          ProducerConfig.TRANSACTIONAL_ID_CONFIG,
          options.text("group") + "-" + options.number("node"));
      settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 10_000);
    }
    settings.putAll(options.under("client."));
    settings.putAll(options.under("producer."));
    return settings;
  }
}
