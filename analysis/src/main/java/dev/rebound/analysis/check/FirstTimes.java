package dev.rebound.analysis.check;

import dev.rebound.workload.due.Chunks;

/**
 * When each output due appeared first, to a tenth of a millisecond: 8 bytes per output.
 *
 * <p>Times are kept as ticks of 100 µs from a base; a tick of 0 means that it never appeared. A run
 * may last 59 hours.
 */
public final class FirstTimes implements Appearances {
  /** When an output appeared that never did. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final long TICK_MICROS = 100;

  private final long baseMicros;
  private final Chunks.Ints appended;
  private final Chunks.Ints received;
  private long distinct;
  private int last;

  /**
   * @param baseMicros no later than anything that will be marked
   */
  public FirstTimes(long outputs, long baseMicros) {
    this.baseMicros = baseMicros;
    this.appended = new Chunks.Ints(outputs);
    this.received = new Chunks.Ints(outputs);
  }

  @Override
  public boolean mark(long index, long appendMillis, long receiptMicros) {
    if (received.get(index) != 0) {
      return false;
    }
    int receipt = tick(receiptMicros);
    int append = tick(appendMillis * 1000);
    received.set(index, receipt);
    appended.set(index, append);
    last = Math.max(last, Math.max(receipt, append));
    distinct++;
    return true;
  }

  private int tick(long micros) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, (micros - baseMicros) / TICK_MICROS + 1));
  }

  @Override
  public boolean seen(long index) {
    return received.get(index) != 0;
  }

  @Override
  public long nextUnseen(long from, long until) {
    long index = from;
    while (index < until && received.get(index) != 0) {
      index++;
    }
    return index;
  }

  @Override
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

  private long micros(int tick) {
    return tick == 0 ? NEVER : baseMicros + (tick - 1) * TICK_MICROS;
  }
}
