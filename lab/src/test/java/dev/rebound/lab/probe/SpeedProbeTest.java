package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.base.Series;
import org.junit.jupiter.api.Test;

class SpeedProbeTest {
  @Test
  void givesBytesAndReadsPerSecondOfCpuTime() {
    SpeedProbe probe = new SpeedProbe();
    assertThat(probe.series())
        .extracting(Series::metric)
        .containsExactly(Series.SPEED, Series.MEMORY_SPEED);
    double[] speeds = probe.read();
    // From 1 MB/s and 1,000 reads/s, interpreted on a slow machine, to what no core can do.
    assertThat(speeds[0]).isBetween(1e6, 1e12);
    assertThat(speeds[1]).isBetween(1e3, 1e10);
  }
}
