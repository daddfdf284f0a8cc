package dev.rebound.oracle.keyed;

import dev.rebound.oracle.due.InputKeys;
import dev.rebound.oracle.due.LargeArrays;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.Observation;
import dev.rebound.workload.RecordId;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * The stored inputs of each key in the order in which they lie in its partition, and what an
 * aggregate is after each of them. Memory: 24 bytes per input and 48 per key.
 */
public final class KeyedInputs {
  public static final int BYTES_PER_INPUT = 24;

  private final Aggregate aggregate;
  private final InputKeys.KeyOf keyOf;
  private final Ledger ledger;
  private final boolean floats;
  private final long[][] offsets;
  private final long[][] values;
  private final long[][] sorted;
  private final int[] lanes;
  private final LargeArrays.Bits uncertain = new LargeArrays.Bits();
  private long greatest;
  private boolean negative;

  /**
   * @param keys how many there are
   * @param keyOf the key of an input
   * @param amountOf the amount of a sequence number
   * @param floats whether they are added as floats of 4 bytes
   */
  public KeyedInputs(
      Aggregate aggregate,
      int keys,
      InputKeys.KeyOf keyOf,
      LongUnaryOperator amountOf,
      boolean floats,
      Ledger ledger) {
    this.aggregate = aggregate;
    this.floats = floats;
    this.keyOf = keyOf;
    this.ledger = ledger;
    this.lanes = new int[keys];
    this.values = ledger.inOrderOfOffsets(keys, keyOf);
    this.offsets = new long[keys][];
    this.sorted = new long[keys][];
    for (int key = 0; key < keys; key++) {
      fill(key, amountOf);
    }
    ledger.eachUncertain(
        (generator, sequence) -> {
          int key = keyOf.of(generator, sequence);
          if (key >= 0) {
            uncertain.add(key);
          }
        });
  }

  /** Puts what is due after each input of a key in its place. */
  private void fill(int key, LongUnaryOperator amountOf) {
    long[] its = values[key];
    offsets[key] = ledger.offsets(its);
    for (int i = 0; i < its.length; i++) {
      long sequence = RecordId.sequence(its[i]);
      long weight =
          aggregate.weight(
              amountOf.applyAsLong(sequence), ledger.copies(RecordId.generator(its[i]), sequence));
      greatest = Math.max(greatest, Math.abs(weight));
      negative |= weight < 0;
      lanes[key] = ledger.lane(its[i]);
      its[i] = i == 0 ? weight : aggregate.after(its[i - 1], weight);
    }
    sorted[key] = its.clone();
    Arrays.sort(sorted[key]);
  }

  Aggregate aggregate() {
    return aggregate;
  }

  int keys() {
    return lanes.length;
  }

  /** The key of the input that an output names. */
  int keyOf(Observation seen) {
    return keyOf.of(seen.generator(), seen.sequence());
  }

  /** How many inputs a key has. */
  int count(int key) {
    return offsets[key].length;
  }

  int lane(int key) {
    return lanes[key];
  }

  /** Number of an output's input among those of its key, from 0; negative if it is not stored. */
  int numberOf(Observation seen) {
    long offset = ledger.offset(seen.generator(), seen.sequence());
    return Arrays.binarySearch(offsets[keyOf(seen)], offset);
  }

  long offset(int key, int number) {
    return offsets[key][number];
  }

  /** What is due after a key's input of a number. */
  long after(int key, int number) {
    return values[key][number];
  }

  /** What is due after all inputs of a key that has any. */
  long due(int key) {
    return values[key][values[key].length - 1];
  }

  /**
   * By how much adding a key's inputs as binary floating point may be off from a value: each
   * addition rounds its result, and each amount, by up to 2^−53 (of 4 bytes 2^−24); twice that is
   * allowed. 0 for what is not added.
   *
   * @param single whether the value is a float of 4 bytes
   */
  double sumError(int key, long value, boolean single) {
    int count = count(key);
    if (aggregate != Aggregate.SUM || count == 0) {
      return 0;
    }
    double least = Math.abs((double) sorted[key][0]);
    double most = Math.abs((double) sorted[key][count - 1]);
    double size =
        Math.max(Math.max(least, most), Math.max((double) greatest, Math.abs((double) value)));
    return count * size * (floats || single ? 0x1p-22 : 0x1p-51);
  }

  /**
   * Whether a sum that is right but for {@link #sumError} may lack an input, or hold one twice: the
   * error is as much as the least amount, and the sum is not what a program has that adds one input
   * after the other.
   *
   * @param amounts of inputs
   */
  boolean mayHideOne(int key, long value, boolean single, DecimalAmounts amounts) {
    boolean four = floats || single;
    double least = Double.POSITIVE_INFINITY;
    double sum = 0;
    long before = 0;
    for (long after : values[key]) {
      long amount = after - before;
      least = amount == 0 ? least : Math.min(least, Math.abs((double) amount));
      double its = amounts.about(amount);
      sum = four ? (float) sum + (float) its : sum + its;
      before = after;
    }
    double unit = amounts.about(1);
    // What it is rounded to: the last decimal, and the last bits.
    double near = 0.5 + 2 * (four ? Math.ulp((float) sum) : Math.ulp(sum)) / unit;
    boolean oneByOne = near < least && Math.abs(value - sum / unit) <= near;
    return sumError(key, value, single) >= least && !oneByOne;
  }

  /** True if there is a moment at which a value is right, give or take an error. */
  boolean ever(int key, long value, long error) {
    int place = Arrays.binarySearch(sorted[key], value - error);
    int at = place < 0 ? -1 - place : place;
    return at < sorted[key].length && sorted[key][at] <= value + error;
  }

  /** Number of the last input after which a value is right; −1 if there is none. */
  int last(int key, long value) {
    int number = values[key].length - 1;
    while (number >= 0 && values[key][number] != value) {
      number--;
    }
    return number;
  }

  /**
   * Number of the first input from one on after which a value is right, give or take an error; −1
   * if there is none.
   */
  int next(int key, int from, long value, long error) {
    long[] its = values[key];
    for (int number = from; number < its.length; number++) {
      if (Math.abs(its[number] - value) <= error) {
        return number;
      }
    }
    return -1;
  }

  /**
   * True if a job may have taken inputs of a key that are not known: that the brokers lost later,
   * whose fate is unknown, or that are there twice.
   */
  boolean uncertain(int key) {
    return uncertain.contains(key);
  }

  /** True if a value that is too small does not tell that something is missing. */
  boolean mayShrink() {
    return negative;
  }
}
