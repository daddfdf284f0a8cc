package dev.rebound.oracle.due;

import dev.rebound.workload.RecordId;

/**
 * Walks the inputs of one strand that have outputs due, in the order of time. For use by one
 * thread.
 */
public final class DueInputWalk {
  /** How far an output is looked for one by one. */
  private static final int NEAR = 16;

  private final DueTable table;
  private final boolean oneInputPerGroup;
  private final int strand;
  private final long first;
  private final long until;
  private long group;
  private long groupEnd;
  private long start;
  private long end;

  DueInputWalk(DueTable table, int strand) {
    this.table = table;
    this.oneInputPerGroup = table.oneInputPerGroup();
    this.strand = strand;
    this.first = table.firstOf(strand);
    this.until = table.firstOf(strand + 1);
    this.group = table.firstGroup(strand) - 1;
    this.groupEnd = first;
    this.start = first;
    this.end = first;
  }

  /** Moves to the next input; false if there is none. */
  public boolean next() {
    start = end;
    if (end == until) {
      return false;
    }
    if (end == groupEnd) {
      group = table.groupAfter(group);
      groupEnd = table.end(group);
    }
    end = oneInputPerGroup ? groupEnd : end + 1;
    return true;
  }

  /**
   * Moves to the input of an output. Throws {@link IllegalArgumentException} if the output is not
   * of this strand.
   */
  public void seek(long row) {
    if (row < first || row >= until) {
      throw new IllegalArgumentException("output " + row + " is not of strand " + strand);
    }
    for (int i = 0; i < NEAR && row >= end; i++) {
      next();
    }
    if (row < start || row >= end) {
      group = table.groupOf(row);
      groupEnd = table.end(group);
      start = oneInputPerGroup ? table.start(group) : row;
      end = oneInputPerGroup ? groupEnd : row + 1;
    }
  }

  /** Number of the current input's first output. */
  public long start() {
    return start;
  }

  /** Number after the current input's last output. */
  public long end() {
    return end;
  }

  /** The current input, as {@link RecordId} packs it. */
  public long input() {
    return table.input(start, group);
  }

  public int inputLane() {
    return table.ledger().lane(input());
  }

  /** Offset of the current input in its lane. */
  public long inputOffset() {
    return table.ledger().offset(input());
  }

  /** When the outputs of the current input are due, microseconds since the epoch. */
  public long dueMicros() {
    return table.dueMicros(group);
  }
}
