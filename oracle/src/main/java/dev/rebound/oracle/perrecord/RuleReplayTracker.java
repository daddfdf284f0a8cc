package dev.rebound.oracle.perrecord;

import dev.rebound.oracle.due.LargeArrays;
import dev.rebound.oracle.due.Observation;
import dev.rebound.workload.RuleState;

/**
 * Follows the running states of rules through their outputs, to tell whether a final count that is
 * too high can be right under at-least-once.
 *
 * <p>A state may be stored while the output that it led to dies with its process. The record is
 * then read again and counted twice, though its output comes once: the next output shows a state
 * that is ahead by the matches whose outputs come next. A state that went back, or that is ahead by
 * anything else, has forgotten matches. Memory: 42 bytes per rule.
 */
final class RuleReplayTracker {
  private final long[] firsts;
  private final long[] counts;
  private final long[] checksums;
  private final long[] aheadBy;
  private final long[] aheadSum;
  private final LargeArrays.Bits repeated = new LargeArrays.Bits();
  private final LargeArrays.Bits otherwise = new LargeArrays.Bits();

  RuleReplayTracker(int rules) {
    firsts = new long[rules];
    counts = new long[rules];
    checksums = new long[rules];
    aheadBy = new long[rules];
    aheadSum = new long[rules];
  }

  /** Takes the first appearance of an output, in the order of the output topic. */
  void first(Observation seen) {
    int rule = seen.key();
    long hash = RuleState.identityHash(seen.generator(), seen.sequence(), rule);
    long by = seen.evidenceHigh() - 1 - counts[rule];
    long sum = seen.evidenceLow() - hash - checksums[rule];
    if (by < 0 || (by == 0 && sum != 0)) {
      otherwise.add(rule);
    }
    firsts[rule]++;
    counts[rule] = seen.evidenceHigh();
    checksums[rule] = seen.evidenceLow();
    aheadBy[rule] += by;
    aheadSum[rule] += sum;
    if (aheadBy[rule] > 0) {
      aheadBy[rule]--;
      aheadSum[rule] -= hash;
      if (aheadBy[rule] == 0 && aheadSum[rule] != 0) {
        otherwise.add(rule);
      }
    }
  }

  /** Takes a later appearance. */
  void again(Observation seen) {
    repeated.add(seen.key());
  }

  /** True if each of a rule's outputs came once, and none twice. */
  boolean cameOnce(int rule, long due) {
    return firsts[rule] == due && !repeated.contains(rule);
  }

  /** True if what a rule counted twice is what its outputs show, and its final state is theirs. */
  boolean explains(int rule, long count, long checksum) {
    return !otherwise.contains(rule)
        && aheadBy[rule] == 0
        && count == counts[rule]
        && checksum == checksums[rule];
  }
}
