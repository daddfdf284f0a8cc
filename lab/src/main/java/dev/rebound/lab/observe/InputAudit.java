package dev.rebound.lab.observe;

import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.Telemetry;
import dev.rebound.lab.telemetry.ToolMain;
import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.lab.telemetry.WallClock;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Reads the whole input topic after the drain and holds it against the send logs: which unknown
 * sends were stored, and which acknowledged ones are not there (lost by Kafka). Several readers
 * share the partitions, and take no more of a record than its header.
 *
 * <p>A process of its own, {@code --config FILE} with these properties:
 *
 * <pre>
 * bootstrap, topic             where from; several topics with commas between
 * sendlogs                     files, separated by commas
 * findings                     file to write, see {@link InputFindings}
 * telemetry                    file, see below
 * limitMillis                  for all of it; 600000
 * client.*, consumer.*         consumer settings, unchanged
 * workload.*                   how records say which they are, see {@link WorkloadSpec}
 * </pre>
 *
 * Telemetry: {@code atMicros, records, recordsToRead, cpuSeconds}; the last line also {@code done:
 * true}. Without findings the topic was not read to its end.
 */
public final class InputAudit {
  private static final WallClock CLOCK = WallClock.SYSTEM;
  private static final int READERS_MAX = 4;

  /**
   * Bytes fetched for all readers together, per broker: records lie in memory twice while they are
   * decoded.
   */
  private static final int FETCH_BYTES = 32 << 20;

  private final ToolSettings settings;
  private final Workload workload;
  private final AuditDeadline deadline;
  private final AtomicLong records = new AtomicLong();
  private long recordsToRead;

  private InputAudit(ToolSettings settings) {
    this.settings = settings;
    this.workload = Workloads.create(WorkloadSpec.fromProperties(settings.properties()));
    this.deadline =
        new AuditDeadline(
            Duration.ofMillis(settings.whole("limitMillis", 600_000)), Duration.ofMinutes(2));
  }

  public static void main(String[] arguments) {
    ToolMain.run("input audit", arguments, settings -> new InputAudit(settings).run());
  }

  private void run() throws Exception {
    List<SendLog> logs = new ArrayList<>();
    List<TopicReader> readers = new ArrayList<>();
    try (Telemetry telemetry = new Telemetry(settings.path("telemetry"))) {
      for (String file : settings.text("sendlogs").split(",", -1)) {
        logs.add(SendLog.open(Path.of(file.trim())));
      }
      open(readers);
      long[] beginnings = new long[readers.get(0).partitions().size()];
      bounds(readers.get(0), true, beginnings);
      long[] ends = new long[beginnings.length];
      bounds(readers.get(0), false, ends);
      for (int p = 0; p < ends.length; p++) {
        recordsToRead += ends[p] - beginnings[p];
      }
      StoredInputs stored = new StoredInputs(logs, ends.length, workload.placement());
      read(readers, ends, stored, telemetry);
      // What was deleted while the topic was read need not have been lost.
      for (TopicReader reader : readers) {
        bounds(reader, true, beginnings);
      }
      InputFindings found = stored.findings(beginnings);
      found.write(settings.path("findings"));
      telemetry.write(line().put("done", true));
    } finally {
      readers.forEach(TopicReader::close);
      for (SendLog log : logs) {
        log.close();
      }
    }
  }

  private void open(List<TopicReader> readers) {
    int wanted = Math.min(READERS_MAX, Runtime.getRuntime().availableProcessors());
    settings
        .properties()
        .putIfAbsent("consumer.fetch.max.bytes", Integer.toString(FETCH_BYTES / wanted));
    for (int i = 0; i < wanted; i++) {
      readers.add(
          new TopicReader(
              settings,
              settings.text("topic"),
              IsolationLevel.READ_UNCOMMITTED,
              new HeaderOnly(workload)));
    }
  }

  /** Reads every partition up to its end, each reader on a thread of its own. */
  private void read(
      List<TopicReader> readers, long[] ends, StoredInputs stored, Telemetry telemetry)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(readers.size());
    try {
      List<Future<?>> reading = new ArrayList<>();
      for (int i = 0; i < readers.size(); i++) {
        TopicReader reader = readers.get(i);
        reader.share(i, readers.size());
        reading.add(threads.submit(() -> read(reader, ends, stored)));
      }
      for (Future<?> one : reading) {
        while (!ended(one)) {
          telemetry.write(line());
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Waits for a second at most. */
  private static boolean ended(Future<?> reading) throws Exception {
    try {
      reading.get(1, TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof ReboundException lab ? lab : e;
    }
  }

  private void read(TopicReader reader, long[] ends, StoredInputs stored) {
    while (!reached(reader, ends)) {
      deadline.require("the end of the input topic");
      int taken = 0;
      ConsumerRecords<byte[], byte[]> polled = reader.poll(Duration.ofMillis(100));
      for (TopicPartition partition : polled.partitions()) {
        int lane = reader.lane(partition);
        for (ConsumerRecord<byte[], byte[]> record : polled.records(partition)) {
          if (record.offset() < ends[lane]) {
            stored.stored(lane, record.offset(), record.value());
            taken++;
          }
        }
      }
      if (taken > 0) {
        records.addAndGet(taken);
        deadline.progress();
      }
    }
  }

  private static boolean reached(TopicReader reader, long[] ends) {
    for (TopicPartition partition : reader.partitions()) {
      if (reader.position(partition) < ends[reader.lane(partition)]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Where the partitions of a reader begin, or end.
   *
   * @param offsets by lane, to be filled
   */
  private void bounds(TopicReader reader, boolean first, long[] offsets) {
    reader
        .offsets(
            first,
            () -> deadline.require("the brokers to say where the input topic begins and ends"))
        .forEach((partition, offset) -> offsets[reader.lane(partition)] = offset);
  }

  private Telemetry.TelemetryLine line() {
    return new Telemetry.TelemetryLine()
        .put("atMicros", CLOCK.micros())
        .put("records", records.get())
        .put("recordsToRead", recordsToRead)
        .put("cpuSeconds", Telemetry.cpuSeconds());
  }

  /** Until when all of it must be done, and how long nothing may come. */
  private static final class AuditDeadline {
    private final Duration limit;
    private final Duration stall;
    private final long start = System.nanoTime();
    private final AtomicLong last = new AtomicLong(start);

    AuditDeadline(Duration limit, Duration stall) {
      this.limit = limit;
      this.stall = stall;
    }

    void progress() {
      last.set(System.nanoTime());
    }

    void require(String awaited) {
      long now = System.nanoTime();
      boolean late = now - start > limit.toNanos();
      if (late || now - last.get() > stall.toNanos()) {
        throw ReboundException.environment(
            "waited "
                + (late ? limit : stall).toSeconds()
                + " s for "
                + awaited
                + (late ? "" : ", and nothing came"),
            "Check that the brokers run.");
      }
    }
  }

  /** The header of a record, from its tag if it has one; its payload is not copied. */
  private record HeaderOnly(Workload workload) implements Deserializer<byte[]> {
    @Override
    public byte[] deserialize(String topic, byte[] data) {
      return data;
    }

    @Override
    public byte[] deserialize(String topic, Headers headers, ByteBuffer data) {
      return workload.input(new ReadHeaders(headers), data);
    }
  }
}
