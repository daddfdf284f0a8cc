package dev.rebound.analysis.check;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.workload.Placement;
import dev.rebound.workload.RecordId;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ledger as the send logs of a run's generators and the reading of its input topic give it. For
 * use by one thread.
 */
public final class SendLedger implements Ledger, Closeable {
  private final int partitions;
  private final Placement placement;
  private SendLog[] generators = new SendLog[0];

  /** By generator: the records of its log. */
  private long[] records = new long[0];

  private final Map<Long, Long> resolved;
  private final long[] missing;
  private final Evidence.@Nullable InputReading reading;

  /**
   * Opens the logs.
   *
   * @param partitions of the input topic
   * @param placement of inputs on them
   * @param resolved offsets of sends that had no answer and were found, by {@link RecordId}
   * @param missingAcknowledged sends that were acknowledged and are not there, by {@link RecordId}
   * @param reading what else the input topic held; null if it was not read to its end
   */
  public SendLedger(
      int partitions,
      Placement placement,
      List<Path> sendLogs,
      Map<Long, Long> resolved,
      Collection<Long> missingAcknowledged,
      Evidence.@Nullable InputReading reading)
      throws IOException {
    this.partitions = partitions;
    this.placement = placement;
    this.resolved = resolved;
    this.reading = reading;
    this.missing = missingAcknowledged.stream().mapToLong(Long::longValue).sorted().toArray();
    open(sendLogs);
  }

  private void open(List<Path> sendLogs) throws IOException {
    for (Path file : sendLogs) {
      SendLog log = SendLog.open(file);
      int generator = log.generator();
      if (has(generator)) {
        throw new IOException("two send logs are of generator " + generator);
      }
      int length = Math.max(generators.length, generator + 1);
      generators = Arrays.copyOf(generators, length);
      records = Arrays.copyOf(records, length);
      generators[generator] = log;
      records[generator] = log.records(file);
    }
  }

  /** True if the source of a job made any of the inputs itself. */
  public boolean made() {
    return Arrays.stream(generators).anyMatch(log -> log != null && log.made());
  }

  /** An input that was acknowledged at a place where it is not. */
  record LostInput(int generator, long sequence, int partition, long offset) {}

  /** Every input that Kafka acknowledged and lost. */
  List<LostInput> lost() {
    List<LostInput> lost = new ArrayList<>();
    for (long key : missing) {
      int generator = RecordId.generator(key);
      long sequence = RecordId.sequence(key);
      lost.add(
          new LostInput(
              generator,
              sequence,
              lane(generator, sequence),
              slot(generator, sequence) - SendLog.ACKNOWLEDGED));
    }
    return lost;
  }

  @Override
  public int generators() {
    return generators.length;
  }

  @Override
  public long records(int generator) {
    return records[generator];
  }

  @Override
  public int lanes() {
    return partitions;
  }

  @Override
  public int lane(int generator, long sequence) {
    return placement.partition(generator, sequence, partitions);
  }

  @Override
  public boolean knows(int generator, long sequence) {
    return has(generator) && sequence >= 0 && sequence < generators[generator].slots();
  }

  @Override
  public Fate fate(int generator, long sequence) {
    if (isMissing(generator, sequence)) {
      return Fate.LOST;
    }
    if (offset(generator, sequence) >= 0) {
      return Fate.STORED;
    }
    long slot = slot(generator, sequence);
    return slot == SendLog.UNKNOWN || slot == SendLog.GAVE_UP ? Fate.UNKNOWN : Fate.NOT_STORED;
  }

  @Override
  public boolean refused(int generator, long sequence) {
    long slot = slot(generator, sequence);
    return reading != null
        && (slot == SendLog.FAILED || slot == SendLog.GAVE_UP)
        && offset(generator, sequence) < 0;
  }

  @Override
  public int copies(int generator, long sequence) {
    return reading == null || reading.storedTwice().isEmpty()
        ? 1
        : reading.copies(RecordId.of(generator, sequence));
  }

  /**
   * Records of which it is not known whether they were refused: without an answer and not found in
   * the input topic, or where nobody looked for them there.
   */
  long unanswered() {
    long count = 0;
    for (int g = 0; g < generators(); g++) {
      for (long n = 0; n < records(g); n++) {
        long slot = slot(g, n);
        boolean taken = slot == SendLog.NOT_SENT || slot >= SendLog.ACKNOWLEDGED;
        count += !taken && offset(g, n) < 0 && !refused(g, n) ? 1 : 0;
      }
    }
    return count;
  }

  @Override
  public long offset(int generator, long sequence) {
    long slot = slot(generator, sequence);
    if (slot >= SendLog.ACKNOWLEDGED) {
      return isMissing(generator, sequence) ? -1 : slot - SendLog.ACKNOWLEDGED;
    }
    if (slot == SendLog.NOT_SENT || resolved.isEmpty()) {
      return -1;
    }
    return resolved.getOrDefault(RecordId.of(generator, sequence), -1L);
  }

  @Override
  public long intendedMicros(int generator, long sequence) {
    return generators[generator].intendedMicros(sequence);
  }

  /** When the source of a job made a record, only the record says. */
  @Override
  public boolean knowsTimes(int generator) {
    SendLog log = generators[generator];
    return !log.made() && (log.timed() || !Double.isInfinite(log.ratePerSecond()));
  }

  /** The raw slot of a record, {@link SendLog#NOT_SENT} if there is none. */
  private long slot(int generator, long sequence) {
    return has(generator) ? generators[generator].slot(sequence) : SendLog.NOT_SENT;
  }

  private boolean has(int generator) {
    return generator < generators.length && generators[generator] != null;
  }

  private boolean isMissing(int generator, long sequence) {
    return missing.length > 0
        && Arrays.binarySearch(missing, RecordId.of(generator, sequence)) >= 0;
  }

  @Override
  public void close() throws IOException {
    for (SendLog log : generators) {
      if (log != null) {
        log.close();
      }
    }
  }
}
