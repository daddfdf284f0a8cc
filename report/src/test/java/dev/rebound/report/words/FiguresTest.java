package dev.rebound.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void nextToNothingIsNotNothing() {
    assertThat(Figures.metric("availability.faults", 0.96)).isEqualTo("0.96");
    assertThat(Figures.metric("requests.failed-share", 0.04)).isEqualTo("0.04");
    assertThat(Figures.metric("requests.failed-share", 0)).isEqualTo("0");
    assertThat(Figures.metric("availability.faults", 1)).isEqualTo("1");
    assertThat(Figures.metric("availability.faults", 0.9996)).isEqualTo("0.9996");
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
}
