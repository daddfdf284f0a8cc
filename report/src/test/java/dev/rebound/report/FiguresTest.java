package dev.rebound.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void durationsReadLikeSpeech() {
    assertThat(Figures.duration(0)).isEqualTo("0 ms");
    assertThat(Figures.duration(1.25)).isEqualTo("1.3 ms");
    assertThat(Figures.duration(9.96)).isEqualTo("10 ms");
    assertThat(Figures.duration(340)).isEqualTo("340 ms");
    assertThat(Figures.duration(999.6)).isEqualTo("1.0 s");
    assertThat(Figures.duration(1234)).isEqualTo("1.2 s");
    assertThat(Figures.duration(59_960)).isEqualTo("1 min");
    assertThat(Figures.duration(125_000)).isEqualTo("2 min 5 s");
    assertThat(Figures.duration(4_320_000)).isEqualTo("1 h 12 min");
    assertThat(Figures.duration(Double.NaN)).isEqualTo("–");
    assertThat(Figures.duration(Double.POSITIVE_INFINITY)).isEqualTo("never");
  }

  @Test
  void numbersAreGrouped() {
    assertThat(Figures.rate(2000)).isEqualTo("2,000/s");
    assertThat(Figures.rate(1.54)).isEqualTo("1.5/s");
    assertThat(Figures.count(1_234_567)).isEqualTo("1,234,567");
    assertThat(Figures.count(-0.01)).isEqualTo("0");
    assertThat(Figures.bytes(1536)).isEqualTo("1.5 KiB");
    assertThat(Figures.bytes(300.0 * 1024 * 1024)).isEqualTo("300 MiB");
    assertThat(Figures.share(0.051)).isEqualTo("5.1 %");
    assertThat(Figures.share(0.67)).isEqualTo("67 %");
    assertThat(Figures.share(0.05)).isEqualTo("5 %");
    assertThat(Figures.share(0)).isEqualTo("0 %");
    assertThat(Figures.share(1)).isEqualTo("100 %");
    assertThat(Figures.share(1.2)).isEqualTo("120 %");
  }

  /** Some failed, and not all were accepted. */
  @Test
  void nextToNothingIsNotNothing() {
    assertThat(Figures.share(0.996)).isEqualTo("99.6 %");
    assertThat(Figures.share(0.99996)).isEqualTo("99.996 %");
    assertThat(Figures.share(0.00004)).isEqualTo("0.004 %");
    assertThat(Figures.metric("availability.faults", 0.96)).isEqualTo("0.96");
    assertThat(Figures.metric("requests.failed-share", 0.04)).isEqualTo("0.04");
    assertThat(Figures.metric("requests.failed-share", 0)).isEqualTo("0");
    assertThat(Figures.metric("availability.faults", 1)).isEqualTo("1");
    assertThat(Figures.metric("load-to-capacity", 12.345)).isEqualTo("12.3");
  }

  @Test
  void aMetricIsPrintedInItsUnitAndASeriesByItsName() {
    assertThat(Figures.metric("baseline.visible.p99", 41.3)).isEqualTo("41 ms");
    assertThat(Figures.metric("capacity.sustained", 9000)).isEqualTo("9,000/s");
    assertThat(Figures.metric("cpu.seconds-per-million", 310)).isEqualTo("310");
    assertThat(Figures.metric("cpu.peak", 1.5)).isEqualTo("1.5 cores");
    assertThat(Figures.metric("recovery.max", 8950)).isEqualTo("9.0 s");
    assertThat(Figures.metric("baseline.latency.p99", 41.3)).isEqualTo("41 ms");
    assertThat(Figures.metric("output.rate", 1998)).isEqualTo("1,998/s");
    assertThat(Figures.metric("output.rate.baseline", 1998)).isEqualTo("1,998/s");
    assertThat(Figures.metric("lost", 3)).isEqualTo("3");
    assertThat(Figures.metric("node.memory.max", 1024)).isEqualTo("1 KiB");
  }

  @Test
  void clocksCountUp() {
    assertThat(Figures.clock(65_000)).isEqualTo("1:05");
    assertThat(Figures.clock(3_723_000)).isEqualTo("1:02:03");
    assertThat(Figures.seconds(12_400)).isEqualTo("12 s");
  }
}
