package dev.rebound.analysis.check;

import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.oracle.due.LargeArrays;
import org.jspecify.annotations.Nullable;

/**
 * When each output due appeared first, to a tenth of a millisecond: 8 bytes per output, 10 in a run
 * of more than {@link #NARROW_MICROS}.
 *
 * <p>Times are kept as ticks of 100 µs from a base; a tick of 0 means that it never appeared. What
 * is no time of a run is refused.
 */
public final class FirstTimes {
  /** When an output appeared that never did. */
  public static final long NEVER = Long.MAX_VALUE;

  /** The longest run; what lies further from its base is no time of it. */
  public static final long LONGEST_MICROS = 400L * 86_400 * 1_000_000;

  /** What 32 bits hold, 59 h, and room for what comes late. */
  private static final long NARROW_MICROS = 48L * 3600 * 1_000_000;

  private static final long TICK_MICROS = 100;

  private final long baseMicros;
  private final Ticks appended;
  private final Ticks received;
  private long distinct;
  private long last;

  /**
   * @param baseMicros no later than anything that will be marked
   * @param lengthMicros for how long after that the run goes on, roughly
   */
  public FirstTimes(long outputs, long baseMicros, long lengthMicros) {
    this.baseMicros = baseMicros;
    boolean wide = lengthMicros > NARROW_MICROS;
    this.appended = new Ticks(outputs, wide);
    this.received = new Ticks(outputs, wide);
  }

  /** Ticks by output: 31 bits, or 39. */
  private static final class Ticks {
    private final long most;
    private final LargeArrays.SparseInts low = new LargeArrays.SparseInts();
    private final LargeArrays.@Nullable Bytes high;

    Ticks(long outputs, boolean wide) {
      most = wide ? (1L << 39) - 1 : Integer.MAX_VALUE;
      high = wide ? new LargeArrays.Bytes(outputs) : null;
    }

    long get(long index) {
      long tick = low.get(index);
      return high == null ? tick : (long) high.get(index) << 32 | (tick & 0xFFFFFFFFL);
    }

    void set(long index, long tick) {
      low.set(index, (int) tick);
      if (high != null) {
        high.set(index, (int) (tick >>> 32));
      }
    }
  }

  /** Notes an appearance; true if it is the first of that output. */
  public boolean mark(long index, long appendMillis, long receiptMicros) {
    if (received.get(index) != 0) {
      return false;
    }
    long receipt = tick(receiptMicros, "received");
    long append = tick(appendMillis * 1000, "appended");
    received.set(index, receipt);
    appended.set(index, append);
    last = Math.max(last, Math.max(receipt, append));
    distinct++;
    return true;
  }

  private long tick(long micros, String what) {
    long tick = Math.max(1, (micros - baseMicros) / TICK_MICROS + 1);
    if (tick > appended.most || micros - baseMicros > LONGEST_MICROS) {
      throw ReboundException.badInput(
          Words.text(
              "an output was %s %.1f h after the load began, which is no time of this run",
              what, (micros - baseMicros) / 3.6e9),
          "Set the clocks of brokers and readers, and run it again.");
    }
    return tick;
  }

  public boolean seen(long index) {
    return received.get(index) != 0;
  }

  /**
   * The first output from a number on that has not appeared; {@code until} if all before it have.
   */
  public long nextUnseen(long from, long until) {
    long index = from;
    while (index < until && received.get(index) != 0) {
      index++;
    }
    return index;
  }

  /** Outputs that appeared at least once. */
  public long distinct() {
    return distinct;
  }

  /** The latest of all times, microseconds since the epoch; the base if there is none. */
  public long lastMicros() {
    return baseMicros + Math.max(0, last - 1) * TICK_MICROS;
  }

  /** Append time of the first appearance, microseconds since the epoch; {@link #NEVER}. */
  public long appendMicros(long index) {
    return micros(appended.get(index));
  }

  /** Receipt of the first appearance, microseconds since the epoch; {@link #NEVER}. */
  public long receiptMicros(long index) {
    return micros(received.get(index));
  }

  private long micros(long tick) {
    return tick == 0 ? NEVER : baseMicros + (tick - 1) * TICK_MICROS;
  }
}
