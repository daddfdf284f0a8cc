package dev.rebound.job.storm;

import dev.rebound.workload.JobOptions;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * A compacted topic that holds the newest state of each key, so that states outlive their worker:
 * each task has a partition of its own.
 */
final class Changelog implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final Duration POLL = Duration.ofMillis(200);
  private static final int ASK_SECONDS = 60;

  private final String topic;
  private final Properties client;

  Changelog(JobOptions options) {
    topic = options.text("group") + "-changelog";
    client = options.client();
  }

  /** Makes the topic if it is not there. */
  void create(int tasks, int replication)
      throws ExecutionException, InterruptedException, TimeoutException {
    NewTopic wanted =
        new NewTopic(
                topic,
                Optional.of(tasks),
                replication > 0 ? Optional.of((short) replication) : Optional.empty())
            .configs(Map.of("cleanup.policy", "compact"));
    try (Admin admin = Admin.create(client)) {
      admin.createTopics(List.of(wanted)).all().get(ASK_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }

  /** What a task has to write for a key; null where it has no state any more. */
  ProducerRecord<byte[], byte[]> record(int task, int key, byte @Nullable [] state) {
    return new ProducerRecord<>(
        topic, task, ByteBuffer.allocate(Integer.BYTES).putInt(key).array(), state);
  }

  /** The states that a task has written, by key. */
  Map<Integer, byte[]> read(int task) {
    Properties reading = new Properties();
    reading.putAll(client);
    reading.setProperty("key.deserializer", ByteArrayDeserializer.class.getName());
    reading.setProperty("value.deserializer", ByteArrayDeserializer.class.getName());
    Map<Integer, byte[]> states = new HashMap<>();
    TopicPartition partition = new TopicPartition(topic, task);
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(reading)) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
      long heard = System.nanoTime();
      while (consumer.position(partition) < end) {
        if (System.nanoTime() - heard > TimeUnit.SECONDS.toNanos(ASK_SECONDS)) {
          throw new IllegalStateException(
              "waited %s s for the next record of %s, which ends at offset %s"
                  .formatted(ASK_SECONDS, partition, end));
        }
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          heard = System.nanoTime();
          int key = ByteBuffer.wrap(record.key()).getInt();
          if (record.value() == null) {
            states.remove(key);
          } else {
            states.put(key, record.value());
          }
        }
      }
    }
    return states;
  }
}
