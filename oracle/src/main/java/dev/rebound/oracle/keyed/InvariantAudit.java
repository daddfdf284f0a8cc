package dev.rebound.oracle.keyed;

import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.LargeArrays;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.oracle.due.UndecidedStates;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Holds updates of keys against an {@link Invariant}. A key has one finding, or all keys together
 * have one.
 *
 * <p>Which update came after which is known within a partition alone: a sequence over several is
 * not judged. An update that stands where another one stood shows that a log was cut behind its
 * reader; no gap of its key from there on is judged. Memory: 28 bytes per key, and the words of
 * each wrong one.
 */
public final class InvariantAudit implements StateAudit {
  private static final String UNFINISHED =
      "the job was still at work, or had a transaction open, when the drain ended: the last updates"
          + " of all keys may yet come";

  private final Invariant invariant;
  private final BigDecimal total;
  private final IntFunction<String> names;
  private final boolean exact;
  private final FindingSink diverged;
  private final long[] offsets;
  private final long[] before;
  private final long[] greatest;
  private final int[] partitions;
  private final LargeArrays.Bits apart = new LargeArrays.Bits();
  private final Map<Integer, String> wrong = new LinkedHashMap<>();
  private final Map<Integer, Gap> gaps = new LinkedHashMap<>();

  /** By key: the first offset that an update came at after one with a later offset. */
  private final Map<Integer, Long> cutAt = new HashMap<>();

  private int scattered;

  /** The first gap of a key, and where the update stands that came after it. */
  private record Gap(long offset, String words) {}

  /**
   * @param total what {@link Invariant#CONSERVED} is held to
   * @param names of keys
   * @param keys how many there are
   */
  public InvariantAudit(
      Invariant invariant,
      BigDecimal total,
      IntFunction<String> names,
      int keys,
      boolean exact,
      FindingSink diverged) {
    this.invariant = invariant;
    this.total = total;
    this.names = names;
    this.exact = exact;
    this.diverged = diverged;
    this.offsets = new long[keys];
    this.before = new long[keys];
    this.greatest = new long[keys];
    this.partitions = new int[keys];
    Arrays.fill(offsets, Long.MIN_VALUE);
  }

  /** Takes an update of a key. */
  @Override
  public void readout(Observation seen) {
    int key = seen.key();
    long value = seen.evidenceHigh();
    boolean tombstone = seen.evidenceLow() == 0;
    if (tombstone && invariant == Invariant.GAPLESS) {
      if (offsets[key] != Long.MIN_VALUE) {
        wrong.putIfAbsent(key, "a tombstone came after " + words(before[key]));
      }
      return;
    }
    switch (invariant) {
      case NOT_NEGATIVE -> {
        if (value < 0) {
          wrong.putIfAbsent(key, words(value) + " is less than 0");
        }
      }
      case GAPLESS, CONSERVED -> follow(key, value, seen);
    }
  }

  private void follow(int key, long value, Observation seen) {
    boolean known = offsets[key] != Long.MIN_VALUE;
    if (known && seen.partition() != partitions[key]) {
      scattered += apart.add(key) ? 1 : 0;
      return;
    }
    if (known && seen.offset() <= offsets[key]) {
      cutAt.merge(key, seen.offset(), Math::min);
      return;
    }
    partitions[key] = seen.partition();
    offsets[key] = seen.offset();
    if (invariant == Invariant.CONSERVED) {
      before[key] = value;
      return;
    }
    if (!DecimalAmounts.whole(value)) {
      wrong.putIfAbsent(key, words(value) + " is no whole number");
    } else if (known
        && (exact
            ? value != DecimalAmounts.next(before[key])
            : value > DecimalAmounts.next(greatest[key]))) {
      gaps.putIfAbsent(
          key,
          new Gap(
              seen.offset(),
              words(value) + " came after " + words(exact ? before[key] : greatest[key])));
    }
    before[key] = value;
    greatest[key] = known ? Math.max(greatest[key], value) : value;
  }

  private static String words(long value) {
    return DecimalAmounts.FINE.words(value);
  }

  /** Holds the sum of the last updates against the total; says why it cannot, or null. */
  private @Nullable String sum() {
    BigDecimal sum = BigDecimal.ZERO;
    int silent = 0;
    int fractions = 0;
    for (int key = 0; key < before.length; key++) {
      if (offsets[key] == Long.MIN_VALUE) {
        silent++;
      } else if (DecimalAmounts.great(before[key])) {
        return "key " + names.apply(key) + " has more in the end than can be added up";
      } else {
        sum = sum.add(new BigDecimal(words(before[key])));
        fractions += DecimalAmounts.whole(before[key]) ? 0 : 1;
      }
    }
    if (silent > 0) {
      return "no update came of %s of %s keys, of which each may have a part of the total"
          .formatted(silent, before.length);
    }
    // What is no whole number was rounded to millionths.
    BigDecimal error = BigDecimal.valueOf(fractions, DecimalAmounts.FINE_DECIMALS);
    if (sum.subtract(total).abs().compareTo(error) > 0) {
      String found = sum.stripTrailingZeros().toPlainString();
      diverged.add(
          0,
          -1,
          () ->
              "the last updates of all keys add up to " + found + ", not " + total.toPlainString());
    }
    return null;
  }

  private @Nullable String cut() {
    return cutAt.isEmpty()
        ? null
        : ("updates of %s keys came where others had stood, as of a log that was cut: it is not"
                + " known whether each followed the one before")
            .formatted(cutAt.size());
  }

  @Override
  public StateJudgement judge(boolean unfinished) {
    String unknown =
        scattered > 0
            ? UndecidedStates.scattered(scattered)
            : invariant != Invariant.CONSERVED ? cut() : unfinished ? UNFINISHED : sum();
    gaps.forEach(
        (key, gap) -> {
          if (gap.offset() < cutAt.getOrDefault(key, Long.MAX_VALUE)) {
            wrong.putIfAbsent(key, gap.words());
          }
        });
    wrong.forEach(
        (key, what) -> {
          if (!apart.contains(key)) {
            diverged.add(0, -1, () -> "key " + names.apply(key) + ": " + what);
          }
        });
    return new StateJudgement(
        unknown, "oracle " + invariant.word() + " is of outputs alone: it says nothing of inputs");
  }
}
