package dev.rebound.analysis.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void boundsOfDurationsAreRoundedAwayFromWhatTheyBound() {
    assertThat(Words.range(1960, 2040)).isEqualTo("1.9 – 2.1 s");
    assertThat(Words.range(2000, 2100)).isEqualTo("2.0 – 2.1 s");
    assertThat(Words.range(0, 200)).isEqualTo("0 – 200 ms");
    assertThat(Words.range(538, 1999)).isEqualTo("538 ms – 2.0 s");
    assertThat(Words.atLeast(19_999)).isEqualTo("19.9 s");
    assertThat(Words.atMost(3001)).isEqualTo("3.1 s");
    assertThat(Words.atMost(59_960)).isEqualTo("1 min");
    assertThat(Words.atLeast(125_900)).isEqualTo("2 min 5 s");
    assertThat(Words.atMost(Double.POSITIVE_INFINITY)).isEqualTo("never");
  }

  @Test
  void durationsReadLikeSpeech() {
    assertThat(Words.duration(0)).isEqualTo("0 ms");
    assertThat(Words.duration(1.25)).isEqualTo("1.3 ms");
    assertThat(Words.duration(9.96)).isEqualTo("10 ms");
    assertThat(Words.duration(340)).isEqualTo("340 ms");
    assertThat(Words.duration(999.6)).isEqualTo("1.0 s");
    assertThat(Words.duration(1234)).isEqualTo("1.2 s");
    assertThat(Words.duration(59_960)).isEqualTo("1 min");
    assertThat(Words.duration(125_000)).isEqualTo("2 min 5 s");
    assertThat(Words.duration(4_320_000)).isEqualTo("1 h 12 min");
    assertThat(Words.duration(Double.NaN)).isEqualTo("–");
    assertThat(Words.duration(Double.POSITIVE_INFINITY)).isEqualTo("never");
  }

  @Test
  void numbersAreGrouped() {
    assertThat(Words.rate(2000)).isEqualTo("2,000/s");
    assertThat(Words.rate(1.54)).isEqualTo("1.5/s");
    assertThat(Words.count(1_234_567)).isEqualTo("1,234,567");
    assertThat(Words.count(-0.01)).isEqualTo("0");
    assertThat(Words.bytes(1536)).isEqualTo("1.5 KiB");
    assertThat(Words.bytes(300.0 * 1024 * 1024)).isEqualTo("300 MiB");
    assertThat(Words.share(0.051)).isEqualTo("5.1 %");
    assertThat(Words.share(0.67)).isEqualTo("67 %");
    assertThat(Words.share(0.05)).isEqualTo("5 %");
    assertThat(Words.share(0)).isEqualTo("0 %");
    assertThat(Words.share(1)).isEqualTo("100 %");
    assertThat(Words.share(1.2)).isEqualTo("120 %");
  }

  /** Some failed, and not all were accepted. */
  @Test
  void nextToNothingIsNotNothing() {
    assertThat(Words.share(0.996)).isEqualTo("99.6 %");
    assertThat(Words.share(0.99996)).isEqualTo("99.996 %");
    assertThat(Words.share(0.00004)).isEqualTo("0.004 %");
  }

  @Test
  void aShareThatWasSetHasNoMoreDigitsThanItNeeds() {
    assertThat(Words.percent(0.07)).isEqualTo("7 %");
    assertThat(Words.percent(0.0625)).isEqualTo("6.25 %");
    assertThat(Words.percent(1.5)).isEqualTo("150 %");
    assertThat(Words.percent(1 / 3.0)).isEqualTo("33.3333 %");
  }

  @Test
  void settingsAreSaidAsAPersonWould() {
    assertThat(Words.length(700)).isEqualTo("700 ms");
    assertThat(Words.length(8400)).isEqualTo("8.4 s");
    assertThat(Words.length(45_000)).isEqualTo("45 s");
    assertThat(Words.length(120_000)).isEqualTo("2 min");
    assertThat(Words.length(5_400_000)).isEqualTo("90 min");
    assertThat(Words.length(7_200_000)).isEqualTo("2 h");
    assertThat(Words.length(604_800_000)).isEqualTo("7 days");
    assertThat(Words.bytes(100)).isEqualTo("100 B");
    assertThat(Words.bytes(65_536)).isEqualTo("64 KiB");
    assertThat(Words.bytes(3_276_800)).isEqualTo("3.1 MiB");
    assertThat(Words.bytes(16 << 20)).isEqualTo("16 MiB");
    assertThat(Words.bytes(1L << 31)).isEqualTo("2 GiB");
  }

  @Test
  void plansAre() {
    assertThat(Words.exact(Duration.ofMillis(750))).isEqualTo("750 ms");
    assertThat(Words.exact(Duration.ofSeconds(101))).isEqualTo("101 s");
    assertThat(Words.exact(Duration.ofSeconds(1085))).isEqualTo("18 min 5 s");
    assertThat(Words.about(Duration.ofSeconds(40))).isEqualTo("40 s");
    assertThat(Words.about(Duration.ofHours(2))).isEqualTo("2 h");
    assertThat(Words.about(Duration.ofMinutes(130))).isEqualTo("2 h 10 min");
  }

  @Test
  void clocksCountUp() {
    assertThat(Words.clock(65_000)).isEqualTo("1:05");
    assertThat(Words.clock(3_723_000)).isEqualTo("1:02:03");
    assertThat(Words.wholeSeconds(12_400)).isEqualTo("12 s");
  }
}
