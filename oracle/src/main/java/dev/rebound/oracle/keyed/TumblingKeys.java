package dev.rebound.oracle.keyed;

import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.sample.Sample;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Windows of one length that follow one another from 1970 on, each of the inputs of a key by their
 * times. Each window of a key that holds an input has a number of its own. Memory: 8 bytes per
 * window.
 */
public final class TumblingKeys {
  /** What a window takes in all, states included; there are no more of them than inputs. */
  public static final int BYTES_PER_WINDOW = 136;

  private final Sample sample;
  private final long sizeMicros;
  private final Ledger ledger;

  /** Window times the number of keys, plus the key; ascending. */
  private final long[] codes;

  /** Windows that end later need not be closed when the load ends. */
  private final long closedMicros;

  /** Where that would be if no partition were slower than the others. */
  private final long aheadMicros;

  /**
   * @param outOfOrderMicros how far the times of records may be out of order before a job passes
   *     them over
   */
  public TumblingKeys(Sample sample, long sizeMicros, long outOfOrderMicros, Ledger ledger) {
    this.sample = sample;
    this.sizeMicros = sizeMicros;
    this.ledger = ledger;
    int[] count = new int[1];
    ledger.eachStored((generator, sequence) -> count[0]++);
    long[] all = new long[count[0]];
    long[] last = new long[ledger.lanes()];
    Arrays.fill(last, Long.MIN_VALUE);
    ledger.eachStored(
        (generator, sequence) -> {
          all[--count[0]] = code(generator, sequence);
          int lane = ledger.lane(generator, sequence);
          last[lane] = Math.max(last[lane], micros(generator, sequence));
        });
    Arrays.sort(all);
    this.codes = Arrays.stream(all).distinct().toArray();
    // The slowest partition decides, and one window more is allowed for.
    long slack = outOfOrderMicros + sizeMicros;
    long[] read = Arrays.stream(last).filter(micros -> micros != Long.MIN_VALUE).toArray();
    this.closedMicros = Arrays.stream(read).min().orElse(0) - slack;
    this.aheadMicros = Arrays.stream(read).max().orElse(0) - slack;
  }

  private long micros(int generator, long sequence) {
    return sample.sentMicros(sequence, ledger.intendedMicros(generator, sequence));
  }

  /** The window of a time, microseconds since the epoch. */
  public static long window(long micros, long sizeMicros) {
    return Math.floorDiv(micros, sizeMicros);
  }

  private long code(int generator, long sequence) {
    return joined(sample.keyNumber(sequence), window(micros(generator, sequence), sizeMicros));
  }

  private long joined(int key, long window) {
    return window * sample.keys().size() + key;
  }

  /** How many there are, and one for those that hold no input. */
  public int count() {
    return codes.length + 1;
  }

  /** Number of the window that an input is in. */
  public int of(int generator, long sequence) {
    return number(code(generator, sequence));
  }

  /** Number of a window of a key. */
  public int ofKey(int key, long window) {
    return number(joined(key, window));
  }

  private int number(long code) {
    int number = Arrays.binarySearch(codes, code);
    return number < 0 ? codes.length : number;
  }

  /** True if a job need not have closed a window. */
  public boolean open(int number) {
    return number < codes.length && end(number) > closedMicros;
  }

  private long end(int number) {
    return (codes[number] / sample.keys().size() + 1) * sizeMicros;
  }

  /**
   * Why windows that are missing or stale are not found, a sentence; null if those that lie at the
   * end alone are not.
   */
  @Nullable String unjudged() {
    int open = 0;
    int heldOpen = 0;
    for (int number = 0; number < codes.length; number++) {
      open += open(number) ? 1 : 0;
      heldOpen += open(number) && end(number) + sizeMicros <= aheadMicros ? 1 : 0;
    }
    return codes.length > 0 && open == codes.length
        ? "no window was over before the newest record of the slowest partition, so that none had to"
            + " be closed"
        : heldOpen > 0
            ? ("%s of %s windows need not have been closed, as a partition had no newer record:"
                    + " whether they are whole is not known")
                .formatted(heldOpen, codes.length)
            : null;
  }

  /** A key and its window, in words. */
  public String name(int number) {
    if (number == codes.length) {
      return "in a window without inputs";
    }
    int keys = sample.keys().size();
    return "%s from %s on"
        .formatted(
            sample.keys().get((int) (codes[number] % keys)),
            Instant.EPOCH.plus(codes[number] / keys * sizeMicros, ChronoUnit.MICROS));
  }
}
