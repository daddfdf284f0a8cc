package dev.rebound.workload;

import dev.rebound.workload.due.Chunks;
import dev.rebound.workload.due.Due;
import dev.rebound.workload.due.FindingSink;
import dev.rebound.workload.due.Ledger;
import dev.rebound.workload.due.Lookup;
import dev.rebound.workload.due.Observation;
import dev.rebound.workload.due.StateAudit;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The matches of each record that is stored, numbered in the order (generator, sequence, rule). A
 * strand is a generator; a chain is a pair of input partition and rule.
 *
 * <p>An output's identity is the sequence of its record, then generator and rule; what it says of
 * the state is the rule's count and checksum. Memory: 2 bytes per output (4 from 65,536 rules on),
 * 2.5 bytes per record and 24 bytes per rule.
 */
final class PerRecordDue implements Due {
  static final int BLOCK = 16;

  private final Ledger ledger;
  private final int partitions;
  private final Placement placement;
  private final boolean keyed;
  private final boolean requested;
  private final PerRecordOracle.@Nullable States states;
  private final Matcher matcher;
  private final long[] firstRow;
  private final long[] records;
  private final Chunks.Longs blockStarts = new Chunks.Longs();
  private final Chunks.Chars ends = new Chunks.Chars();
  private final Chunks.Chars rulesLow = new Chunks.Chars();
  private final Chunks.Chars rulesHigh = new Chunks.Chars();
  private final boolean manyRules;
  private final long[] ruleCounts;
  private final long[] ruleChecksums;
  private final int[] outputPartitions;
  private long outputs;
  private long inputs;

  PerRecordDue(PerRecordOracle oracle, Ledger ledger, int partitions) {
    Workload workload = oracle.workload();
    this.states = oracle.states();
    this.ledger = ledger;
    this.partitions = partitions;
    this.placement = workload.placement();
    this.keyed = workload.shape().shuffled();
    this.requested = workload.shape() == WorkloadKind.Shape.REQUESTED;
    this.matcher = workload.newMatcher();
    this.manyRules = oracle.manyRules();
    this.ruleCounts = new long[workload.rules()];
    this.ruleChecksums = new long[workload.rules()];
    this.outputPartitions = new int[workload.rules()];
    Arrays.setAll(outputPartitions, rule -> RecordFormat.rulePartition(rule, partitions));
    this.firstRow = new long[ledger.generators()];
    this.records = new long[firstRow.length];
    for (int g = 0; g < firstRow.length; g++) {
      firstRow[g] = ends.size();
      records[g] = ledger.records(g);
      enumerate(g);
    }
  }

  private void enumerate(int generator) {
    Matches matches = new Matches(generator);
    long blockStart = outputs;
    // Each generator starts a block of its own, so that a record's place follows from its sequence.
    for (long sequence = 0; sequence < records[generator] || sequence % BLOCK != 0; sequence++) {
      if (sequence % BLOCK == 0) {
        blockStart = outputs;
        blockStarts.add(blockStart);
      }
      if (sequence < records[generator] && ledger.offset(generator, sequence) >= 0) {
        inputs++;
        matches.sequence = sequence;
        matcher.expected(generator, sequence, matches);
      }
      if (outputs - blockStart > Character.MAX_VALUE) {
        throw new IllegalArgumentException(
            "record "
                + sequence
                + " and those near it match more than 4,000 rules each, of which no account can be"
                + " kept; lower workload.selectivity");
      }
      ends.add((int) (outputs - blockStart));
    }
  }

  /** Takes the matches of one generator's records as outputs that are due. */
  private final class Matches implements Matcher.Sink {
    private final int generator;
    private long sequence;

    Matches(int generator) {
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

  /** Input partition of a record. */
  int lane(int generator, long sequence) {
    return placement.partition(generator, sequence, partitions);
  }

  /** True if records go to the partitions in turn. */
  boolean inTurn() {
    return placement == Placement.IN_TURN;
  }

  static int generator(Observation seen) {
    return (int) (seen.identityLow() >>> 32);
  }

  static long sequence(Observation seen) {
    return seen.identityHigh();
  }

  static int rule(Observation seen) {
    return (int) seen.identityLow();
  }

  @Override
  public long size() {
    return outputs;
  }

  @Override
  public long inputs() {
    return inputs;
  }

  @Override
  public int inputLanes() {
    return partitions;
  }

  @Override
  public int outputLanes() {
    return keyed ? partitions : 0;
  }

  @Override
  public int outputLane(long index) {
    return keyed ? outputPartitions[rule(index)] : -1;
  }

  @Override
  public int strands() {
    return firstRow.length;
  }

  @Override
  public long firstOf(int strand) {
    return strand < firstRow.length && firstRow[strand] < ends.size()
        ? blockStarts.get(firstRow[strand] / BLOCK)
        : outputs;
  }

  @Override
  public PerRecordWalk walk(int strand) {
    long first = firstRow[strand];
    return new PerRecordWalk(
        this, ledger, blockStarts, ends, strand, first, first + records[strand]);
  }

  /** Rule of an output. */
  int rule(long index) {
    return manyRules ? rulesHigh.get(index) << 16 | rulesLow.get(index) : rulesLow.get(index);
  }

  private long index(int generator, long sequence, int rule) {
    if (generator >= firstRow.length || sequence < 0 || sequence >= records[generator]) {
      return NOT_DUE;
    }
    long row = firstRow[generator] + sequence;
    long block = blockStarts.get(row / BLOCK);
    long end = block + ends.get(row);
    for (long i = row % BLOCK == 0 ? block : block + ends.get(row - 1); i < end; i++) {
      if (rule(i) == rule) {
        return i;
      }
    }
    return ledger.offset(generator, sequence) < 0 ? notStored(generator, sequence, rule) : NOT_DUE;
  }

  private long notStored(int generator, long sequence, int rule) {
    boolean[] matches = new boolean[1];
    matcher.expected(generator, sequence, r -> matches[0] |= r == rule);
    if (!matches[0]) {
      return NOT_DUE;
    }
    return switch (ledger.fate(generator, sequence)) {
      case LOST -> LOST_INPUT;
      case UNKNOWN -> UNKNOWN_INPUT;
      case STORED, NOT_STORED -> NOT_DUE;
    };
  }

  @Override
  public Lookup lookup() {
    return new Found();
  }

  private final class Found implements Lookup {
    private int generator;
    private long sequence;
    private int rule;

    @Override
    public long find(Observation seen) {
      long low = seen.identityLow();
      generator = (int) (low >>> 32);
      sequence = sequence(seen);
      rule = (int) low;
      return index(generator, sequence, rule);
    }

    @Override
    public int inputLane() {
      return inputOffset() < 0 ? 0 : lane(generator, sequence);
    }

    @Override
    public long inputOffset() {
      return ledger.offset(generator, sequence);
    }

    @Override
    public long dueMicros() {
      return ledger.intendedMicros(generator, sequence);
    }

    @Override
    public int chain() {
      return lane(generator, sequence) * ruleCounts.length + rule;
    }
  }

  @Override
  public int chains() {
    return Math.multiplyExact(partitions, ruleCounts.length);
  }

  @Override
  public StateAudit stateAudit(boolean exact, FindingSink diverged) {
    if (states != null) {
      return states.audit(ledger, exact, diverged);
    }
    return keyed ? new PerRecordState(ruleCounts, ruleChecksums, exact, diverged) : StateAudit.NONE;
  }

  @Override
  public String describe(long index) {
    int strand = 0;
    while (firstOf(strand + 1) <= index) {
      strand++;
    }
    PerRecordWalk walk = walk(strand);
    walk.seek(index);
    return describe(strand, walk.sequence(), rule(index));
  }

  @Override
  public String describe(Observation seen) {
    return describe(generator(seen), sequence(seen), rule(seen));
  }

  private String describe(int generator, long sequence, int rule) {
    String output =
        "generator " + generator + ", sequence " + sequence + (keyed ? ", rule " + rule : "");
    if (!ledger.knows(generator, sequence)) {
      return output;
    }
    long offset = ledger.offset(generator, sequence);
    return output
        + " (input partition "
        + lane(generator, sequence)
        + (offset < 0 ? ", not stored" : ", offset " + offset)
        + ", intended "
        + time(ledger.intendedMicros(generator, sequence))
        + ")";
  }

  private static String time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).truncatedTo(ChronoUnit.MILLIS).toString();
  }

  @Override
  public String describeUnreadable() {
    return requested
        ? "a row that no request of this run explains"
        : Due.super.describeUnreadable();
  }

  @Override
  public String describeReadout(Observation seen) {
    return "the readout of rule " + rule(seen) + " in closing round " + sequence(seen);
  }

  @Override
  public void close() {
    matcher.close();
  }
}
