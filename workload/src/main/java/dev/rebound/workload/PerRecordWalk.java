package dev.rebound.workload;

import dev.rebound.workload.due.Chunks;
import dev.rebound.workload.due.Ledger;
import dev.rebound.workload.due.Walk;

/**
 * Walks those records of one generator that have outputs due, in ascending order.
 *
 * <p>Whatever looks at all outputs walks this way: records without an output cost a comparison, and
 * places are counted on instead of being worked out by division for each record.
 */
final class PerRecordWalk implements Walk {
  private static final int BLOCK = PerRecordDue.BLOCK;

  private final PerRecordDue due;
  private final Ledger ledger;
  private final Chunks.Longs blockStarts;
  private final Chunks.Chars ends;
  private final int generator;
  private final int partitions;
  private final boolean inTurn;
  private final long firstRow;
  private final long rows;

  /** Row of the current record; one before the first until {@link #next} was called. */
  private long row;

  private long blockStart;
  private int startInBlock;
  private int endInBlock;
  private int partition;
  private char[] part = new char[0];

  /**
   * @param firstRow of the generator
   * @param rows the row after its last one
   */
  PerRecordWalk(
      PerRecordDue due,
      Ledger ledger,
      Chunks.Longs blockStarts,
      Chunks.Chars ends,
      int generator,
      long firstRow,
      long rows) {
    this.due = due;
    this.ledger = ledger;
    this.blockStarts = blockStarts;
    this.ends = ends;
    this.generator = generator;
    this.partitions = due.inputLanes();
    this.inTurn = due.inTurn();
    this.firstRow = firstRow;
    this.rows = rows;
    this.row = firstRow - 1;
    this.partition = partitions - 1;
  }

  @Override
  public boolean next() {
    long at = row;
    int before = endInBlock;
    int input = partition;
    char[] within = part;
    while (++at < rows) {
      if (++input == partitions) {
        input = 0;
      }
      if (at % BLOCK == 0) {
        blockStart = blockStarts.get(at / BLOCK);
        before = 0;
        within = ends.part(at);
      }
      int end = within[Chunks.Chars.place(at)];
      if (end != before) {
        row = at;
        startInBlock = before;
        endInBlock = end;
        partition = input;
        part = within;
        return true;
      }
    }
    row = rows;
    return false;
  }

  @Override
  public void seek(long index) {
    if (row >= firstRow && index < end()) {
      return;
    }
    long block = Math.max(row, firstRow) / BLOCK;
    long last = (rows - 1) / BLOCK;
    long before = block;
    while (block < last && blockStarts.get(block + 1) <= index) {
      block++;
    }
    if (block > before) {
      row = block * BLOCK - 1;
      partition = (int) ((row - firstRow) % partitions);
    }
    while (row < firstRow || end() <= index) {
      if (!next()) {
        throw new IllegalArgumentException("output " + index + " is not of generator " + generator);
      }
    }
  }

  /** Sequence of the current record. */
  long sequence() {
    return row - firstRow;
  }

  @Override
  public long start() {
    return blockStart + startInBlock;
  }

  @Override
  public long end() {
    return blockStart + endInBlock;
  }

  @Override
  public int inputLane() {
    return inTurn ? partition : due.lane(generator, sequence());
  }

  @Override
  public long inputOffset() {
    return ledger.offset(generator, sequence());
  }

  @Override
  public long dueMicros() {
    return ledger.intendedMicros(generator, sequence());
  }
}
