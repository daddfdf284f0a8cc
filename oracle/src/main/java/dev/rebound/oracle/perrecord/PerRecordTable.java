package dev.rebound.oracle.perrecord;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.InputKeys;
import dev.rebound.oracle.due.LargeArrays;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.workload.ExpectedOutputs;
import dev.rebound.workload.RecordId;
import dev.rebound.workload.RuleState;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A row for each output that a stored record owes by itself, in the order (generator, sequence,
 * key). A strand is a generator, a group is a record. Memory: 2 bytes per output (4 from 65,537
 * keys on), 2.5 bytes per record and 20 bytes per key.
 */
public final class PerRecordTable extends DueTable {
  private static final int BLOCK = 16;

  /** By generator: number of its first record. Each begins a block. */
  private final long[] firstRecord;

  private final long[] records;

  /** By block of records: the first row. */
  private final LargeArrays.Longs blockStarts = new LargeArrays.Longs();

  /** By record: the row after its last one, from its block's first row on. */
  private final LargeArrays.Chars ends = new LargeArrays.Chars();

  private final LargeArrays.Numbers keys;
  private final @Nullable InputKeys ordered;
  private final long[] keyCounts;
  private final long[] keyChecksums;
  private long inputs;

  /** One of states that take just what owes an output. */
  public PerRecordTable(
      Ledger ledger, ExpectedOutputs owed, int keys, int[] laneOfKey, boolean keyInOneLane) {
    this(ledger, owed, null, null, keys, laneOfKey, keyInOneLane);
  }

  /**
   * @param counted the keys whose states a record is taken into; null if those are the keys of its
   *     outputs
   * @param ordered the keys within which outputs have an order that have no place; null for none
   * @param laneOfKey empty if outputs have no place
   * @param keyInOneLane whether all inputs of a key are in one input lane
   */
  public PerRecordTable(
      Ledger ledger,
      ExpectedOutputs owed,
      @Nullable ExpectedOutputs counted,
      @Nullable InputKeys ordered,
      int keys,
      int[] laneOfKey,
      boolean keyInOneLane) {
    super(ledger, laneOfKey, keyInOneLane);
    this.keys = new LargeArrays.Numbers(keys);
    this.ordered = ordered;
    this.keyCounts = new long[keys];
    this.keyChecksums = new long[keys];
    this.firstRecord = new long[ledger.generators()];
    this.records = new long[firstRecord.length];
    for (int g = 0; g < firstRecord.length; g++) {
      firstRecord[g] = ends.size();
      records[g] = ledger.records(g);
      enumerate(g, owed, counted);
    }
  }

  private void enumerate(int generator, ExpectedOutputs owed, @Nullable ExpectedOutputs counted) {
    Rows rows = new Rows(generator);
    IntConsumer outputs = counted == null ? rows : keys::add;
    long blockStart = size();
    // Each generator starts a block of its own, so that a record's place follows from its sequence.
    for (long sequence = 0; sequence < records[generator] || sequence % BLOCK != 0; sequence++) {
      if (sequence % BLOCK == 0) {
        blockStart = size();
        blockStarts.add(blockStart);
      }
      if (sequence < records[generator] && ledger().offset(generator, sequence) >= 0) {
        inputs++;
        rows.sequence = sequence;
        rows.copies = ledger().copies(generator, sequence);
        owed.expected(generator, sequence, outputs);
        if (counted != null) {
          counted.expected(generator, sequence, rows::count);
        }
      }
      if (size() - blockStart > Character.MAX_VALUE) {
        throw new IllegalArgumentException(
            ("record %s and those near it match more than 4,000 rules each, of which no account"
                    + " can be kept; lower workload.selectivity")
                .formatted(sequence));
      }
      ends.add((int) (size() - blockStart));
    }
  }

  /** Takes the keys of one generator's records as outputs that are due. */
  private final class Rows implements IntConsumer {
    private final int generator;
    private long sequence;
    private int copies;

    Rows(int generator) {
      this.generator = generator;
    }

    @Override
    public void accept(int key) {
      keys.add(key);
      count(key);
    }

    void count(int key) {
      keyCounts[key] += copies;
      keyChecksums[key] += copies * RuleState.identityHash(generator, sequence, key);
    }
  }

  /** How many inputs each key counts, each as often as it is stored. */
  long[] keyCounts() {
    return keyCounts;
  }

  /** By key: the sum of {@link RuleState#identityHash} of these inputs, mod 2^64. */
  long[] keyChecksums() {
    return keyChecksums;
  }

  /** The row of an output; {@link Due#NOT_DUE} if there is none. */
  public long row(int generator, long sequence, int key) {
    if (generator >= firstRecord.length || sequence < 0 || sequence >= records[generator]) {
      return Due.NOT_DUE;
    }
    long record = firstRecord[generator] + sequence;
    long block = blockStarts.get(record / BLOCK);
    long end = block + ends.get(record);
    for (long i = record % BLOCK == 0 ? block : block + ends.get(record - 1); i < end; i++) {
      if (keys.get(i) == key) {
        return i;
      }
    }
    return Due.NOT_DUE;
  }

  @Override
  public int chains() {
    return ordered == null ? super.chains() : ordered.count();
  }

  @Override
  protected int chain(long row, long input) {
    return ordered == null
        ? super.chain(row, input)
        : ordered.of().of(RecordId.generator(input), RecordId.sequence(input));
  }

  @Override
  public long size() {
    return keys.size();
  }

  @Override
  public long inputs() {
    return inputs;
  }

  @Override
  public int strands() {
    return firstRecord.length;
  }

  @Override
  public long firstOf(int strand) {
    return strand < firstRecord.length && firstRecord[strand] < ends.size()
        ? blockStarts.get(firstRecord[strand] / BLOCK)
        : size();
  }

  @Override
  public int key(long row) {
    return keys.get(row);
  }

  @Override
  protected long firstGroup(int strand) {
    return firstRecord[strand];
  }

  @Override
  protected long groupOf(long row) {
    long record = (first(0, blockStarts.size(), block -> blockStarts.get(block) > row) - 1) * BLOCK;
    while (end(record) <= row) {
      record++;
    }
    return record;
  }

  @Override
  protected long groupOf(long row, long input) {
    return firstRecord[RecordId.generator(input)] + RecordId.sequence(input);
  }

  /** Whatever looks at all outputs goes this way: a record without an output costs a comparison. */
  @Override
  protected long groupAfter(long group) {
    long record = group + 1;
    int before = record % BLOCK == 0 ? 0 : ends.get(group);
    while (true) {
      char[] part = ends.part(record);
      for (int i = LargeArrays.Chars.place(record); i < part.length; i++, record++) {
        before = i % BLOCK == 0 ? 0 : before;
        if (part[i] != before) {
          return record;
        }
      }
    }
  }

  @Override
  protected long start(long group) {
    return blockStarts.get(group / BLOCK) + (group % BLOCK == 0 ? 0 : ends.get(group - 1));
  }

  @Override
  protected long end(long group) {
    return blockStarts.get(group / BLOCK) + ends.get(group);
  }

  @Override
  protected boolean oneInputPerGroup() {
    return true;
  }

  private int generator(long group) {
    int generator = firstRecord.length - 1;
    while (firstRecord[generator] > group) {
      generator--;
    }
    return generator;
  }

  @Override
  protected long input(long row, long group) {
    int generator = generator(group);
    return RecordId.of(generator, group - firstRecord[generator]);
  }

  @Override
  public long dueMicros(long group) {
    int generator = generator(group);
    return ledger().intendedMicros(generator, group - firstRecord[generator]);
  }
}
