package dev.rebound.analysis.recovery.offsets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** All output of a program in cells of 50 ms, a baseline of 20 s and what comes after it. */
class LaneFlowTest {
  private static final int SECOND = 20;

  /** Five outputs a cell, but in so many seconds. */
  private static LaneFlow flow(int... without) {
    int[] before = new int[100 * SECOND];
    for (int cell = 1; cell < before.length; cell++) {
      boolean none = false;
      for (int second : without) {
        none |= (cell - 1) / SECOND == second;
      }
      before[cell] = before[cell - 1] + (none ? 0 : 5);
    }
    return new LaneFlow(before, 50_000, 0, 20 * SECOND);
  }

  @Test
  void aTimeWithLessOutputEndsWhenItIsAsUsualForTheHold() {
    assertThat(flow(30, 31, 32).lessUntil(28 * SECOND, 80 * SECOND)).isBetween(630, 33 * SECOND);
    assertThat(flow(30, 31, 32, 60, 61, 62, 63).lessUntil(28 * SECOND, 80 * SECOND))
        .as("a second one is another matter")
        .isBetween(630, 33 * SECOND);
    assertThat(flow(30, 31, 32, 35, 36).lessUntil(28 * SECOND, 80 * SECOND))
        .as("within the hold")
        .isBetween(36 * SECOND, 37 * SECOND);
    assertThat(flow().lessUntil(28 * SECOND, 80 * SECOND)).isEqualTo(-1);
  }
}
