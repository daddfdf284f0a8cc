package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Series;
import org.junit.jupiter.api.Test;

class SpeedProbeTest {
  @Test
  void givesBytesPerSecondOfCpuTime() {
    SpeedProbe probe = new SpeedProbe();
    assertThat(probe.series()).extracting(Series::metric).containsExactly(SpeedProbe.SPEED);
    // From 1 MB/s, interpreted on a slow machine, to what no core can do.
    assertThat(probe.read()[0]).isBetween(1e6, 1e12);
  }
}
