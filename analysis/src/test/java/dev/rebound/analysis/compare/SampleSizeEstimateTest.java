package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SampleSizeEstimateTest {
  @Test
  void theWiderRunsSpreadOrTheCloserTheFigureTheMoreBlocksItTakes() {
    assertThat(SampleSizeEstimate.blocks(0.28, 0.25)).isEqualTo(9);
    assertThat(SampleSizeEstimate.blocks(0.28, 0.5)).isEqualTo(5);
  }
}
