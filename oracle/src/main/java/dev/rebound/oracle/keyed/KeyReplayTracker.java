package dev.rebound.oracle.keyed;

import dev.rebound.oracle.due.LargeArrays;
import dev.rebound.oracle.due.Observation;
import java.util.Arrays;

/**
 * Follows by how much the values of keys are ahead of the inputs that their outputs name. Inputs
 * that are counted twice bring a value ahead, and it stays so: one that comes back without a replay
 * has forgotten inputs. A replay shows by outputs that come again, and begins from an older state.
 * Memory: 21 bytes per key.
 */
final class KeyReplayTracker {
  private final int[] numbers;
  private final long[] ahead;
  private final int[] partitions;
  private final LargeArrays.Bits again = new LargeArrays.Bits();
  private final LargeArrays.Bits back = new LargeArrays.Bits();

  KeyReplayTracker(int keys) {
    numbers = new int[keys];
    ahead = new long[keys];
    partitions = new int[keys];
    Arrays.fill(partitions, Integer.MIN_VALUE);
  }

  /**
   * Takes an output, in the order of its partition.
   *
   * @param number of its input among those of its key
   * @param by how much its value is ahead
   */
  void take(int key, int number, long by, boolean repeated, Observation seen) {
    if (repeated) {
      again.add(key);
    }
    if (!seen.stands()) {
      return;
    }
    boolean follows = seen.partition() == partitions[key] && number > numbers[key];
    if (follows && by < ahead[key]) {
      back.add(key);
    }
    partitions[key] = seen.partition();
    numbers[key] = number;
    ahead[key] = by;
  }

  /** Takes an output whose value does not tell by how much it is ahead. */
  void pass(int key) {
    again.add(key);
  }

  /** True if nobody knows whether a key's value came back without a replay. */
  boolean isUntold(int key) {
    return again.contains(key);
  }

  /** True if a key's value came back though none of its outputs came again. */
  boolean forgot(int key) {
    return back.contains(key) && !again.contains(key);
  }

  /** Number of the input of the newest output of a key. */
  int number(int key) {
    return numbers[key];
  }
}
