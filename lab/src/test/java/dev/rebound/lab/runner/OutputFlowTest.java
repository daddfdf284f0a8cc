package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutputFlowTest {
  private static final long SECOND = 1_000_000_000;

  private final OutputFlow flow = new OutputFlow(0);

  @Test
  void whileNobodyKnowsWhatIsDueNothingIsOver() {
    assertThat(flow.over(1_000_000, 60 * SECOND)).isFalse();
    flow.asked(10, 0, 60 * SECOND);
    assertThat(flow.over(1_000_000, 120 * SECOND)).isFalse();
  }

  @Test
  void asManyAsAreDueAreOverOnceNoneCameForAWhile() {
    flow.due(100, SECOND);
    flow.grew(5 * SECOND);
    assertThat(flow.over(100, 24 * SECOND)).isFalse();
    assertThat(flow.over(100, 25 * SECOND)).isTrue();
    assertThat(flow.over(99, 60 * SECOND)).isFalse();
  }

  @Test
  void aStallBeforeItWasKnownWhatIsDueDoesNotCount() {
    flow.due(100, 60 * SECOND);
    assertThat(flow.over(120, 61 * SECOND)).isFalse();
    assertThat(flow.over(120, 81 * SECOND)).isTrue();
  }

  @Test
  void outputsThatCameAgainDoNotStandForReadouts() {
    flow.due(100, 0);
    flow.asked(10, 130, 30 * SECOND);
    assertThat(flow.over(130, 90 * SECOND)).as("no readout came").isFalse();
    assertThat(flow.over(139, 90 * SECOND)).isFalse();
    assertThat(flow.over(140, 90 * SECOND)).isTrue();
  }
}
