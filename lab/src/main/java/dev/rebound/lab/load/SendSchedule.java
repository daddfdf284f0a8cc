package dev.rebound.lab.load;

import java.util.function.LongToDoubleFunction;

/**
 * The fixed schedule of an open-loop generator, and who is to blame when a record goes out late; or
 * none, flat out.
 *
 * <p>Record n is intended for start + n / rate whatever happened before it, or as much earlier or
 * later as a workload spreads its records. Lateness has two causes. <i>Blocked</i>: the producer
 * had no room or no broker to send to; that is the latency of the system under test. <i>Slip</i>:
 * the generator itself was late, so its machine is too small or too busy. Time blocked excuses as
 * much lateness as it caused, until the generator has caught up.
 *
 * <p>Flat out a record is intended for when it is handed over, never before the one before it and
 * never before the start; nothing is late.
 *
 * <p>Pure: the caller brings the time. For use by one thread; times are microseconds since the
 * epoch.
 */
public final class SendSchedule {
  private final long startMicros;
  private final double ratePerSecond;
  private final LongToDoubleFunction turns;
  private final int unevenOver;
  private long end;
  private long excusedMicros;
  private long handedMicros;

  /**
   * @param ratePerSecond infinite to send flat out
   * @param records how many in all; {@link Long#MAX_VALUE} for no limit
   */
  public SendSchedule(long startMicros, double ratePerSecond, long records) {
    this(startMicros, ratePerSecond, records, n -> (double) n, 0);
  }

  /**
   * The same for records that are not spread evenly.
   *
   * @param turns when record n is due, in records at an even rate
   * @param unevenOver by less than so many records this is off from n
   */
  SendSchedule(
      long startMicros,
      double ratePerSecond,
      long records,
      LongToDoubleFunction turns,
      int unevenOver) {
    this.startMicros = startMicros;
    this.turns = turns;
    this.unevenOver = unevenOver;
    this.ratePerSecond = ratePerSecond;
    this.end = records;
    this.handedMicros = startMicros;
  }

  public boolean flatOut() {
    return Double.isInfinite(ratePerSecond);
  }

  /** When record n is to be sent; flat out this is {@code nowMicros}, if the clock is not set. */
  public long intendedMicros(long n, long nowMicros) {
    if (flatOut()) {
      handedMicros = Math.max(handedMicros, nowMicros);
      return handedMicros;
    }
    return startMicros + (long) (turns.applyAsDouble(n) * 1e6 / ratePerSecond);
  }

  /** How many records are due by now, those already sent included; never more than there are. */
  public long due(long nowMicros) {
    if (nowMicros < startMicros) {
      return 0;
    }
    if (flatOut()) {
      return end;
    }
    long n = (long) ((nowMicros - startMicros) * ratePerSecond / 1e6) + 1;
    if (unevenOver > 0) {
      return Math.min(uneven(n, nowMicros), end);
    }
    // The product may be off by one from the times that intendedMicros gives.
    while (n > 0 && intendedMicros(n - 1, nowMicros) > nowMicros) {
      n--;
    }
    return Math.min(n, end);
  }

  /** How many records that are not spread evenly are due, near as many as at an even rate. */
  private long uneven(long near, long nowMicros) {
    long low = Math.max(0, near - unevenOver);
    long high = near + unevenOver;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (intendedMicros(middle, nowMicros) <= nowMicros) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Number of records in all. */
  public long end() {
    return end;
  }

  /**
   * Ends the schedule: nothing is due after this time. Records that were due before it still are,
   * except flat out, where nothing more is.
   *
   * @param sent number of records sent so far
   */
  public void endAt(long nowMicros, long sent) {
    end = Math.min(end, flatOut() ? sent : Math.max(sent, due(nowMicros)));
  }

  /** Takes note of time spent blocked. */
  public void blocked(long micros) {
    excusedMicros += micros;
  }

  /** How late record n goes out by the generator's own fault, if it goes out now. */
  public long slipMicros(long n, long nowMicros) {
    long late = Math.max(0, nowMicros - intendedMicros(n, nowMicros));
    excusedMicros = Math.min(excusedMicros, late);
    return late - excusedMicros;
  }
}
