package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PilotTest {
  @Test
  void theWiderRunsSpreadOrTheCloserTheFigureTheMoreBlocksItTakes() {
    assertThat(Pilot.blocks(0.28, 0.25)).isEqualTo(9);
    assertThat(Pilot.blocks(0.28, 0.5)).isEqualTo(5);
  }
}
