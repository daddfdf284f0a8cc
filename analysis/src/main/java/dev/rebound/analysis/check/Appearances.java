package dev.rebound.analysis.check;

import dev.rebound.workload.due.Chunks;

/** Which of the outputs due have appeared to one reader. */
public interface Appearances {
  /** Notes an appearance; true if it is the first of that output. */
  boolean mark(long index, long appendMillis, long receiptMicros);

  boolean seen(long index);

  /**
   * The first output from a number on that has not appeared; {@code until} if all before it have.
   */
  long nextUnseen(long from, long until);

  /** Outputs that appeared at least once. */
  long distinct();

  /** Keeps no times: one bit per output. */
  static Appearances withoutTimes() {
    Chunks.Bits bits = new Chunks.Bits();
    return new Appearances() {
      private long distinct;

      @Override
      public boolean mark(long index, long appendMillis, long receiptMicros) {
        boolean first = bits.add(index);
        distinct += first ? 1 : 0;
        return first;
      }

      @Override
      public boolean seen(long index) {
        return bits.contains(index);
      }

      @Override
      public long nextUnseen(long from, long until) {
        long index = from;
        while (index < until && bits.contains(index)) {
          index++;
        }
        return index;
      }

      @Override
      public long distinct() {
        return distinct;
      }
    };
  }
}
