package dev.rebound.lab.observe;

import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.Telemetry;
import dev.rebound.lab.telemetry.WallClock;
import dev.rebound.oracle.due.LargeArrays;
import dev.rebound.workload.Headers;
import dev.rebound.workload.OutputTopic;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadKind;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One reader of a run's outputs, writing down everything that it sees, until it is told to stop and
 * has read what was there.
 *
 * <p>Runs on one thread; the counts may be read from others, as of the last second.
 */
final class OutputReading implements Closeable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long SECOND_MICROS = 1_000_000;

  /** The work of every second on the reading thread. */
  @FunctionalInterface
  interface EverySecond {
    void run() throws IOException;
  }

  private final OutputSource source;
  private final List<WrittenTopic> topics = new ArrayList<>();

  /** How many topics have outputs of each record. */
  private final int whole;

  private final WallClock clock;
  private final BooleanSupplier stop;
  private final Duration drain;
  private @Nullable LiveLatency latency;
  private final LargeArrays.Bits madeSeen = new LargeArrays.Bits();
  private long made;
  private long distinct;
  private EverySecond tick = () -> {};
  private boolean all;

  private final List<byte[]> outputs = new ArrayList<>();
  private final Consumer<byte[]> take = outputs::add;
  private long receipt;
  private long seen;
  private long seenOutputs;
  private long seenBytes;
  private long seenUnreadable;
  private long identitySum;
  private volatile Counts counts = new Counts(0, 0, 0, 0, 0, 0, 0, 0);

  /**
   * What is seen of a topic.
   *
   * @param number from 0
   * @param block number of its lanes among those of all topics, from 0
   * @param workload says which outputs a record of it holds
   */
  private record WrittenTopic(
      int number, int block, Path file, ObservedFile.Writer writer, Workload workload) {}

  /**
   * The counts as of the last second.
   *
   * @param outputs in the records: one may hold several
   * @param distinct records of which there was an output, as {@link #countDistinct} says
   * @param unreadable values that are no output
   * @param identitySum sum of {@link IdentitySum#of} over all outputs
   */
  record Counts(
      long records,
      long outputs,
      long distinct,
      long bytes,
      long unreadable,
      long lagRecords,
      long repositioned,
      long identitySum) {}

  /**
   * @param file of the first topic, see {@link ObservedFile#ofTopic}
   * @param stop true once the end at that moment is to be the last thing read
   * @param drain longest time spent on reading up to there
   * @param workload says which outputs a record holds, and of which topics there are
   */
  OutputReading(
      OutputSource source,
      Path file,
      WallClock clock,
      BooleanSupplier stop,
      Duration drain,
      Workload workload) {
    this.source = source;
    this.clock = clock;
    this.stop = stop;
    this.drain = drain;
    List<OutputTopic> several = workload.outputTopics();
    this.whole =
        several.isEmpty() ? 1 : (int) several.stream().filter(its -> !its.filtered()).count();
    int next = 0;
    for (int i = 0; i < Math.max(1, several.size()); i++) {
      Path its = ObservedFile.ofTopic(file, i);
      Workload known = several.isEmpty() ? workload : several.get(i).workload();
      boolean filtered = !several.isEmpty() && several.get(i).filtered();
      // They share the last lanes: what comes on them hides no other topic that is behind.
      int block = filtered ? whole : next++;
      try {
        topics.add(new WrittenTopic(i, block, its, new ObservedFile.Writer(its), known));
      } catch (IOException e) {
        throw Telemetry.cannotWrite(its, e);
      }
    }
  }

  /** Also measures latency; an interval ends after each tick. */
  void measure(LiveLatency liveLatency) {
    this.latency = liveLatency;
  }

  /**
   * Also counts of how many records there was an output, however often that came: of so many, which
   * the source of the job makes, and each of which owes one at most. Memory: a bit per record.
   */
  void countDistinct(long records) {
    this.made = records;
  }

  /** Has it give up where something is gone before it was read: the rest would look like all. */
  void requireAll() {
    this.all = true;
  }

  /** Calls {@code work} every second, once the counts are up to date. */
  void everySecond(EverySecond work) {
    this.tick = work;
  }

  /**
   * Number of lanes: partitions of the output topics, or one where requests are all in one. Topics
   * with outputs of some records alone share the lanes of one, which are the last.
   */
  int lanes() {
    int last = topics.stream().mapToInt(WrittenTopic::block).max().orElse(0);
    return (last + 1) * lanesOfTopic();
  }

  private int lanesOfTopic() {
    return topics.get(0).workload().shape() == WorkloadKind.Shape.REQUESTED ? 1 : partitions();
  }

  private int partitions() {
    return source.lanes() / topics.size();
  }

  /**
   * Reads until the end; false if the drain's limit came first. Throws {@link ReboundException} as
   * {@link #requireAll} says.
   */
  boolean run() throws IOException {
    long nextTick = clock.micros() + SECOND_MICROS;
    long deadline = Long.MAX_VALUE;
    while (true) {
      if (source.poll(POLL) > 0) {
        receipt = clock.micros();
        source.each(this::take);
      }
      if (all && source.repositioned() > 0) {
        throw ReboundException.environment(
            "outputs were gone before they were read: the beginning of a log moved meanwhile, or a"
                + " log was cut",
            "Let the brokers keep the output topic until the run has ended.");
      }
      long now = clock.micros();
      if (now >= nextTick) {
        tick(now);
        nextTick = Math.max(nextTick + SECOND_MICROS, now);
      }
      if (stop.getAsBoolean()) {
        if (deadline == Long.MAX_VALUE) {
          deadline = System.nanoTime() + drain.toNanos();
        }
        boolean drained = source.reachedEnd();
        if (drained || System.nanoTime() > deadline) {
          tick(clock.micros());
          return drained;
        }
      }
    }
  }

  private void tick(long nowMicros) throws IOException {
    for (WrittenTopic topic : topics) {
      try {
        topic.writer().flush();
      } catch (IOException e) {
        throw Telemetry.cannotWrite(topic.file(), e);
      }
    }
    counts =
        new Counts(
            seen,
            seenOutputs,
            distinct,
            seenBytes,
            seenUnreadable,
            source.lagRecords(),
            source.repositioned(),
            identitySum);
    tick.run();
    if (latency != null) {
      latency.endInterval(nowMicros);
    }
  }

  private void take(
      int place,
      long position,
      long appendMillis,
      Headers headers,
      byte @Nullable [] value,
      int bytes)
      throws IOException {
    WrittenTopic topic = topics.get(topics.size() == 1 ? 0 : place / partitions());
    int partition = topics.size() == 1 ? place : place % partitions();
    outputs.clear();
    topic.workload().outputs(headers, value, take);
    if (outputs.isEmpty()) {
      topic.writer().append(partition, position, appendMillis, receipt, null);
      seenUnreadable++;
    }
    seenOutputs += outputs.size();
    for (byte[] output : outputs) {
      topic.writer().append(partition, position, appendMillis, receipt, output);
      identitySum += IdentitySum.inTopic(topic.number(), IdentitySum.of(output));
      distinct += isNew(output) ? 1 : 0;
      if (latency != null) {
        latency.output(lane(topic, partition, output), appendMillis, receipt, output);
      }
    }
    seenBytes += bytes;
    seen++;
  }

  /** True of the first output of a record that the job's source makes. */
  private boolean isNew(byte[] output) {
    long sequence = IdentitySum.sequence(output);
    return output[1] == ObservedFile.KIND_MATCH
        && sequence >= 0
        && sequence < made
        && madeSeen.add(sequence);
  }

  /** Outputs that may lie on any partition are in the lane of their input. */
  private int lane(WrittenTopic topic, int partition, byte[] output) {
    Workload workload = topic.workload();
    long sequence = IdentitySum.sequence(output);
    int lanes = lanesOfTopic();
    int lane =
        workload.shape().shuffled() || sequence < 0
            ? partition
            : workload.placement().partition(IdentitySum.generator(output), sequence, lanes);
    return topic.block() * lanes + lane;
  }

  /**
   * The least of what the lanes say ({@link LiveLatency#frontierMicros}), of topics with outputs of
   * some records alone only where others say nothing. 0 if there was no output at all. For the
   * reading thread.
   */
  long frontierMicros(LiveLatency latency) {
    int lanes = whole * lanesOfTopic();
    long ofWhole = latency.frontierMicros(0, lanes);
    return ofWhole == 0 ? latency.frontierMicros(lanes, lanes()) : ofWhole;
  }

  /** As of the last second; may be asked for on any thread. */
  Counts counts() {
    return counts;
  }

  @Override
  public void close() throws IOException {
    try (source) {
      for (WrittenTopic topic : topics) {
        topic.writer().close();
      }
    }
  }
}
