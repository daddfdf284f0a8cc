package dev.rebound.oracle.due;

import dev.rebound.workload.RecordId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The fate of every input, by generator and sequence number. For use by one thread.
 *
 * <p>An input is stored if its send was acknowledged and the topic holds it, or if its fate was
 * found by reading the topic.
 */
public interface Ledger {
  /** No input. */
  long NONE = -1;

  /** The fate of an input. */
  enum Fate {
    STORED,
    /** Not sent, or the producer gave up on it, and it is not there. */
    NOT_STORED,
    /** Handed to the producer, which never said what became of it, and not found. */
    UNKNOWN,
    /** Acknowledged, and not there. */
    LOST
  }

  /** One more than the greatest generator number. */
  int generators();

  /** Inputs of a generator, up to the last one that was handed to the producer. */
  long records(int generator);

  /** Partitions of the input topic, and of every other topic of the job. */
  int lanes();

  /** Partition of the input topic that an input is sent to. */
  int lane(int generator, long sequence);

  /** True if there is an account of an input, whatever became of it. */
  boolean knows(int generator, long sequence);

  Fate fate(int generator, long sequence);

  /**
   * True if the brokers would not take an input: the producer gave up on it, and it was not found
   * in its topic. Nothing is due of it.
   */
  default boolean refused(int generator, long sequence) {
    return false;
  }

  /** How many times the input topic holds a stored input. */
  default int copies(int generator, long sequence) {
    return 1;
  }

  /**
   * True if nobody knows whether, or how often, a job took an input: it was lost by the brokers, or
   * is there twice, or its fate is unknown.
   */
  default boolean uncertain(int generator, long sequence) {
    return mayHaveBeenTaken(generator, sequence) || copies(generator, sequence) > 1;
  }

  /**
   * True if a job may have taken an input that its topic does not hold: it was lost by the brokers,
   * or its fate is unknown.
   */
  default boolean mayHaveBeenTaken(int generator, long sequence) {
    Fate fate = fate(generator, sequence);
    return fate == Fate.LOST || fate == Fate.UNKNOWN;
  }

  /** Offset of an input in its lane; −1 if it is not stored. */
  long offset(int generator, long sequence);

  /**
   * When an input was to be sent, microseconds since the epoch; where the load kept to no schedule,
   * when it was sent.
   */
  long intendedMicros(int generator, long sequence);

  /** True if {@link #intendedMicros} is what the id of an input says. */
  default boolean knowsTimes(int generator) {
    return true;
  }

  /**
   * True if the id of an output says another time than its input was sent with: it is of another
   * run.
   */
  default boolean ofAnotherTime(Observation seen) {
    return seen.timeDigest() != 0
        && knows(seen.generator(), seen.sequence())
        && knowsTimes(seen.generator())
        && seen.timeDigest()
            != Observation.digest(intendedMicros(seen.generator(), seen.sequence()));
  }

  default int lane(long input) {
    return lane(RecordId.generator(input), RecordId.sequence(input));
  }

  default long offset(long input) {
    return offset(RecordId.generator(input), RecordId.sequence(input));
  }

  default long intendedMicros(long input) {
    return intendedMicros(RecordId.generator(input), RecordId.sequence(input));
  }

  /** The input whose generator and sequence number an output has; {@link #NONE} without any. */
  default long named(Observation seen) {
    return knows(seen.generator(), seen.sequence())
        ? RecordId.of(seen.generator(), seen.sequence())
        : NONE;
  }

  /**
   * What belongs to offsets, in the order of these: several generators send each in an order of its
   * own.
   */
  static long[] byOffset(long[] offsets, long[] values) {
    boolean inOrder = true;
    for (int i = 1; i < offsets.length; i++) {
      inOrder &= offsets[i - 1] <= offsets[i];
    }
    if (inOrder) {
      return values;
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(offsets.length);
    if (Arrays.stream(offsets).allMatch(at -> at >= 0 && at >>> (Long.SIZE - 1 - bits) == 0)) {
      // Place behind offset in one number: millions of them are sorted without an object for each.
      long[] order = new long[offsets.length];
      Arrays.setAll(order, i -> (offsets[i] << bits) | i);
      Arrays.sort(order);
      Arrays.setAll(order, i -> values[(int) (order[i] & ((1L << bits) - 1))]);
      return order;
    }
    Integer[] places = new Integer[offsets.length];
    Arrays.setAll(places, i -> i);
    Arrays.sort(places, Comparator.comparingLong(i -> offsets[i]));
    return Arrays.stream(places).mapToLong(i -> values[i]).toArray();
  }

  /** Takes an input. */
  @FunctionalInterface
  interface Sink {
    void take(int generator, long sequence);
  }

  /** Gives all inputs that are stored, those of a generator after those of the one before. */
  default void eachStored(Sink sink) {
    for (int g = 0; g < generators(); g++) {
      for (long n = 0; n < records(g); n++) {
        if (offset(g, n) >= 0) {
          sink.take(g, n);
        }
      }
    }
  }

  /**
   * The inputs of each key that are stored, in the order of their offsets.
   *
   * @param keys how many there are
   * @param keyOf the key of an input; −1 for one that is left out
   */
  default long[][] inOrderOfOffsets(int keys, InputKeys.KeyOf keyOf) {
    int[] left = new int[keys];
    eachStored(
        (generator, sequence) -> {
          int key = keyOf.of(generator, sequence);
          if (key >= 0) {
            left[key]++;
          }
        });
    long[][] inputs = new long[keys][];
    Arrays.setAll(inputs, key -> new long[left[key]]);
    eachStored(
        (generator, sequence) -> {
          int key = keyOf.of(generator, sequence);
          if (key >= 0) {
            inputs[key][inputs[key].length - left[key]--] = RecordId.of(generator, sequence);
          }
        });
    for (int key = 0; key < keys; key++) {
      inputs[key] = byOffset(offsets(inputs[key]), inputs[key]);
    }
    return inputs;
  }

  /** The offsets of inputs. */
  default long[] offsets(long[] inputs) {
    return Arrays.stream(inputs).map(this::offset).toArray();
  }

  /** Gives all inputs of which nobody knows whether, or how often, a job took them. */
  default void eachUncertain(Sink sink) {
    for (int g = 0; g < generators(); g++) {
      for (long n = 0; n < records(g); n++) {
        if (uncertain(g, n)) {
          sink.take(g, n);
        }
      }
    }
  }

  /** Gives all inputs that are stored, in the order in which they were to be sent. */
  default void eachInOrderOfTimes(Sink sink) {
    long[] next = new long[generators()];
    while (true) {
      int first = -1;
      long least = Long.MAX_VALUE;
      for (int g = 0; g < next.length; g++) {
        while (next[g] < records(g) && offset(g, next[g]) < 0) {
          next[g]++;
        }
        if (next[g] < records(g) && intendedMicros(g, next[g]) < least) {
          least = intendedMicros(g, next[g]);
          first = g;
        }
      }
      if (first < 0) {
        return;
      }
      sink.take(first, next[first]++);
    }
  }

  /**
   * An input in words.
   *
   * @param more what else is to be said of it
   */
  default String describe(int generator, long sequence, String more) {
    String input = "generator " + generator + ", sequence " + sequence + more;
    if (!knows(generator, sequence)) {
      return input;
    }
    long offset = offset(generator, sequence);
    return "%s (input partition %s%s, intended %s)"
        .formatted(
            input,
            lane(generator, sequence),
            offset < 0 ? ", not stored" : ", offset " + offset,
            time(intendedMicros(generator, sequence)));
  }

  /** Microseconds since the epoch in words. */
  static String time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
