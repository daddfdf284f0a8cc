package dev.rebound.lab.observe;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.oracle.sample.FieldPath;
import dev.rebound.oracle.sample.SampleFiles;
import dev.rebound.oracle.sample.SampleMask;
import dev.rebound.oracle.sample.SampleWriter;
import dev.rebound.workload.OptionProblem;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Makes a sample of the newest committed records of a topic of a cluster that exists: in the order
 * of their timestamps, those of a partition in its own order. Commits nothing, joins no group, and
 * creates no topic.
 */
public final class TopicCapture {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private TopicCapture() {}

  /**
   * What is asked for.
   *
   * @param client settings of the client, TLS and SASL included, unchanged
   * @param count how many records at most
   * @param to file to write, a new one
   * @param masked fields whose values must not be in it
   * @param keys whether each record's key is to stand beside its value
   */
  public record Wanted(
      String bootstrap,
      Map<String, String> client,
      String topic,
      int count,
      Path to,
      List<FieldPath> masked,
      boolean keys) {}

  /**
   * What came of it.
   *
   * @param records written
   * @param empty records without a value, which are left out
   */
  public record Captured(long records, long empty, long bytes, int partitions) {}

  /** Reads and writes; a {@link ReboundException} says what is wrong. */
  public static Captured run(Wanted wanted) {
    if (Files.exists(wanted.to())) {
      throw exists(wanted.to());
    }
    List<Deque<ConsumerRecord<byte[], byte[]>>> read = read(wanted);
    SampleWriter writer =
        new SampleWriter(wanted.to().toString(), new SampleMask(wanted.masked()), wanted.keys());
    long empty = 0;
    try {
      for (ConsumerRecord<byte[], byte[]> record : inOrder(read)) {
        if (record.value() == null) {
          empty++;
        } else {
          writer.add(
              record.key(),
              record.value(),
              "partition " + record.partition() + ", offset " + record.offset());
        }
      }
      byte[] sample = writer.finished(wanted.topic());
      Files.write(wanted.to(), sample, StandardOpenOption.CREATE_NEW);
      return new Captured(writer.records(), empty, sample.length, read.size());
    } catch (OptionProblem e) {
      throw ReboundException.badInput(e.problem(), e.remedy(), e);
    } catch (FileAlreadyExistsException e) {
      throw exists(wanted.to());
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot write " + wanted.to() + ": " + e,
          "Name a file in a folder that can be written.",
          e);
    }
  }

  private static ReboundException exists(Path file) {
    return ReboundException.badInput(file + " exists", "Name another file after --to.");
  }

  private static List<Deque<ConsumerRecord<byte[], byte[]>>> read(Wanted wanted) {
    Properties p = new Properties();
    p.setProperty("bootstrap", wanted.bootstrap());
    wanted.client().forEach((key, value) -> p.setProperty("client." + key, value));
    p.setProperty("consumer.allow.auto.create.topics", "false");
    ToolSettings settings = new ToolSettings("capture", p);
    try (TopicReader reader =
        new TopicReader(settings, wanted.topic(), IsolationLevel.READ_COMMITTED)) {
      Map<TopicPartition, Long> begins = answered(reader.beginningOffsets(), wanted);
      Map<TopicPartition, Long> ends = answered(reader.endOffsets(), wanted);
      List<Deque<ConsumerRecord<byte[], byte[]>>> read = new ArrayList<>();
      long[] held = new long[reader.partitions().size()];
      for (TopicPartition partition : reader.partitions()) {
        held[read.size()] = at(ends, partition) - at(begins, partition);
        read.add(new ArrayDeque<>());
      }
      long[] shares = shares(held, wanted.count());
      List<Long> from = new ArrayList<>();
      for (TopicPartition partition : reader.partitions()) {
        from.add(at(ends, partition) - shares[from.size()]);
      }
      reader.from(from);
      long last = System.nanoTime();
      long bytes = 0;
      while (!reader.reached(ends)) {
        int before = total(read);
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(Duration.ofMillis(200))) {
          if (record.offset() < at(ends, new TopicPartition(record.topic(), record.partition()))) {
            bytes += record.value() == null ? 0 : record.value().length;
            requireFits(bytes, total(read) + 1, wanted.topic());
            read.get(record.partition()).add(record);
          }
        }
        last = total(read) > before ? System.nanoTime() : last;
        if (System.nanoTime() - last > PATIENCE.toNanos()) {
          throw ReboundException.environment(
              "waited " + PATIENCE.toSeconds() + " s for more of topic " + wanted.topic(),
              "Check that the brokers run, and that this client may read the topic.");
        }
      }
      return read;
    }
  }

  /** All is held until it is written: what no sample can hold is refused as soon as it is read. */
  static void requireFits(long bytes, long records, String topic) {
    if (bytes > SampleFiles.BYTES_MAX) {
      throw ReboundException.badInput(
          "the first %s records read of topic %s have %s bytes, more than the %s of a sample"
              .formatted(records, topic, bytes, SampleFiles.BYTES_MAX),
          "Ask for fewer: --count %s."
              .formatted(Math.max(1, records * SampleFiles.BYTES_MAX / bytes * 9 / 10)));
    }
  }

  private static Map<TopicPartition, Long> answered(
      Map<TopicPartition, Long> offsets, Wanted wanted) {
    if (offsets.isEmpty()) {
      throw ReboundException.environment(
          "the brokers at " + wanted.bootstrap() + " do not say where " + wanted.topic() + " ends",
          "Check that they run, and the settings of the client.");
    }
    return offsets;
  }

  private static long at(Map<TopicPartition, Long> offsets, TopicPartition partition) {
    return offsets.getOrDefault(partition, 0L);
  }

  private static int total(List<Deque<ConsumerRecord<byte[], byte[]>>> read) {
    return read.stream().mapToInt(Deque::size).sum();
  }

  /** How many of each partition: as many of all, and more of others where one has fewer. */
  static long[] shares(long[] held, long count) {
    long low = 0;
    long high = count;
    while (low < high) {
      long each = (low + high + 1) >>> 1;
      long sum = 0;
      for (long one : held) {
        sum += Math.min(one, each);
      }
      if (sum <= count) {
        low = each;
      } else {
        high = each - 1;
      }
    }
    long[] shares = new long[held.length];
    for (int p = 0; p < held.length; p++) {
      shares[p] = Math.min(held[p], low);
    }
    return shares;
  }

  /** Partitions merged by timestamps, each in its own order. */
  private static List<ConsumerRecord<byte[], byte[]>> inOrder(
      List<Deque<ConsumerRecord<byte[], byte[]>>> read) {
    List<ConsumerRecord<byte[], byte[]>> merged = new ArrayList<>();
    while (true) {
      Deque<ConsumerRecord<byte[], byte[]>> first = null;
      for (Deque<ConsumerRecord<byte[], byte[]>> partition : read) {
        if (!partition.isEmpty()
            && (first == null || partition.element().timestamp() < first.element().timestamp())) {
          first = partition;
        }
      }
      if (first == null) {
        return merged;
      }
      merged.add(first.remove());
    }
  }
}
