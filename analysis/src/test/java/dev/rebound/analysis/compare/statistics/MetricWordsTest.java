package dev.rebound.analysis.compare.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FaultFigure;
import org.junit.jupiter.api.Test;

class MetricWordsTest {
  @Test
  void aCountIsAtLeastOrAtMostItsBound() {
    assertThat(MetricWords.figure("duplicated", BoundedValue.atLeast(3))).startsWith("≥ 3");
    assertThat(MetricWords.figure("duplicated", new BoundedValue(0, 3))).startsWith("≤ 3");
    assertThat(MetricWords.figure(FaultFigure.RECOVERY, BoundedValue.atLeast(12_000)))
        .isEqualTo("> 12.0 s");
  }
}
