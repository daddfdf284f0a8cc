package dev.rebound.job.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchedStatesTest {
  private final Map<Integer, byte[]> changelog = new HashMap<>();
  private BatchedStates states = new BatchedStates(Map.of());

  /** Counts one record of each of these keys, in one batch. */
  private void counts(long batch, int... keys) {
    states.begin(batch);
    for (int key : keys) {
      states.put(key, new byte[] {(byte) (count(key) + 1)});
    }
  }

  private int count(int key) {
    byte[] state = states.get(key);
    return state == null ? 0 : state[0];
  }

  private void commit() {
    changelog.putAll(states.commit());
  }

  /** The worker dies, and what takes its place has what was stored. */
  private void restart() {
    states = new BatchedStates(changelog);
  }

  private void holds(long batch, Map<Integer, Integer> counts) {
    states.begin(batch);
    counts.forEach((key, count) -> assertThat(count(key)).as("key %s", key).isEqualTo(count));
  }

  @Test
  void aBatchThatComesAgainCountsOnce() {
    counts(1, 7, 8);
    commit();
    counts(1, 7, 8);
    commit();
    restart();
    counts(1, 7, 8);
    commit();
    holds(2, Map.of(7, 1, 8, 1));
  }

  @Test
  void whatABatchThatComesAgainDoesNotChangeIsAsItWasBefore() {
    counts(1, 7, 8);
    commit();
    counts(2, 7, 8, 9);
    commit();
    // The batch failed elsewhere, and comes again with other records.
    counts(2, 7);
    commit();
    holds(3, Map.of(7, 2, 8, 1, 9, 0));
    restart();
    holds(3, Map.of(7, 2, 8, 1, 9, 0));
    counts(3, 8);
    commit();
    holds(4, Map.of(7, 2, 8, 2, 9, 0));
  }

  @Test
  void whatMayHaveBeenStoredOfABatchThatFailedIsUndoneByItsNextAttempt() {
    counts(1, 7, 8);
    commit();
    counts(2, 7, 8);
    // The states are on their way when storing fails, and some of them were stored.
    Map<Integer, byte[]> stored = states.commit();
    changelog.put(8, stored.get(8));
    counts(2, 7);
    commit();
    restart();
    holds(3, Map.of(7, 2, 8, 1));
  }

  @Test
  void aBatchThatIsGivenUpBeforeItIsWholeChangesNothing() {
    counts(1, 7);
    commit();
    counts(2, 7, 8);
    counts(2, 8);
    commit();
    holds(3, Map.of(7, 1, 8, 1));
  }
}
