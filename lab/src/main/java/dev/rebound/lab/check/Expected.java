package dev.rebound.lab.check;

import dev.rebound.lab.LabException;
import dev.rebound.lab.load.SendLog;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RuleState;
import dev.rebound.workload.Workload;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Every output that is due: the matches of each record that is stored in the input topic, numbered
 * from 0 in the order (generator, sequence, rule).
 *
 * <p>A record is stored if its send was acknowledged, or if its fate was found by reading the input
 * topic. Memory: 2 bytes per output (4 from 65,536 rules on), 2.5 bytes per record and 24 bytes per
 * rule. For use by one thread.
 */
public final class Expected implements Closeable {
  /** {@link #index} of an output that was not due. */
  public static final long NOT_DUE = -1;

  /** {@link #index} of an output of a record whose send has no known outcome. */
  public static final long UNKNOWN_SEND = -2;

  /** {@link #index} of an output of a record that Kafka acknowledged and lost. */
  public static final long LOST_BY_KAFKA = -3;

  static final int BLOCK = 16;

  private final Workload workload;
  private final int partitions;
  private final Matcher matcher;
  private final Slots[] generators;
  private final long[] firstRow;
  private final Map<Long, Long> resolved;
  private final long[] missing;
  private final Chunks.Longs blockStarts = new Chunks.Longs();
  private final Chunks.Chars ends = new Chunks.Chars();
  private final Chunks.Chars rulesLow = new Chunks.Chars();
  private final Chunks.Chars rulesHigh = new Chunks.Chars();
  private final boolean manyRules;
  private final long[] ruleCounts;
  private final long[] ruleChecksums;
  private final int[] outputPartitions;
  private long outputs;

  /** Reads the send logs and enumerates what is due. */
  public Expected(
      Workload workload,
      int partitions,
      List<Path> sendLogs,
      Map<Long, Long> resolved,
      Collection<Long> missingAcknowledged)
      throws IOException {
    this.workload = workload;
    this.partitions = partitions;
    this.resolved = resolved;
    this.missing = missingAcknowledged.stream().mapToLong(Long::longValue).sorted().toArray();
    this.matcher = workload.newMatcher();
    this.manyRules = workload.rules() > 1 << 16;
    this.ruleCounts = new long[workload.rules()];
    this.ruleChecksums = new long[workload.rules()];
    this.outputPartitions = new int[workload.rules()];
    Arrays.setAll(outputPartitions, rule -> RecordFormat.rulePartition(rule, partitions));
    this.generators = open(sendLogs);
    this.firstRow = new long[generators.length];
    for (int g = 0; g < generators.length; g++) {
      firstRow[g] = ends.size();
      if (generators[g] != null) {
        enumerate(g);
      }
    }
  }

  private static Slots[] open(List<Path> sendLogs) throws IOException {
    Slots[] slots = new Slots[0];
    for (Path file : sendLogs) {
      Slots log = new Slots(file);
      int generator = log.log().generator();
      slots = Arrays.copyOf(slots, Math.max(slots.length, generator + 1));
      slots[generator] = log;
    }
    return slots;
  }

  private void enumerate(int generator) {
    Due due = new Due(generator);
    long records = generators[generator].records();
    long blockStart = outputs;
    // Each generator starts a block of its own, so that a record's place follows from its sequence.
    for (long sequence = 0; sequence < records || sequence % BLOCK != 0; sequence++) {
      if (sequence % BLOCK == 0) {
        blockStart = outputs;
        blockStarts.add(blockStart);
      }
      if (sequence < records && inputOffset(generator, sequence) >= 0) {
        due.sequence = sequence;
        matcher.expected(generator, sequence, due);
      }
      if (outputs - blockStart > Character.MAX_VALUE) {
        throw new LabException(
            LabException.Cause.BAD_INPUT,
            "record " + sequence + " and those near it match more than 4,000 rules each",
            "Lower workload.selectivity: the check keeps account of at most 4,000 matches per"
                + " record.");
      }
      ends.add((int) (outputs - blockStart));
    }
  }

  /** Takes the matches of one generator's records as outputs that are due. */
  private final class Due implements Matcher.Sink {
    private final int generator;
    private long sequence;

    Due(int generator) {
      this.generator = generator;
    }

    @Override
    public void rule(int rule) {
      rulesLow.add(rule);
      if (manyRules) {
        rulesHigh.add(rule >>> 16);
      }
      ruleCounts[rule]++;
      ruleChecksums[rule] += RuleState.identityHash(generator, sequence, rule);
      outputs++;
    }
  }

  /** Walks the records of a generator that have outputs due. */
  public Cursor cursor(int generator) {
    long first = firstRow[generator];
    return new Cursor(this, blockStarts, ends, generator, first, first + records(generator));
  }

  /**
   * Number of the output (generator, sequence, rule), or {@link #NOT_DUE}, {@link #UNKNOWN_SEND},
   * {@link #LOST_BY_KAFKA}.
   */
  public long index(int generator, long sequence, int rule) {
    if (generator >= generators.length
        || generators[generator] == null
        || sequence < 0
        || sequence >= generators[generator].records()) {
      return NOT_DUE;
    }
    long end = end(generator, sequence);
    for (long i = start(generator, sequence); i < end; i++) {
      if (rule(i) == rule) {
        return i;
      }
    }
    return inputOffset(generator, sequence) < 0 ? notStored(generator, sequence, rule) : NOT_DUE;
  }

  private long notStored(int generator, long sequence, int rule) {
    boolean[] matches = new boolean[1];
    matcher.expected(generator, sequence, r -> matches[0] |= r == rule);
    if (!matches[0]) {
      return NOT_DUE;
    }
    if (isMissing(key(generator, sequence))) {
      return LOST_BY_KAFKA;
    }
    return generators[generator].get(sequence) == SendLog.UNKNOWN ? UNKNOWN_SEND : NOT_DUE;
  }

  /** Offset of a record in its input partition; -1 if it is not stored. */
  public long inputOffset(int generator, long sequence) {
    if (generator >= generators.length || generators[generator] == null) {
      return -1;
    }
    long slot = generators[generator].get(sequence);
    if (slot >= SendLog.ACKNOWLEDGED) {
      boolean lost = missing.length > 0 && isMissing(key(generator, sequence));
      return lost ? -1 : slot - SendLog.ACKNOWLEDGED;
    }
    if (slot == SendLog.NOT_SENT || resolved.isEmpty()) {
      return -1;
    }
    return resolved.getOrDefault(key(generator, sequence), -1L);
  }

  /** The raw slot of a record, {@link SendLog#NOT_SENT} if there is none. */
  long slot(int generator, long sequence) {
    return generator < generators.length && generators[generator] != null
        ? generators[generator].get(sequence)
        : SendLog.NOT_SENT;
  }

  private boolean isMissing(long key) {
    return Arrays.binarySearch(missing, key) >= 0;
  }

  /** Key of a record in the resolved and missing sets. */
  public static long key(int generator, long sequence) {
    return (long) generator << 48 | sequence;
  }

  /** Outputs due in all. */
  public long outputs() {
    return outputs;
  }

  /** Outputs due of all generators below a number. */
  public long outputsBefore(int generator) {
    return generator < generators.length && firstRow[generator] < ends.size()
        ? blockStarts.get(firstRow[generator] / BLOCK)
        : outputs;
  }

  /** One more than the greatest generator number. */
  public int generators() {
    return generators.length;
  }

  /** Records of a generator, up to the last one handed to the producer; 0 if it has no log. */
  public long records(int generator) {
    return generators[generator] == null ? 0 : generators[generator].records();
  }

  /** Number of the first output of a record; {@link #end} is that after its last one. */
  public long start(int generator, long sequence) {
    long row = firstRow[generator] + sequence;
    long start = blockStarts.get(row / BLOCK);
    return row % BLOCK == 0 ? start : start + ends.get(row - 1);
  }

  /** Number after the last output of a record. */
  public long end(int generator, long sequence) {
    long row = firstRow[generator] + sequence;
    return blockStarts.get(row / BLOCK) + ends.get(row);
  }

  /** Rule of an output. */
  public int rule(long index) {
    return manyRules ? rulesHigh.get(index) << 16 | rulesLow.get(index) : rulesLow.get(index);
  }

  /** Intended send time of a record, microseconds since the epoch. */
  public long intendedMicros(int generator, long sequence) {
    return generators[generator].log().intendedMicros(sequence);
  }

  /** Records per second that a generator was to send. */
  public double ratePerSecond(int generator) {
    return generators[generator] == null ? 0 : generators[generator].log().ratePerSecond();
  }

  /** True if a generator has a log here and the sequence lies in it. */
  public boolean knows(int generator, long sequence) {
    return generator < generators.length
        && generators[generator] != null
        && sequence >= 0
        && sequence < generators[generator].log().slots();
  }

  public int inputPartition(long sequence) {
    return RecordFormat.inputPartition(sequence, partitions);
  }

  public int outputPartition(int rule) {
    return outputPartitions[rule];
  }

  public int partitions() {
    return partitions;
  }

  public Workload workload() {
    return workload;
  }

  /** Matches of a rule over all stored records. */
  public long ruleCount(int rule) {
    return ruleCounts[rule];
  }

  /** Sum of the identity hashes of a rule's matches, mod 2^64. */
  public long ruleChecksum(int rule) {
    return ruleChecksums[rule];
  }

  public int rules() {
    return ruleCounts.length;
  }

  @Override
  public void close() throws IOException {
    matcher.close();
    for (Slots slots : generators) {
      if (slots != null) {
        slots.close();
      }
    }
  }
}
