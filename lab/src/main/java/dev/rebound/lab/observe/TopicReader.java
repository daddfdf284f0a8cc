package dev.rebound.lab.observe;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.ToolSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * A consumer of every partition of a topic, or of several, from its beginning, without a group.
 *
 * <p>It goes on for ever when brokers are gone. If a log was cut behind it (an unclean election),
 * it goes on where the log now ends, and does not read again what it has read. ToolSettings:
 * throughput first, but a record waits nowhere for company ({@code fetch.min.bytes=1}); {@code
 * client.*} and {@code consumer.*} win.
 *
 * <p>For use by one thread.
 */
final class TopicReader implements AutoCloseable {
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions = new ArrayList<>();
  private final Map<TopicPartition, Integer> lanes = new HashMap<>();
  private long repositioned;

  /**
   * Opens the topic; waits up to a minute for it to be known.
   *
   * @param topic several with commas between
   */
  TopicReader(ToolSettings settings, String topic, IsolationLevel isolation) {
    this(settings, topic, isolation, new ByteArrayDeserializer());
  }

  /** The same, with values made of what {@code values} takes of them. */
  TopicReader(
      ToolSettings settings, String topic, IsolationLevel isolation, Deserializer<byte[]> values) {
    Properties p = new Properties();
    p.setProperty(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.text("bootstrap"));
    p.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    p.setProperty(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "10000");
    p.setProperty(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, "1");
    p.setProperty(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "100");
    p.setProperty(ConsumerConfig.RECEIVE_BUFFER_CONFIG, "-1");
    p.setProperty(ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "500");
    settings.copy("client.", p);
    settings.copy("consumer.", p);
    p.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    p.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation.toString());
    try {
      consumer = new KafkaConsumer<>(p, new ByteArrayDeserializer(), values);
    } catch (KafkaException e) {
      throw ReboundException.badInput(
          "cannot make a consumer: " + (e.getCause() == null ? e : e.getCause()),
          "Check the address and the client and consumer settings.",
          e);
    }
    for (String name : topic.split(",", -1)) {
      awaitPartitions(name).stream()
          .map(partition -> new TopicPartition(name, partition.partition()))
          .sorted(Comparator.comparingInt(TopicPartition::partition))
          .forEach(partitions::add);
    }
    partitions.forEach(partition -> lanes.put(partition, lanes.size()));
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  private List<PartitionInfo> awaitPartitions(String topic) {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (true) {
      List<PartitionInfo> found =
          answer(() -> consumer.partitionsFor(topic, Duration.ofSeconds(2)), List.of());
      if (!found.isEmpty()) {
        return found;
      }
      if (System.nanoTime() > deadline) {
        throw ReboundException.environment(
            "waited 60 s for topic " + topic,
            "Check that the brokers run and that the topic exists.");
      }
    }
  }

  private static ReboundException unreadable(KafkaException e) {
    return ReboundException.environment(
        "the topic cannot be read: " + e,
        "Check the client and consumer settings and the broker's log.",
        e);
  }

  /** The partitions, in order of their lanes. */
  List<TopicPartition> partitions() {
    return partitions;
  }

  /** The lane of a partition: its number, and of a later topic after those of the ones before. */
  int lane(TopicPartition partition) {
    return Objects.requireNonNull(lanes.get(partition));
  }

  /** Reads one in so many of the partitions from now on, beginning with one of them. */
  void share(int first, int step) {
    for (int i = partitions.size() - 1; i >= 0; i--) {
      if (i % step != first) {
        partitions.remove(i);
      }
    }
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Reads from these offsets on, one per partition; from its beginning where it is none. */
  void from(List<Long> offsets) {
    for (TopicPartition partition : partitions) {
      int p = partition.partition();
      if (p < offsets.size() && offsets.get(p) > 0) {
        consumer.seek(partition, offsets.get(p));
      }
    }
  }

  /**
   * Reads from offset 0 on. Where that is gone by then, the reader goes on elsewhere, and {@link
   * #repositioned} tells so, as it would not of a beginning that it looked for.
   */
  void fromZero() {
    partitions.forEach(partition -> consumer.seek(partition, 0));
  }

  /** How often a log that was cut, or whose beginning moved, made the reader go on elsewhere. */
  long repositioned() {
    return repositioned;
  }

  /** The next records, or none after the timeout; brokers that are gone give none. */
  ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    try {
      return answer(() -> consumer.poll(timeout), ConsumerRecords.empty());
    } catch (OffsetOutOfRangeException e) {
      reposition(e);
      return ConsumerRecords.empty();
    }
  }

  private void reposition(OffsetOutOfRangeException e) {
    Map<TopicPartition, OffsetAndMetadata> diverged =
        e instanceof LogTruncationException cut ? cut.divergentOffsets() : Map.of();
    Set<TopicPartition> affected = e.offsetOutOfRangePartitions().keySet();
    try {
      Map<TopicPartition, Long> first = consumer.beginningOffsets(affected, ANSWER_LIMIT);
      Map<TopicPartition, Long> end = consumer.endOffsets(affected, ANSWER_LIMIT);
      for (Map.Entry<TopicPartition, Long> lost : e.offsetOutOfRangePartitions().entrySet()) {
        TopicPartition partition = lost.getKey();
        long position = lost.getValue();
        OffsetAndMetadata divergedAt = diverged.get(partition);
        long wanted = divergedAt == null ? position : divergedAt.offset();
        consumer.seek(
            partition,
            Math.max(
                first.getOrDefault(partition, 0L),
                Math.min(wanted, end.getOrDefault(partition, wanted))));
        repositioned++;
      }
    } catch (TimeoutException later) {
      // the next poll finds the same and asks again
    }
  }

  /**
   * How many records lie between this reader and the end that it may read to, as far as the last
   * answers of the brokers told; asks nobody.
   */
  long lagRecords() {
    long lag = 0;
    for (TopicPartition partition : partitions) {
      lag += consumer.currentLag(partition).orElse(0);
    }
    return lag;
  }

  /**
   * The offsets that this reader may read to (read-committed: the last stable offsets); empty if
   * the brokers do not answer.
   */
  Map<TopicPartition, Long> endOffsets() {
    return answer(() -> consumer.endOffsets(partitions, ANSWER_LIMIT), Map.of());
  }

  /** First offsets; empty if the brokers do not answer. */
  Map<TopicPartition, Long> beginningOffsets() {
    return answer(() -> consumer.beginningOffsets(partitions, ANSWER_LIMIT), Map.of());
  }

  /** The brokers' answer, or what stands for none. */
  private static <T> T answer(Supplier<T> question, T none) {
    try {
      return question.get();
    } catch (RetriableException e) {
      return none;
    } catch (OffsetOutOfRangeException e) {
      throw e;
    } catch (KafkaException e) {
      throw unreadable(e);
    }
  }

  /**
   * The first or last offsets of all partitions, asked for until the brokers say so.
   *
   * @param wait called before they are asked again, and throws where that took too long
   */
  Map<TopicPartition, Long> offsets(boolean first, Runnable wait) {
    while (true) {
      Map<TopicPartition, Long> found = first ? beginningOffsets() : endOffsets();
      if (found.size() == partitions.size()) {
        return found;
      }
      wait.run();
    }
  }

  /** True if every partition was read up to these offsets. */
  boolean reached(Map<TopicPartition, Long> ends) {
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      if (position(end.getKey()) < end.getValue()) {
        return false;
      }
    }
    return true;
  }

  /** The next offset of a partition; -1 if that is not known now. */
  long position(TopicPartition partition) {
    try {
      return answer(() -> consumer.position(partition, Duration.ofMillis(100)), -1L);
    } catch (OffsetOutOfRangeException e) {
      return -1;
    }
  }

  @Override
  public void close() {
    consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(ANSWER_LIMIT));
  }
}
