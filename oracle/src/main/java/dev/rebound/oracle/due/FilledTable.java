package dev.rebound.oracle.due;

import dev.rebound.workload.RecordId;
import java.util.function.LongConsumer;

/**
 * A table that is filled, strand by strand, group by group, input by input; either each input of a
 * group is a row, or each group. Memory: 12 bytes per input that is added, 16 bytes per group, and
 * 2 bytes per row for its key (4 from 65,537 keys on). Up to 2^31 inputs.
 */
public final class FilledTable extends DueTable {
  private final boolean gathered;
  private final long[] firstRecord;

  /** Number + 1 of each input as it was added first, by its place among all that were sent. */
  private final LargeArrays.SparseInts numbers = new LargeArrays.SparseInts();

  private final LargeArrays.Longs added = new LargeArrays.Longs();
  private final LargeArrays.Numbers keys;

  /** By group: number of its first input. */
  private final LargeArrays.Longs starts = new LargeArrays.Longs();

  private final LargeArrays.Longs dueMicros = new LargeArrays.Longs();

  /** By strand: number of its first group. */
  private final LargeArrays.Longs strands = new LargeArrays.Longs();

  private long strandMicros = Long.MIN_VALUE;
  private long closing = Long.MAX_VALUE;
  private long inputs;

  private FilledTable(Ledger ledger, int[] laneOfKey, boolean keyInOneLane, boolean gathered) {
    super(ledger, laneOfKey, keyInOneLane);
    this.gathered = gathered;
    this.keys = new LargeArrays.Numbers(laneOfKey.length);
    this.firstRecord = new long[ledger.generators() + 1];
    for (int g = 0; g < ledger.generators(); g++) {
      firstRecord[g + 1] = firstRecord[g] + ledger.records(g);
    }
  }

  /** One with a row for each input of a group; see {@link DueTable#DueTable}. */
  public static FilledTable perInput(Ledger ledger, int[] laneOfKey, boolean keyInOneLane) {
    return new FilledTable(ledger, laneOfKey, keyInOneLane, false);
  }

  /** One with a row for each group; see {@link DueTable#DueTable}. */
  public static FilledTable perGroup(Ledger ledger, int[] laneOfKey, boolean keyInOneLane) {
    return new FilledTable(ledger, laneOfKey, keyInOneLane, true);
  }

  /** Begins a strand. Every group that there is has an input by then. */
  public void strand() {
    requireInput();
    strands.add(starts.size());
    strandMicros = Long.MIN_VALUE;
  }

  /** Begins the last strand: what only a closing record brings. */
  public void closing() {
    strand();
    closing = starts.size();
  }

  /**
   * Begins a group. The one before has an input by then.
   *
   * @param micros when it is due; or with the group before, if that is due later
   */
  public void group(long micros) {
    requireInput();
    starts.add(added.size());
    strandMicros = Math.max(strandMicros, micros);
    dueMicros.add(strandMicros);
  }

  private void requireInput() {
    if (starts.size() > 0 && starts.get(starts.size() - 1) == added.size()) {
      throw new IllegalStateException("group " + (starts.size() - 1) + " has no input");
    }
  }

  /** Adds an input to the group. */
  public void add(int generator, long sequence, int key) {
    if (!gathered || starts.get(starts.size() - 1) == added.size()) {
      keys.add(key);
    }
    added.add(RecordId.of(generator, sequence));
    long record = firstRecord[generator] + sequence;
    if (numbers.get(record) == 0) {
      numbers.set(record, Math.toIntExact(added.size()));
      inputs++;
    }
  }

  /** The row in which an input was added first, where each is one; −1 if it was not. */
  public long row(int generator, long sequence) {
    return numbers.get(firstRecord[generator] + sequence) - 1L;
  }

  /** {@link Due#find} where each input is a row, and an output has its identity and its key. */
  public long find(Observation seen) {
    int generator = seen.generator();
    long sequence = seen.sequence();
    if (generator >= ledger().generators()
        || sequence < 0
        || sequence >= ledger().records(generator)) {
      return Due.NOT_DUE;
    }
    long row = row(generator, sequence);
    if (row < 0) {
      return Due.without(ledger().fate(generator, sequence));
    }
    return key(row) == seen.key() ? row : Due.NOT_DUE;
  }

  @Override
  public long size() {
    return gathered ? starts.size() : added.size();
  }

  @Override
  public long inputs() {
    return inputs;
  }

  @Override
  public int strands() {
    return Math.toIntExact(strands.size());
  }

  @Override
  public long firstOf(int strand) {
    long group = firstGroup(strand);
    return group < starts.size() ? start(group) : size();
  }

  @Override
  public int key(long row) {
    return keys.get(row);
  }

  @Override
  public long inputsOf(long row) {
    return gathered ? lastInput(row) - starts.get(row) : 1;
  }

  @Override
  public boolean needsClosing(long row) {
    return groupOf(row) >= closing;
  }

  /** How many groups there are. */
  public int groups() {
    return Math.toIntExact(starts.size());
  }

  /** How many there are of which no closing record is needed. */
  public int groupsInLoad() {
    return (int) Math.min(closing, starts.size());
  }

  @Override
  protected long firstGroup(int strand) {
    return strand < strands.size() ? strands.get(strand) : starts.size();
  }

  @Override
  public long groupOf(long row) {
    return gathered ? row : first(0, starts.size(), group -> starts.get(group) > row) - 1;
  }

  @Override
  protected long groupAfter(long group) {
    return group + 1;
  }

  @Override
  public long start(long group) {
    return gathered ? group : starts.get(group);
  }

  @Override
  public long end(long group) {
    return gathered ? group + 1 : lastInput(group);
  }

  private long lastInput(long group) {
    return group + 1 < starts.size() ? starts.get(group + 1) : added.size();
  }

  @Override
  protected boolean oneInputPerGroup() {
    return false;
  }

  @Override
  protected long input(long row, long group) {
    return added.get(gathered ? lastInput(row) - 1 : row);
  }

  @Override
  public long dueMicros(long group) {
    return dueMicros.get(group);
  }

  /** Gives the inputs of a group, in the order in which they were added. */
  public void eachInput(long group, LongConsumer sink) {
    for (long i = starts.get(group); i < lastInput(group); i++) {
      sink.accept(added.get(i));
    }
  }

  /** When the oldest input of a group was to be sent, microseconds since the epoch. */
  public long oldestMicros(long group) {
    long oldest = Long.MAX_VALUE;
    for (long i = starts.get(group); i < lastInput(group); i++) {
      oldest = Math.min(oldest, ledger().intendedMicros(added.get(i)));
    }
    return oldest;
  }

  /** When the newest input of a group was to be sent, microseconds since the epoch. */
  public long newestMicros(long group) {
    long newest = Long.MIN_VALUE;
    for (long i = starts.get(group); i < lastInput(group); i++) {
      newest = Math.max(newest, ledger().intendedMicros(added.get(i)));
    }
    return newest;
  }
}
