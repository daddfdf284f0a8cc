package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.base.Series;
import org.junit.jupiter.api.Test;
import oshi.hardware.CentralProcessor.TickType;

class HostProbeTest {
  private static long[] ticks(long user, long idle, long ioWait) {
    long[] ticks = new long[TickType.values().length];
    ticks[TickType.USER.getIndex()] = user;
    ticks[TickType.IDLE.getIndex()] = idle;
    ticks[TickType.IOWAIT.getIndex()] = ioWait;
    return ticks;
  }

  @Test
  void theShareIsWhatIsNeitherIdleNorWaiting() {
    assertThat(HostProbe.share(ticks(10, 10, 10), ticks(40, 20, 70))).isEqualTo(0.3);
  }

  @Test
  void noTicksGiveNoShare() {
    assertThat(HostProbe.share(ticks(1, 1, 1), ticks(1, 1, 1))).isNaN();
  }

  @Test
  void whatTheHypervisorTookIsAShareOfAllTime() {
    long[] before = ticks(0, 0, 0);
    long[] after = ticks(30, 50, 0);
    after[TickType.STEAL.getIndex()] = 20;

    assertThat(HostProbe.stolen(before, after)).isEqualTo(0.2);
    assertThat(HostProbe.share(before, after)).isEqualTo(0.5);
  }

  @Test
  void eachCoreHasAShareOfItsOwn() {
    try (HostProbe probe = new HostProbe(true, null)) {
      assertThat(probe.series())
          .filteredOn(series -> series.metric().equals(HostProbe.CORE_CPU))
          .hasSizeGreaterThanOrEqualTo(Runtime.getRuntime().availableProcessors())
          .extracting(Series::label)
          .contains("core0")
          .doesNotHaveDuplicates();
      probe.read();
      double[] values = probe.read();
      assertThat(values).hasSameSizeAs(probe.series());
      for (int i = 0; i < values.length; i++) {
        if (probe.series().get(i).metric().equals(HostProbe.CORE_CPU) && !Double.isNaN(values[i])) {
          assertThat(values[i]).isBetween(0.0, 1.0);
        }
      }
    }
  }

  @Test
  void stolenTimeIsAbsentWithAReasonWhereNobodyCountsIt() {
    try (HostProbe probe = new HostProbe(false, null)) {
      assertThat(probe.series()).extracting(Series::metric).doesNotContain(Series.STEAL);
      assertThat(probe.read()).hasSameSizeAs(probe.series());
      assertThat(probe.absent()).containsKey(Series.STEAL);
    }
    try (HostProbe probe = new HostProbe(true, null)) {
      assertThat(probe.series()).extracting(Series::metric).contains(Series.STEAL);
      assertThat(probe.read()).hasSameSizeAs(probe.series());
      assertThat(probe.absent()).isEmpty();
    }
  }
}
