package dev.rebound.analysis.recovery.offsets;

import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.oracle.due.Ledger;

/** Whether inputs were meant to be sent at one rate, or in bursts and with gaps. */
public final class LoadRhythm {
  private static final long SECOND_MICROS = 1_000_000;
  private static final int PARTS_MAX = 100_000;

  /** A part of the load that differs from the mean by a tenth is another rate. */
  private static final double SHARE = 0.1;

  private static final int FEW = 5;

  private LoadRhythm() {}

  /** True if all parts of the load, a second or longer, have about as many inputs. */
  public static boolean even(Ledger ledger, TimeRange load) {
    long length = load.endMicros() - load.startMicros();
    long part = Math.max(SECOND_MICROS, length / PARTS_MAX);
    int[] counts = new int[(int) (length / part) + 1];
    for (int generator = 0; generator < ledger.generators(); generator++) {
      for (long n = 0; n < ledger.records(generator); n++) {
        long at = ledger.intendedMicros(generator, n) - load.startMicros();
        if (at >= 0 && at <= length) {
          counts[(int) (at / part)]++;
        }
      }
    }
    // The last part is cut off.
    long sum = 0;
    for (int i = 0; i < counts.length - 1; i++) {
      sum += counts[i];
    }
    double mean = (double) sum / Math.max(1, counts.length - 1);
    for (int i = 0; i < counts.length - 1; i++) {
      if (Math.abs(counts[i] - mean) > SHARE * mean + FEW) {
        return false;
      }
    }
    return true;
  }
}
