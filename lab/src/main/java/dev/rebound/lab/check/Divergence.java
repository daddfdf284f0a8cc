package dev.rebound.lab.check;

import dev.rebound.lab.experiment.Guarantee;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds every rule's running counts and final state against what the inputs say.
 *
 * <p>Exactly-once demands that the first appearances of a rule's n outputs carry each of the counts
 * 1 … n at most once (a gap is an output that was lost, which is counted as such), and that the
 * readout's count and checksum are those of the rule's matches. At-least-once demands a final count
 * of n or more. Memory: one bit per output and 50 bytes per rule.
 */
final class Divergence {
  private final Expected expected;
  private final long[] firstCount;
  private final Chunks.Bits counts = new Chunks.Bits();
  private final Chunks.Bits badCounts = new Chunks.Bits();
  private final Tally byCount = new Tally(Kinds.DIVERGED);
  private final long[] readoutRounds;
  private final long[] readoutCounts;
  private final long[] readoutChecksums;

  Divergence(Expected expected) {
    this.expected = expected;
    int rules = expected.rules();
    firstCount = new long[rules];
    long sum = 0;
    for (int rule = 0; rule < rules; rule++) {
      firstCount[rule] = sum;
      sum += expected.ruleCount(rule);
    }
    readoutRounds = new long[rules];
    java.util.Arrays.fill(readoutRounds, -1);
    readoutCounts = new long[rules];
    readoutChecksums = new long[rules];
  }

  /** Takes the running count of an output's first appearance; false if it cannot be right. */
  boolean first(int rule, long count) {
    return inside(rule, count) && counts.add(firstCount[rule] + count - 1);
  }

  private boolean inside(int rule, long count) {
    return count >= 1 && count <= expected.ruleCount(rule);
  }

  /** Notes an output for which {@link #first} was false. */
  void bad(int rule, long count, int inputPartition, long inputOffset, Supplier<String> what) {
    if (badCounts.add(rule)) {
      String why =
          inside(rule, count)
              ? ": count " + count + " came twice, the second time with "
              : ": count " + count + " of " + expected.ruleCount(rule) + " matches with ";
      byCount.add(inputPartition, inputOffset, () -> "rule " + rule + why + what.get());
    }
  }

  /** Takes a readout; the last of the latest closing round counts. */
  void readout(int rule, long round, long count, long checksum) {
    if (rule >= 0 && rule < readoutRounds.length && round >= readoutRounds[rule]) {
      readoutRounds[rule] = round;
      readoutCounts[rule] = count;
      readoutChecksums[rule] = checksum;
    }
  }

  /** The rules that diverged, and what could not be judged. */
  Judged judge(Guarantee guarantee) {
    boolean exact = guarantee == Guarantee.EXACTLY_ONCE;
    Tally diverged = exact ? byCount : new Tally(Kinds.DIVERGED);
    long silent = 0;
    long excess = 0;
    for (int rule = 0; rule < readoutRounds.length; rule++) {
      long due = expected.ruleCount(rule);
      if (readoutRounds[rule] < 0) {
        silent += due > 0 ? 1 : 0;
        continue;
      }
      long count = readoutCounts[rule];
      excess += Math.max(0, count - due);
      boolean bad =
          exact
              ? count != due || readoutChecksums[rule] != expected.ruleChecksum(rule)
              : count < due;
      if (bad && !(exact && badCounts.contains(rule))) {
        int number = rule;
        diverged.add(
            0,
            -1,
            () ->
                "rule "
                    + number
                    + ": final count "
                    + count
                    + ", due "
                    + due
                    + (count == due ? ", but its checksum is of other records" : ""));
      }
    }
    String reason =
        silent == 0
            ? null
            : silent
                + " of "
                + readoutRounds.length
                + " rules gave no readout of their final state";
    return new Judged(diverged, excess, reason);
  }

  /**
   * @param excess by how much final counts exceed what was due, over all rules
   * @param unjudged why some rules were not judged; null if all were
   */
  record Judged(Tally diverged, long excess, @Nullable String unjudged) {}
}
