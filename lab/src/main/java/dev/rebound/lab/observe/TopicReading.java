package dev.rebound.lab.observe;

import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.lab.telemetry.Telemetry;
import dev.rebound.lab.telemetry.WallClock;
import dev.rebound.workload.Workload;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * One reader of the output topic, writing down everything that it sees, until it is told to stop
 * and has read what was there.
 *
 * <p>Runs on one thread; the counts may be read from others, as of the last second.
 */
final class TopicReading implements Closeable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long SECOND_MICROS = 1_000_000;

  /** What is done every second on the reading thread. */
  @FunctionalInterface
  interface Tick {
    void run() throws IOException;
  }

  private final TopicReader reader;
  private final Path file;
  private final ObservedFile.Writer writer;
  private final WallClock clock;
  private final BooleanSupplier stop;
  private final Duration drain;
  private final Workload workload;
  private @Nullable LiveLatency latency;
  private Tick tick = () -> {};

  private final List<byte[]> outputs = new ArrayList<>();
  private final Consumer<byte[]> take = outputs::add;
  private long seen;
  private long seenOutputs;
  private long seenBytes;
  private long seenUnreadable;
  private long identitySum;
  private volatile Counts counts = new Counts(0, 0, 0, 0, 0, 0, 0);

  private record Counts(
      long records,
      long outputs,
      long bytes,
      long unreadable,
      long lagRecords,
      long repositioned,
      long identitySum) {}

  /**
   * @param stop true once the end at that moment is to be the last thing read
   * @param drain longest time spent on reading up to there
   * @param workload says which outputs a record holds
   */
  TopicReading(
      TopicReader reader,
      Path file,
      WallClock clock,
      BooleanSupplier stop,
      Duration drain,
      Workload workload) {
    this.reader = reader;
    this.file = file;
    this.clock = clock;
    this.stop = stop;
    this.drain = drain;
    this.workload = workload;
    try {
      this.writer = new ObservedFile.Writer(file);
    } catch (IOException e) {
      throw Telemetry.cannotWrite(file, e);
    }
  }

  /** Also measures latency; an interval ends after each tick. */
  void measure(LiveLatency liveLatency) {
    this.latency = liveLatency;
  }

  /** Calls {@code work} every second, once the counts are up to date. */
  void everySecond(Tick work) {
    this.tick = work;
  }

  /** Number of output partitions. */
  int lanes() {
    return reader.partitions().size();
  }

  /** Reads until the end; false if the drain's limit came first. */
  boolean run() throws IOException {
    long nextTick = clock.micros() + SECOND_MICROS;
    long deadline = Long.MAX_VALUE;
    Map<TopicPartition, Long> ends = Map.of();
    while (true) {
      take(reader.poll(POLL));
      long now = clock.micros();
      if (now >= nextTick) {
        tick(now);
        nextTick = Math.max(nextTick + SECOND_MICROS, now);
      }
      if (stop.getAsBoolean()) {
        if (deadline == Long.MAX_VALUE) {
          deadline = System.nanoTime() + drain.toNanos();
        }
        ends = ends.isEmpty() ? reader.endOffsets() : ends;
        boolean drained = !ends.isEmpty() && reader.reached(ends);
        if (drained || System.nanoTime() > deadline) {
          tick(clock.micros());
          return drained;
        }
      }
    }
  }

  private void tick(long nowMicros) throws IOException {
    try {
      writer.flush();
    } catch (IOException e) {
      throw Telemetry.cannotWrite(file, e);
    }
    counts =
        new Counts(
            seen,
            seenOutputs,
            seenBytes,
            seenUnreadable,
            reader.lagRecords(),
            reader.repositioned(),
            identitySum);
    tick.run();
    if (latency != null) {
      latency.endInterval(nowMicros);
    }
  }

  private void take(ConsumerRecords<byte[], byte[]> records) throws IOException {
    if (records.isEmpty()) {
      return;
    }
    long receipt = clock.micros();
    for (TopicPartition partition : records.partitions()) {
      takePartition(partition.partition(), records.records(partition), receipt);
    }
  }

  private void takePartition(
      int partition, List<ConsumerRecord<byte[], byte[]>> records, long receipt)
      throws IOException {
    for (ConsumerRecord<byte[], byte[]> record : records) {
      outputs.clear();
      workload.outputs(new ReadHeaders(record.headers()), record.value(), take);
      if (outputs.isEmpty()) {
        writer.append(partition, record.offset(), record.timestamp(), receipt, null);
        seenUnreadable++;
      }
      seenOutputs += outputs.size();
      for (byte[] output : outputs) {
        writer.append(partition, record.offset(), record.timestamp(), receipt, output);
        identitySum += IdentitySum.of(output);
        if (latency != null) {
          latency.output(lane(partition, output), record.timestamp(), receipt, output);
        }
      }
      seenBytes += Math.max(0, record.serializedValueSize());
    }
    seen += records.size();
  }

  /** Outputs that may lie on any partition are in the lane of their input. */
  private int lane(int partition, byte[] output) {
    long sequence = IdentitySum.sequence(output);
    return workload.shape().shuffled() || sequence < 0
        ? partition
        : workload.placement().partition(IdentitySum.generator(output), sequence, lanes());
  }

  long records() {
    return counts.records;
  }

  /** Outputs in them: a record may hold several. */
  long outputs() {
    return counts.outputs;
  }

  long bytes() {
    return counts.bytes;
  }

  /** Values that are no output. */
  long unreadable() {
    return counts.unreadable;
  }

  long lagRecords() {
    return counts.lagRecords;
  }

  long repositioned() {
    return counts.repositioned;
  }

  /** Sum of {@link IdentitySum#of} over all outputs. */
  long identitySum() {
    return counts.identitySum;
  }

  @Override
  public void close() throws IOException {
    try (reader) {
      writer.close();
    }
  }
}
