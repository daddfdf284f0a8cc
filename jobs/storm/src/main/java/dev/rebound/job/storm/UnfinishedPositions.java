package dev.rebound.job.storm;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * The positions of one lane: what was emitted and is not acknowledged, what is to be emitted again,
 * and how far all is done. For use by one thread.
 */
final class UnfinishedPositions {
  /** No position. */
  static final long NONE = -1;

  private final long length;
  private final Deque<Long> failed = new ArrayDeque<>();
  private final BitSet acknowledged = new BitSet();
  private long next;

  /** The first position that is not known to be done; bit 0 of {@link #acknowledged}. */
  private long done;

  /**
   * @param from the first position to emit
   */
  UnfinishedPositions(long from, long length) {
    this.next = from;
    this.done = from;
    this.length = length;
  }

  /** The position to emit now: one that failed first; {@link #NONE} if there is none. */
  long take() {
    Long again = failed.poll();
    if (again != null) {
      return again;
    }
    return next < length ? next++ : NONE;
  }

  /** What was emitted is done. */
  void acknowledge(long position) {
    if (position < done) {
      return;
    }
    acknowledged.set(Math.toIntExact(position - done));
    int all = acknowledged.nextClearBit(0);
    if (all == acknowledged.length() || all >= SHIFT) {
      done += all;
      BitSet rest = acknowledged.get(all, Math.max(all, acknowledged.length()));
      acknowledged.clear();
      acknowledged.or(rest);
    }
  }

  /** So many positions are let go of at once. */
  private static final int SHIFT = 256;

  /** What was emitted is to be emitted again. */
  void fail(long position) {
    failed.add(position);
  }

  /** All below this position is done. */
  long done() {
    return done + acknowledged.nextClearBit(0);
  }

  /** All below this position was emitted. */
  long emitted() {
    return next;
  }
}
