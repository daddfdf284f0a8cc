package dev.rebound.oracle.perrecord;

import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.LargeArrays;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.oracle.due.UndecidedStates;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.workload.RuleState;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds every rule's running counts and final state against what the inputs say.
 *
 * <p>Exact: the first appearances of a rule's n outputs carry each of the counts 1 … n at most
 * once. A gap is an output that was lost, which is counted as such. The checksum of an output whose
 * count is next to the one before holds its own match beside those of that one. Count and checksum
 * of the readout are those of the rule's matches.
 *
 * <p>Else a final count is n or more. A count of exactly n has the checksum of the matches: what
 * was forgotten and what was counted twice instead may be as many. A rule whose outputs came
 * exactly once has counted twice what was counted and then lost before it came out, and nothing
 * else ({@link RuleReplayTracker}).
 *
 * <p>More than is due may be right where it is not known what was taken. Memory: one bit per output
 * and 70 bytes per rule, or 96 bytes per rule if not exact.
 */
final class RuleStateAudit implements StateAudit {
  private final String word;
  private final long[] due;
  private final long[] checksums;
  private final BitSet uncertain;
  private final int[] more;
  private final FindingSink diverged;
  private final long[] firstCount;
  private final LargeArrays.Bits counts = new LargeArrays.Bits();
  private final LargeArrays.Bits badCounts = new LargeArrays.Bits();
  private final BitSet doubted = new BitSet();
  private final long[] readoutRounds;
  private final long[] readoutCounts;
  private final long[] readoutChecksums;
  private final @Nullable RuleReplayTracker ahead;

  /** By rule, where exact: count and checksum of its newest output. */
  private final long[] lastCounts;

  private final long[] lastChecksums;
  private boolean ofOthers;

  /**
   * @param word what a rule is called
   * @param due matches of each rule over all stored records
   * @param checksums sum of the identity hashes of each rule's matches, mod 2^64
   * @param uncertain rules with a match of which nobody knows whether, or how often, a job took it
   * @param more by rule: how many matches that are not stored a job may have taken
   */
  RuleStateAudit(
      String word,
      long[] due,
      long[] checksums,
      BitSet uncertain,
      int[] more,
      boolean exact,
      FindingSink diverged) {
    this.word = word;
    this.due = due;
    this.checksums = checksums;
    this.uncertain = uncertain;
    this.more = more;
    this.diverged = diverged;
    int rules = due.length;
    firstCount = new long[rules];
    long sum = 0;
    for (int rule = 0; rule < rules; rule++) {
      firstCount[rule] = sum;
      sum += due[rule];
    }
    readoutRounds = new long[rules];
    Arrays.fill(readoutRounds, -1);
    readoutCounts = new long[rules];
    readoutChecksums = new long[rules];
    ahead = exact ? null : new RuleReplayTracker(rules);
    lastCounts = new long[exact ? rules : 0];
    lastChecksums = new long[lastCounts.length];
  }

  @Override
  public boolean first(Observation seen) {
    if (ahead != null) {
      ahead.first(seen);
      return true;
    }
    int rule = seen.key();
    long count = seen.evidenceHigh();
    ofOthers = seen.stands() && !follows(seen);
    return inside(rule, count) && counts.add(firstCount[rule] + count - 1) && !ofOthers;
  }

  /** Takes the state that an output says; false if it cannot be that of the one before and it. */
  private boolean follows(Observation seen) {
    int rule = seen.key();
    boolean next = seen.evidenceHigh() == lastCounts[rule] + 1;
    long hash = RuleState.identityHash(seen.generator(), seen.sequence(), rule);
    boolean right = !next || seen.evidenceLow() == lastChecksums[rule] + hash;
    lastCounts[rule] = seen.evidenceHigh();
    lastChecksums[rule] = seen.evidenceLow();
    return right;
  }

  @Override
  public boolean again(Observation seen) {
    if (ahead != null) {
      ahead.again(seen);
    }
    return true;
  }

  private boolean inside(int rule, long count) {
    return count >= 1 && count <= due[rule];
  }

  @Override
  public void wrong(Observation seen, OutputLookup at, Supplier<String> words) {
    int rule = seen.key();
    long count = seen.evidenceHigh();
    if (mayBeRight(rule, count)) {
      doubted.set(rule);
    } else if (badCounts.add(rule)) {
      String why =
          inside(rule, count) && ofOthers
              ? ": its checksum is of other matches than its count in "
              : inside(rule, count)
                  ? ": count " + count + " came twice, the second time with "
                  : ": count " + count + " of " + due[rule] + " matches with ";
      diverged.add(at.inputLane(), at.inputOffset(), () -> word + " " + rule + why + words.get());
    }
  }

  @Override
  public void readout(Observation seen) {
    int rule = seen.key();
    long round = seen.sequence();
    if (rule >= 0 && rule < readoutRounds.length && round >= readoutRounds[rule]) {
      readoutRounds[rule] = round;
      readoutCounts[rule] = seen.evidenceHigh();
      readoutChecksums[rule] = seen.evidenceLow();
    }
  }

  @Override
  public StateJudgement judge(boolean unfinished) {
    long silent = 0;
    long excess = 0;
    long unsure = 0;
    for (int rule = 0; rule < readoutRounds.length; rule++) {
      if (readoutRounds[rule] < 0) {
        silent += due[rule] > 0 ? 1 : 0;
        continue;
      }
      long over = Math.max(0, readoutCounts[rule] - due[rule]);
      if (uncertain.get(rule)) {
        unsure += over > 0 ? 1 : 0;
      } else {
        excess += over;
      }
      if (isWrong(rule) && mayBeRight(rule, readoutCounts[rule])) {
        doubted.set(rule);
      } else if (isWrong(rule) && !badCounts.contains(rule)) {
        tell(rule);
      }
    }
    String reason =
        silent == 0
            ? null
            : "%s of %s %ss gave no readout of their final state"
                .formatted(silent, readoutRounds.length, word);
    return new StateJudgement(
        excess,
        reason == null ? UndecidedStates.mayBeRight(unsure, word + "s") : reason,
        reason == null ? UndecidedStates.mayBeRight(doubted.cardinality(), word + "s") : reason,
        null,
        ahead == null ? List.of() : List.of(UnjudgedAspects.BEFORE_READOUT));
  }

  private boolean mayBeRight(int rule, long count) {
    return count > due[rule] && count <= due[rule] + more[rule];
  }

  private boolean isWrong(int rule) {
    long count = readoutCounts[rule];
    long checksum = readoutChecksums[rule];
    if (count == due[rule]) {
      return checksum != checksums[rule];
    }
    return ahead == null
        || count < due[rule]
        || (ahead.cameOnce(rule, due[rule]) && !ahead.explains(rule, count, checksum));
  }

  private void tell(int rule) {
    long count = readoutCounts[rule];
    diverged.add(
        0,
        -1,
        () ->
            "%s %s: final count %s, due %s%s"
                .formatted(word, rule, count, due[rule], why(count, due[rule])));
  }

  private String why(long count, long dueCount) {
    return count == dueCount
        ? ", but its checksum is of other records"
        : ahead != null && count > dueCount
            ? ", though each of its outputs came once and they do not tell what was counted twice"
            : "";
  }
}
