package dev.rebound.analysis.recovery.offsets;

import dev.rebound.analysis.units.Bisection;
import dev.rebound.oracle.due.Ledger;
import java.util.Arrays;

/**
 * The inputs of a stretch of time by lane and offset: since when the oldest one from an offset on
 * has been due. 12 bytes per record of the stretch, however many others lie between them in the
 * topic.
 */
public final class PendingInputs {
  /** Nothing of a lane is due from an offset on. */
  public static final long NOTHING = Long.MAX_VALUE;

  private static final int MICROS = 1000;

  private final long fromMicros;
  private final long[][] offsets;
  private final int[][] oldest;

  /**
   * @param fromMicros what was due before is not known of
   */
  public PendingInputs(Ledger ledger, long fromMicros, long untilMicros) {
    this.fromMicros = fromMicros;
    int[] counts = new int[ledger.lanes()];
    each(ledger, untilMicros, (lane, offset, due) -> counts[lane]++);
    this.offsets = new long[counts.length][];
    this.oldest = new int[counts.length][];
    for (int lane = 0; lane < counts.length; lane++) {
      offsets[lane] = new long[counts[lane]];
      oldest[lane] = new int[counts[lane]];
      Arrays.fill(oldest[lane], Integer.MAX_VALUE);
    }
    each(ledger, untilMicros, (lane, offset, due) -> offsets[lane][--counts[lane]] = offset);
    for (long[] lane : offsets) {
      Arrays.sort(lane);
    }
    each(
        ledger,
        untilMicros,
        (lane, offset, due) -> {
          int place = Arrays.binarySearch(offsets[lane], offset);
          oldest[lane][place] = Math.min(oldest[lane][place], (int) ((due - fromMicros) / MICROS));
        });
    for (int[] lane : oldest) {
      for (int i = lane.length - 2; i >= 0; i--) {
        lane[i] = Math.min(lane[i], lane[i + 1]);
      }
    }
  }

  /** Takes a stored input. */
  private interface InputSink {
    void take(int lane, long offset, long dueMicros);
  }

  private void each(Ledger ledger, long untilMicros, InputSink sink) {
    for (int generator = 0; generator < ledger.generators(); generator++) {
      for (long n = from(ledger, generator); n < ledger.records(generator); n++) {
        long due = ledger.intendedMicros(generator, n);
        if (due >= untilMicros) {
          break;
        }
        long offset = ledger.offset(generator, n);
        if (offset >= 0) {
          sink.take(ledger.lane(generator, n), offset, due);
        }
      }
    }
  }

  /** The first input of a generator that was due in the stretch. */
  private long from(Ledger ledger, int generator) {
    return Bisection.first(
        0, ledger.records(generator), n -> ledger.intendedMicros(generator, n) >= fromMicros);
  }

  /** How many inputs of a lane were due. */
  public int count(int lane) {
    return offsets[lane].length;
  }

  /** True if something of the lane may have been due before the stretch and not be done yet. */
  public boolean isOlder(int lane, long offset) {
    return count(lane) > 0 && offset < offsets[lane][0];
  }

  /**
   * Since when the oldest input of a lane from an offset on has been due, microseconds; {@link
   * #NOTHING} if none is.
   */
  public long oldestMicros(int lane, long offset) {
    int found = Arrays.binarySearch(offsets[lane], offset);
    int place = found < 0 ? -found - 1 : found;
    return place == count(lane) ? NOTHING : fromMicros + (long) oldest[lane][place] * MICROS;
  }
}
