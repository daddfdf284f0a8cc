package dev.rebound.oracle.records;

import dev.rebound.oracle.sample.Sample;
import dev.rebound.oracle.sample.UniqueId;
import dev.rebound.workload.OptionProblem;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Two samples that are replayed together, in rounds: a record of the second belongs to the one of
 * the first whose id it has, of the same round. Immutable.
 *
 * <p>Records of a round are in the order of their times, where both have times; else each sample is
 * spread evenly over the round.
 */
final class JoinedSamples {
  private static final int[] NONE = new int[0];

  private final Sample first;
  private final Sample second;

  /** By place in a round: the row of the first sample, or −1 − the row of the second. */
  private final int[] rows;

  /** By row of the first sample: its place in a round. */
  private final int[] places;

  /** By row of the second sample: the row of the first that it belongs to; −1 for none. */
  private final int[] partners;

  /** By row of the first sample: the place of a record that belongs to it; −1 for none. */
  private final int[] seconds;

  /**
   * By row of the second sample: number of its pair among those that its later record completes.
   */
  private final int[] numbers;

  /** By place in a round: places of the earlier records of the pairs that this one completes. */
  private final int[][] earlier;

  private final int pairs;

  /**
   * An {@link OptionProblem} says what is wrong with the two.
   *
   * @param timed whether both have times
   * @param alone whether outputs are known by the first one's id alone
   */
  JoinedSamples(Sample first, Sample second, boolean timed, boolean alone) {
    this.first = first;
    this.second = second;
    this.rows = merged(first, second, timed);
    this.places = new int[first.rows()];
    for (int place = 0; place < rows.length; place++) {
      if (rows[place] >= 0) {
        places[rows[place]] = place;
      }
    }
    this.partners = partners(first, second, alone);
    this.numbers = new int[second.rows()];
    this.earlier = new int[rows.length][];
    Arrays.fill(earlier, NONE);
    this.seconds = new int[first.rows()];
    Arrays.fill(seconds, -1);
    int found = 0;
    for (int place = 0; place < rows.length; place++) {
      int row = -1 - rows[place];
      if (row >= 0 && partners[row] >= 0) {
        int other = places[partners[row]];
        seconds[partners[row]] = place;
        int later = Math.max(place, other);
        numbers[row] = earlier[later].length;
        earlier[later] = Arrays.copyOf(earlier[later], numbers[row] + 1);
        earlier[later][numbers[row]] = Math.min(place, other);
        found++;
      }
    }
    this.pairs = found;
  }

  private static int[] merged(Sample first, Sample second, boolean timed) {
    int[] rows = new int[first.rows() + second.rows()];
    int ones = 0;
    int others = 0;
    for (int place = 0; place < rows.length; place++) {
      boolean its =
          others == second.rows()
              || (ones < first.rows()
                  && (timed
                      ? earlier(first, ones, second, others)
                      : ahead(first, ones, second, others)));
      rows[place] = its ? ones++ : -1 - others++;
    }
    return rows;
  }

  /** A record that is out of order goes when the one before it has gone. */
  private static boolean earlier(Sample first, int one, Sample second, int other) {
    return first.micros(one) + first.behindMicros(one)
        <= second.micros(other) + second.behindMicros(other);
  }

  private static boolean ahead(Sample first, int one, Sample second, int other) {
    return (2L * one + 1) * second.rows() <= (2L * other + 1) * first.rows();
  }

  private static int[] partners(Sample first, Sample second, boolean alone) {
    Map<String, Integer> ids = new HashMap<>();
    for (int row = 0; row < first.rows(); row++) {
      ids.put(first.id(row), row);
    }
    int[] partners = new int[second.rows()];
    @Nullable String[] taken = new @Nullable String[first.rows()];
    boolean any = false;
    for (int row = 0; row < partners.length; row++) {
      String key = second.keys().get(second.keyNumber(row));
      if (!second.keyNames(row)) {
        throw new OptionProblem(
            "with-key",
            second.place(row) + ": the key is " + key + ", no id",
            "Name a field that holds a text or a whole number.");
      }
      int partner = ids.getOrDefault(key, -1);
      partners[row] = partner;
      any |= partner >= 0;
      if (alone && partner >= 0) {
        if (taken[partner] != null) {
          throw new OptionProblem(
              "with-key",
              "%s: %s is the key of %s, too, and their outputs could not be told apart"
                  .formatted(second.place(row), key, taken[partner]),
              "Add with-id: $.paymentId, a field that no two of them have alike and that outputs"
                  + " have, too; or take repeated records out.");
        }
        taken[partner] = second.place(row);
      }
    }
    if (!any) {
      throw new OptionProblem(
          "with-key",
          ("no record of the second sample has the id of one of the first: the first one's key"
                  + " is %s, and the first id %s")
              .formatted(second.keys().get(0), first.id(0)),
          "Let id and with-key name fields with the same values.");
    }
    return partners;
  }

  Sample first() {
    return first;
  }

  Sample second() {
    return second;
  }

  /** Records of a round. */
  int size() {
    return rows.length;
  }

  /** Pairs of a round. */
  int pairs() {
    return pairs;
  }

  /** The greatest number of pairs that one record completes. */
  int pairsMax() {
    return Arrays.stream(earlier).mapToInt(its -> its.length).max().orElse(0);
  }

  int place(long sequence) {
    return (int) (sequence % rows.length);
  }

  /** True if record n is of the second sample. */
  boolean ofSecond(long sequence) {
    return rows[place(sequence)] < 0;
  }

  /** The row of record n in its sample. */
  int row(long sequence) {
    int row = rows[place(sequence)];
    return row >= 0 ? row : -1 - row;
  }

  /** The earlier records of the pairs that record n completes, one each. */
  long[] completes(long sequence) {
    int place = place(sequence);
    return Arrays.stream(earlier[place]).mapToLong(other -> sequence - place + other).toArray();
  }

  /** The record of the first sample that record n of the second belongs to; −1 for none. */
  private long partner(long sequence) {
    int partner = partners[row(sequence)];
    return partner < 0 ? -1 : sequence - place(sequence) + places[partner];
  }

  /**
   * The record that a record's key names: itself, of the second sample the one that it belongs to;
   * itself if there is none.
   */
  private UniqueId keyed(int generator, long sequence) {
    long partner = ofSecond(sequence) ? partner(sequence) : sequence;
    return new UniqueId(generator, partner < 0 ? sequence : partner, 0);
  }

  /** The key that a record is sent with. */
  String key(int generator, long sequence) {
    UniqueId named = keyed(generator, sequence);
    return ofSecond(sequence) ? second.key(row(sequence), named) : first.id(row(sequence), named);
  }

  byte[] value(int generator, long sequence, long intendedMicros) {
    UniqueId its = new UniqueId(generator, sequence, 0);
    return ofSecond(sequence)
        ? second.value(row(sequence), its, keyed(generator, sequence), intendedMicros)
        : first.value(row(sequence), its, null, intendedMicros);
  }

  /** The time that a record is sent with, as it is written; microseconds since the epoch. */
  long sentMicros(long sequence, long intendedMicros) {
    return (ofSecond(sequence) ? second : first).sentMicros(row(sequence), intendedMicros);
  }

  /** The record of the first sample whose id a text is; null if it is nobody's. */
  @Nullable UniqueId ofFirstId(String text) {
    return ofId(text, false);
  }

  /** The same of the second. */
  @Nullable UniqueId ofSecondId(String text) {
    return ofId(text, true);
  }

  private @Nullable UniqueId ofId(String text, boolean second) {
    UniqueId id = UniqueId.read(text);
    boolean its = id != null && ofSecond(id.sequence()) == second;
    return id == null || !its
        ? null
        : (second ? this.second : first).ofId(text, id, row(id.sequence()));
  }

  /**
   * What a record of a pair says, as it is sent at no time.
   *
   * @param ofSecond whether that is the record of the second sample
   */
  ContentEquality.Content content(Pair pair, boolean ofSecond) {
    long other = completes(pair.sequence())[pair.number()];
    long sequence = ofSecond(pair.sequence()) == ofSecond ? pair.sequence() : other;
    return new ContentEquality.Content(
        key(pair.generator(), sequence).getBytes(StandardCharsets.UTF_8),
        value(pair.generator(), sequence, 0));
  }

  /** A pair: its later record, and its number among those that this one completes. */
  record Pair(int generator, long sequence, int number) {}

  /** The pair of a record of the second sample; null if it belongs to none or is not one. */
  @Nullable Pair pairOf(UniqueId ofSecond) {
    if (!ofSecond(ofSecond.sequence())) {
      return null;
    }
    long partner = partner(ofSecond.sequence());
    return partner < 0
        ? null
        : new Pair(
            ofSecond.generator(),
            Math.max(partner, ofSecond.sequence()),
            numbers[row(ofSecond.sequence())]);
  }

  /** The only pair of a record of the first sample; null if it has none or is not one. */
  @Nullable Pair onlyPairOf(UniqueId ofFirst) {
    if (ofSecond(ofFirst.sequence())) {
      return null;
    }
    int second = seconds[row(ofFirst.sequence())];
    long round = ofFirst.sequence() - place(ofFirst.sequence());
    return second < 0 ? null : pairOf(new UniqueId(ofFirst.generator(), round + second, 0));
  }

  /** True if a pair's record of the first sample is this one. */
  boolean has(Pair pair, UniqueId ofFirst) {
    if (ofFirst.generator() != pair.generator()) {
      return false;
    }
    return ofFirst.sequence() == pair.sequence()
        || completes(pair.sequence())[pair.number()] == ofFirst.sequence();
  }
}
