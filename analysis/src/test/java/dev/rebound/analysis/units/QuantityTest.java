package dev.rebound.analysis.units;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuantityTest {
  @Test
  void aShareInPerCentHasNoMoreDigitsThanItNeeds() {
    assertThat(Quantity.percent(0.07)).isEqualTo("7");
    assertThat(Quantity.percent(0.0625)).isEqualTo("6.25");
    assertThat(Quantity.percent(1.5)).isEqualTo("150");
    assertThat(Quantity.percent(1 / 3.0)).isEqualTo("33.3333");
  }
}
