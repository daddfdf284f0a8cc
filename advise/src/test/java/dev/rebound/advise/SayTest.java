package dev.rebound.advise;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SayTest {
  @Test
  void lengthsOfTimeAreSaidAsAPersonWould() {
    assertThat(Say.millis(700)).isEqualTo("700 ms");
    assertThat(Say.millis(8400)).isEqualTo("8.4 s");
    assertThat(Say.millis(45_000)).isEqualTo("45 s");
    assertThat(Say.millis(120_000)).isEqualTo("2 min");
    assertThat(Say.millis(5_400_000)).isEqualTo("90 min");
    assertThat(Say.millis(7_200_000)).isEqualTo("2 h");
    assertThat(Say.millis(604_800_000)).isEqualTo("7 days");
  }

  @Test
  void sizesAre() {
    assertThat(Say.size(100)).isEqualTo("100 B");
    assertThat(Say.size(65_536)).isEqualTo("64 KB");
    assertThat(Say.size(3_276_800)).isEqualTo("3.1 MB");
    assertThat(Say.size(16 << 20)).isEqualTo("16 MB");
    assertThat(Say.size(1L << 31)).isEqualTo("2.0 GB");
  }
}
