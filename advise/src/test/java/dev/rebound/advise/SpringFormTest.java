package dev.rebound.advise;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** As Spring Boot converts {@code DataSize} and {@code Duration}. */
class SpringFormTest {
  @Test
  void aSizeMindsTheCaseOfItsUnitAndNoBlanks() {
    assertThat(SpringForm.SIZE.kafka("64MB")).isEqualTo("67108864");
    assertThat(SpringForm.SIZE.kafka("64 MB")).isEqualTo("67108864");
    assertThat(SpringForm.SIZE.kafka("512")).isEqualTo("512");
    assertThat(SpringForm.SIZE.kafka("64mb")).isNull();
    assertThat(SpringForm.SIZE.kafka("64M")).isNull();
  }

  @Test
  void aLengthOfTimeMindsBlanksAndNoCase() {
    assertThat(SpringForm.LENGTH.kafka("90s")).isEqualTo("90000");
    assertThat(SpringForm.LENGTH.kafka("2H")).isEqualTo("7200000");
    assertThat(SpringForm.LENGTH.kafka("PT1M")).isEqualTo("60000");
    assertThat(SpringForm.LENGTH.kafka("250")).isEqualTo("250");
    assertThat(SpringForm.LENGTH.kafka("90 s")).isNull();
  }
}
