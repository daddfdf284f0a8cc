package dev.rebound.oracle.keyed;

import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.LargeArrays;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.oracle.due.UndecidedStates;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.workload.RecordId;
import dev.rebound.workload.RecordIdHeader;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * Holds the running counts of keys against the inputs. A record of sequence n has key n mod K.
 *
 * <p>Under every promise, what was last said of a key's last record is n or more: the key's final
 * count. Counts may fall back before, and rise again, as records are counted anew. A count that
 * stays behind the records is a state that was forgotten, whatever had been reached before.
 *
 * <p>A key whose last record has no output has no known final count; its greatest count is then as
 * many as its outputs or more. Counts of a key of which no output came twice do not fall back.
 *
 * <p>What was said last goes by offsets within one partition, as outputs that a reader missed are
 * taken later than others. What the topic does not hold in the end was not said last.
 *
 * <p>Exact: the first appearances of a key's n outputs carry each of the counts 1 … n at most once.
 * Of two that come one after the other, that of the later input has the greater count.
 *
 * <p>Memory: one bit per output and 90 bytes per key.
 */
public final class KeyCountAudit implements StateAudit {
  private static final long NONE = -1;

  private final int keys;
  private final Ledger ledger;
  private final boolean exact;
  private final FindingSink diverged;
  private final long[] due;
  private final long[] firstCount;
  private final long[] greatest;
  private final long[] lastRecord;
  private final long[] lastCount;
  private final long[] before;
  private final Newest newest;
  private final Newest newestOfLast;
  private final long[] came;

  /**
   * By key: offset of the input of the newest first appearance, and its count; 0 if there is none.
   */
  private final long[] offsetBefore;

  private final long[] countBefore;
  private final LargeArrays.Bits repeated = new LargeArrays.Bits();
  private final LargeArrays.Bits fellBack = new LargeArrays.Bits();
  private final LargeArrays.Bits counts = new LargeArrays.Bits();
  private final LargeArrays.Bits wrong = new LargeArrays.Bits();
  private final LargeArrays.Bits uncertain = new LargeArrays.Bits();
  private final BitSet doubted = new BitSet();

  /** By key: how many more than are due a job may have counted. */
  private final int[] more;

  /** By key: where the newest of its outputs that were taken stands. */
  private static final class Newest {
    private final int[] partitions;
    private final long[] offsets;

    Newest(int keys) {
      partitions = new int[keys];
      offsets = new long[keys];
      Arrays.fill(partitions, Integer.MIN_VALUE);
    }

    /** True if one on the partition of this output was taken last. */
    boolean follows(int key, Observation seen) {
      return seen.partition() == partitions[key];
    }

    /** Takes an output; false if it stands before one that was taken. */
    boolean take(int key, Observation seen) {
      if (follows(key, seen) && seen.offset() < offsets[key]) {
        return false;
      }
      partitions[key] = seen.partition();
      offsets[key] = seen.offset();
      return true;
    }
  }

  public KeyCountAudit(int keys, Ledger ledger, boolean exact, FindingSink diverged) {
    this.keys = keys;
    this.ledger = ledger;
    this.exact = exact;
    this.diverged = diverged;
    this.due = new long[keys];
    this.firstCount = new long[keys];
    this.greatest = new long[keys];
    this.lastRecord = new long[keys];
    this.lastCount = new long[keys];
    this.before = new long[keys];
    this.newest = new Newest(keys);
    this.newestOfLast = new Newest(keys);
    this.came = new long[keys];
    this.offsetBefore = new long[keys];
    this.countBefore = new long[keys];
    this.more = new int[keys];
    Arrays.fill(lastRecord, NONE);
    long[] lastOffset = new long[keys];
    ledger.eachStored(
        (generator, sequence) -> {
          int key = key(sequence);
          due[key] += ledger.copies(generator, sequence);
          // All records of a key are in one partition, so that their offsets are their order.
          long offset = ledger.offset(generator, sequence);
          if (offset >= lastOffset[key]) {
            lastOffset[key] = offset;
            lastRecord[key] = RecordId.of(generator, sequence);
          }
        });
    ledger.eachUncertain(
        (generator, sequence) -> {
          uncertain.add(key(sequence));
          more[key(sequence)] += ledger.mayHaveBeenTaken(generator, sequence) ? 1 : 0;
        });
    Arrays.fill(lastCount, NONE);
    for (int key = 1; key < keys; key++) {
      firstCount[key] = firstCount[key - 1] + due[key - 1];
    }
  }

  private int key(long sequence) {
    return (int) (sequence % keys);
  }

  @Override
  public boolean first(Observation seen) {
    int key = key(seen.sequence());
    long count = seen.evidenceHigh();
    said(seen);
    came[key]++;
    boolean right =
        !contradicts(seen)
            && (!exact || (inside(key, count) && counts.add(firstCount[key] + count - 1)));
    if (right && exact) {
      inOrder(key, count, seen);
    }
    return right;
  }

  /** Inputs of a key are counted in the order in which they lie in its partition. */
  private void inOrder(int key, long count, Observation seen) {
    long offset = ledger.offset(seen.generator(), seen.sequence());
    long other = offsetBefore[key];
    long otherCount = countBefore[key];
    offsetBefore[key] = offset;
    countBefore[key] = count;
    boolean swapped = otherCount > 0 && offset > other != count > otherCount;
    if (swapped && !uncertain.contains(key) && wrong.add(key)) {
      diverged.add(
          ledger.lane(seen.generator(), seen.sequence()),
          offset,
          () ->
              "key k%s: count %s of the input at offset %s, and %s of the one at %s"
                  .formatted(key, count, offset, otherCount, other));
    }
  }

  private static boolean contradicts(Observation seen) {
    return seen.evidenceLow() == RecordIdHeader.CONTRADICTION;
  }

  @Override
  public boolean again(Observation seen) {
    said(seen);
    repeated.add(key(seen.sequence()));
    return !contradicts(seen);
  }

  /** It was written once more, and what was written first is gone. */
  @Override
  public boolean inTheEnd(Observation seen) {
    return again(seen);
  }

  private void said(Observation seen) {
    long sequence = seen.sequence();
    int key = key(sequence);
    long count = seen.evidenceHigh();
    greatest[key] = Math.max(greatest[key], count);
    if (!seen.stands()) {
      return;
    }
    boolean follows = newest.follows(key, seen);
    if (newest.take(key, seen)) {
      if (follows && count <= before[key]) {
        fellBack.add(key);
      }
      before[key] = count;
    }
    if (lastRecord[key] == RecordId.of(seen.generator(), sequence)
        && newestOfLast.take(key, seen)) {
      lastCount[key] = count;
    }
  }

  private boolean inside(int key, long count) {
    return count >= 1 && count <= due[key];
  }

  @Override
  public void wrong(Observation seen, OutputLookup at, Supplier<String> words) {
    int key = key(seen.sequence());
    long count = seen.evidenceHigh();
    if (count > due[key] && count <= due[key] + more[key] && !contradicts(seen)) {
      doubted.set(key);
    } else if (wrong.add(key)) {
      String why =
          contradicts(seen)
              ? ": header and value are of different records in "
              : inside(key, count)
                  ? ": count " + count + " came twice, the second time with "
                  : ": count " + count + " of " + due[key] + " records with ";
      diverged.add(at.inputLane(), at.inputOffset(), () -> "key k" + key + why + words.get());
    }
  }

  @Override
  public StateJudgement judge(boolean unfinished) {
    long excess = 0;
    long unsure = 0;
    long silent = 0;
    int behindReplays = 0;
    for (int key = 0; key < keys; key++) {
      silent += !exact && due[key] > 0 && lastCount[key] == NONE ? 1 : 0;
      behindReplays += !exact && repeated.contains(key) ? 1 : 0;
      long over = Math.max(0, greatest[key] - due[key]);
      if (uncertain.contains(key)) {
        unsure += over > 0 ? 1 : 0;
      } else {
        excess += over;
      }
      int number = key;
      if (exact && wrong.contains(key)) {
        continue;
      }
      if (isBehind(key)) {
        diverged.add(0, -1, () -> "key k" + number + behind(number));
      } else if (fellBack.contains(key) && !repeated.contains(key)) {
        diverged.add(
            0,
            -1,
            () ->
                ("key k%s: its counts fell back, though none of its outputs came twice: state was"
                        + " forgotten")
                    .formatted(number));
      }
    }
    String reason =
        silent == 0
            ? null
            : "the last records of " + silent + " of " + keys + " keys have no output";
    return new StateJudgement(
        excess,
        reason == null ? UndecidedStates.mayBeRight(unsure, "keys") : reason,
        reason == null ? UndecidedStates.mayBeRight(doubted.cardinality(), "keys") : reason,
        null,
        behindReplays == 0 ? List.of() : List.of(UnjudgedAspects.lossBehindReplays(behindReplays)));
  }

  private boolean isBehind(int key) {
    return lastCount[key] == NONE ? greatest[key] < came[key] : lastCount[key] < due[key];
  }

  private String behind(int key) {
    return greatest[key] < due[key]
        ? ": counted up to " + greatest[key] + " of " + due[key] + " records"
        : ": its last record came with count %s of %s, after a count of %s: state was forgotten"
            .formatted(lastCount[key], due[key], greatest[key]);
  }
}
