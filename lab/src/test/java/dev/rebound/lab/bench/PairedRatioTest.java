package dev.rebound.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PairedRatioTest {
  @Test
  void theMedianIsThatOfThePairsRatios() {
    PairedRatio odd =
        new PairedRatio("a", "b", List.of(100.0, 300.0, 90.0), List.of(100.0, 100.0, 100.0), 1.0);
    PairedRatio even = new PairedRatio("a", "b", List.of(100.0, 80.0), List.of(100.0, 100.0), 0.9);

    assertThat(odd.medianRatio()).isEqualTo(1.0);
    assertThat(odd.reached()).isTrue();
    assertThat(even.medianRatio()).isEqualTo(0.9);
    assertThat(new PairedRatio("a", "b", List.of(89.0), List.of(100.0), 0.9).reached()).isFalse();
  }
}
