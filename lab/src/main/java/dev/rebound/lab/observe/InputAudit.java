package dev.rebound.lab.observe;

import dev.rebound.lab.LabException;
import dev.rebound.lab.load.SendLog;
import dev.rebound.lab.telemetry.Program;
import dev.rebound.lab.telemetry.Settings;
import dev.rebound.lab.telemetry.Telemetry;
import dev.rebound.lab.telemetry.WallClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the input topic after the drain and holds it against the send logs: which unknown sends
 * were stored, and which acknowledged ones are not there (lost by Kafka).
 *
 * <p>A topic of up to {@code fullLimitBytes} is read whole, and every acknowledged send is looked
 * for. Of a larger one only these parts are read: where unknown sends can be (between their
 * acknowledged neighbours), with a margin on both sides, and the last records of each partition;
 * acknowledged sends elsewhere count as not verified, unless they lie behind the topic's end. The
 * telemetry says how many were verified.
 *
 * <p>A process of its own, {@code --config FILE} with these properties:
 *
 * <pre>
 * bootstrap, topic             where from
 * sendlogs                     files, separated by commas
 * findings                     file to write, see {@link InputFindings}
 * telemetry                    file, see below
 * recordBytes                  mean size of a record, to reckon the topic's size; 1024
 * fullLimitBytes               2147483648
 * marginRecords                per partition and side; 2000
 * limitMillis                  600000
 * client.*, consumer.*         consumer settings, unchanged
 * </pre>
 *
 * Telemetry: {@code atMicros, records, recordsToRead, cpuSeconds}; the last line also {@code full,
 * acknowledged, verified, resolved, missing, moved, storedTwice, foreign, done: true}.
 */
public final class InputAudit {
  private static final WallClock CLOCK = WallClock.SYSTEM;

  private final Settings settings;
  private final TopicReader reader;
  private final int partitions;
  private final long deadline;
  private final Duration limit;
  private long records;
  private long recordsToRead;

  private InputAudit(Settings settings, TopicReader reader) {
    this.settings = settings;
    this.reader = reader;
    this.partitions = reader.partitions().size();
    this.limit = Duration.ofMillis(settings.whole("limitMillis", 600_000));
    this.deadline = System.nanoTime() + limit.toNanos();
  }

  public static void main(String[] arguments) {
    Program.run(
        "input audit",
        arguments,
        settings -> {
          try (TopicReader reader =
              new TopicReader(settings, settings.text("topic"), IsolationLevel.READ_UNCOMMITTED)) {
            new InputAudit(settings, reader).run();
          }
        });
  }

  private void run() throws IOException {
    List<SendLog> logs = new ArrayList<>();
    try (Telemetry telemetry = new Telemetry(settings.path("telemetry"))) {
      for (String file : settings.text("sendlogs").split(",", -1)) {
        logs.add(SendLog.open(Path.of(file.trim())));
      }
      StoredInputs stored = new StoredInputs(logs, partitions);
      long[] beginnings = bounds(true);
      long[] ends = bounds(false);
      boolean full = sum(ends) - sum(beginnings) <= fullLimitRecords();
      OffsetRanges ranges =
          full ? OffsetRanges.whole(beginnings, ends) : parts(stored, beginnings, ends);
      read(ranges, stored, telemetry);
      StoredInputs.Findings found = stored.findings(ranges, beginnings, ends);
      InputFindings.write(settings.path("findings"), found.resolved(), found.missing());
      telemetry.write(
          line()
              .put("full", full)
              .put("acknowledged", found.acknowledged())
              .put("verified", found.verified())
              .put("resolved", (long) found.resolved().size())
              .put("missing", (long) found.missing().size())
              .put("moved", found.moved())
              .put("storedTwice", found.storedTwice())
              .put("foreign", found.foreign())
              .put("done", true));
    } finally {
      for (SendLog log : logs) {
        log.close();
      }
    }
  }

  private long fullLimitRecords() {
    return settings.whole("fullLimitBytes", 1L << 31)
        / Math.max(1, settings.whole("recordBytes", 1024));
  }

  private OffsetRanges parts(StoredInputs stored, long[] beginnings, long[] ends) {
    long margin = settings.whole("marginRecords", 2_000);
    List<List<OffsetRanges.Range>> loose = stored.unknownRanges();
    for (int p = 0; p < partitions; p++) {
      loose.get(p).add(new OffsetRanges.Range(ends[p] - 1, ends[p]));
    }
    return OffsetRanges.joined(loose, margin, beginnings, ends);
  }

  private static long sum(long[] offsets) {
    long sum = 0;
    for (long offset : offsets) {
      sum += offset;
    }
    return sum;
  }

  private long[] bounds(boolean first) {
    while (true) {
      Map<TopicPartition, Long> found = first ? reader.beginningOffsets() : reader.endOffsets();
      if (found.size() == partitions) {
        long[] offsets = new long[partitions];
        found.forEach((partition, offset) -> offsets[partition.partition()] = offset);
        return offsets;
      }
      requireTime("the brokers to say where the input topic begins and ends");
    }
  }

  private void requireTime(String awaited) {
    if (System.nanoTime() > deadline) {
      throw new LabException(
          LabException.Cause.ENVIRONMENT,
          "waited " + limit.toSeconds() + " s for " + awaited,
          "Check that the brokers run.");
    }
  }

  private void read(OffsetRanges ranges, StoredInputs stored, Telemetry telemetry) {
    List<Deque<OffsetRanges.Range>> todo = new ArrayList<>();
    for (int p = 0; p < partitions; p++) {
      Deque<OffsetRanges.Range> queue = new ArrayDeque<>(ranges.of(p));
      for (OffsetRanges.Range range : queue) {
        recordsToRead += range.to() - range.from();
      }
      todo.add(queue);
      goOn(p, queue);
    }
    long nextLine = CLOCK.micros() + 1_000_000;
    while (todo.stream().anyMatch(queue -> !queue.isEmpty())) {
      requireTime("the end of the input topic");
      take(reader.poll(Duration.ofMillis(100)), todo, stored);
      for (int p = 0; p < partitions; p++) {
        OffsetRanges.Range range = todo.get(p).peek();
        if (range != null && reader.position(reader.partitions().get(p)) >= range.to()) {
          todo.get(p).remove();
          goOn(p, todo.get(p));
        }
      }
      if (CLOCK.micros() >= nextLine) {
        telemetry.write(line());
        nextLine = CLOCK.micros() + 1_000_000;
      }
    }
  }

  private void goOn(int partition, Deque<OffsetRanges.Range> queue) {
    TopicPartition topicPartition = reader.partitions().get(partition);
    OffsetRanges.Range range = queue.peek();
    if (range == null) {
      reader.leave(topicPartition);
    } else {
      reader.seek(topicPartition, range.from());
    }
  }

  private void take(
      ConsumerRecords<byte[], byte[]> polled,
      List<Deque<OffsetRanges.Range>> todo,
      StoredInputs stored) {
    for (ConsumerRecord<byte[], byte[]> record : polled) {
      // What lies in a later range is read again once that range's turn comes.
      OffsetRanges.Range now = todo.get(record.partition()).peek();
      if (now != null && record.offset() >= now.from() && record.offset() < now.to()) {
        stored.stored(record.partition(), record.offset(), record.value());
        records++;
      }
    }
  }

  private Telemetry.Line line() {
    return new Telemetry.Line()
        .put("atMicros", CLOCK.micros())
        .put("records", records)
        .put("recordsToRead", recordsToRead)
        .put("cpuSeconds", Telemetry.cpuSeconds());
  }
}
