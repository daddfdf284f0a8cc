package dev.rebound.oracle.due;

import dev.rebound.workload.RecordId;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The table of what is due: a row for each output, numbered from 0, with the input that it is of,
 * when it is due, and a key, such as a rule or an address.
 *
 * <p>Each row is in one input lane and, if jobs shuffle by key, in the output lane of its key;
 * lanes are judged for themselves. Outputs of one key and one input lane must come in order among
 * themselves: they are one chain. Where outputs may lie on any partition, those on one are.
 *
 * <p>Rows are in groups, each due at one moment: the outputs of a record, or of a window. Groups
 * are in strands, one after the other; within a strand due times do not decrease. For use by one
 * thread.
 */
public abstract class DueTable {
  private static final long STRIDE = 4096;

  private final Ledger ledger;
  private final int[] laneOfKey;
  private final boolean keyInOneLane;

  /**
   * @param laneOfKey the output lane of each key; empty if outputs may be in any partition of the
   *     output topic, and are judged by input lane alone
   * @param keyInOneLane whether all inputs of a key are in one input lane
   */
  protected DueTable(Ledger ledger, int[] laneOfKey, boolean keyInOneLane) {
    this.ledger = ledger;
    this.laneOfKey = laneOfKey;
    this.keyInOneLane = keyInOneLane;
  }

  /** The first number from one on of which something is true that is true of all behind it. */
  public static long first(long from, long until, LongPredicate is) {
    long low = from;
    long high = until;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (is.test(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  public final Ledger ledger() {
    return ledger;
  }

  /** How many rows there are. */
  public abstract long size();

  /** Inputs that are stored, as far as outputs of them may be due, be it none. */
  public abstract long inputs();

  public abstract int strands();

  /** Number of a strand's first row; for the strand after the last, {@link #size}. */
  public abstract long firstOf(int strand);

  /** Key of a row, from 0. */
  public abstract int key(long row);

  /** How many inputs a row stands for. */
  public long inputsOf(long row) {
    return 1;
  }

  /** True of a row that nothing but a closing record brings. */
  public boolean needsClosing(long row) {
    return false;
  }

  /** The input of a row, as {@link RecordId} packs it; the last one where there are several. */
  public final long input(long row) {
    return input(row, groupOf(row));
  }

  /** Where the input of a row is stored, in words. */
  public final String place(long row) {
    long input = input(row);
    return "input partition " + ledger.lane(input) + ", offset " + ledger.offset(input);
  }

  /** Number of a strand's first group. */
  protected abstract long firstGroup(int strand);

  /** The group of a row. */
  protected abstract long groupOf(long row);

  /** {@link #groupOf} where the input is known. */
  protected long groupOf(long row, long input) {
    return groupOf(row);
  }

  /** The next group that has rows; there is one. */
  protected abstract long groupAfter(long group);

  /** Number of a group's first row. */
  protected abstract long start(long group);

  /** Number after a group's last row. */
  protected abstract long end(long group);

  /** True if the rows of a group are of one input; false if each is of another one. */
  protected abstract boolean oneInputPerGroup();

  protected abstract long input(long row, long group);

  /** When a group is due, microseconds since the epoch. */
  public abstract long dueMicros(long group);

  public final int inputLanes() {
    return ledger.lanes();
  }

  /**
   * 0 if outputs may be in any partition of the output topic, and are judged by input lane alone.
   */
  public final int outputLanes() {
    return laneOfKey.length == 0 ? 0 : ledger.lanes();
  }

  /** The output lane that a row belongs in; −1 if there are none. */
  public final int outputLane(long row) {
    return laneOfKey.length == 0 ? -1 : laneOfKey[key(row)];
  }

  /** The output lane that a key belongs in; −1 if there are none, or no such key. */
  public final int laneOf(int key) {
    return key < 0 || key >= laneOfKey.length ? -1 : laneOfKey[key];
  }

  /** How many chains there are; 0 where nothing has an order. */
  public int chains() {
    return keyInOneLane ? laneOfKey.length : Math.multiplyExact(ledger.lanes(), laneOfKey.length);
  }

  /** The chain of a row, from 0; −1 if it has no order. */
  protected int chain(long row, long input) {
    return keyInOneLane ? key(row) : ledger.lane(input) * laneOfKey.length + key(row);
  }

  /** Walks one strand from before its first input. */
  public final DueInputWalk walk(int strand) {
    return new DueInputWalk(this, strand);
  }

  /** A walk that stands at the first input due at a time or later; null if there is none. */
  public final @Nullable DueInputWalk walk(int strand, long micros) {
    long near = firstOf(strand);
    long end = firstOf(strand + 1);
    if (near == end) {
      return null;
    }
    for (long row = near; row < end && dueMicros(groupOf(row)) < micros; row += STRIDE) {
      near = row;
    }
    DueInputWalk walk = walk(strand);
    walk.seek(near);
    while (walk.dueMicros() < micros) {
      if (!walk.next()) {
        return null;
      }
    }
    return walk;
  }
}
