package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rebound.base.Series;
import dev.rebound.platform.NodeProcess;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessProbeTest {
  private final FakeNode worker = new FakeNode("worker-1", "worker", 11);
  private final Map<Long, ProcessReader.Usage> usage = new HashMap<>();
  private long nanos;
  private final ProcessProbe probe = new ProcessProbe(worker::alone, usage::get, () -> nanos);

  private double[] tickAfter(long millis) {
    nanos += millis * 1_000_000;
    probe.series();
    return probe.read();
  }

  private void uses(long pid, long cpuMillis) {
    usage.put(pid, new ProcessReader.Usage(cpuMillis, 1000));
  }

  @Test
  void cpuIsTheDifferenceInCores() {
    uses(11, 3000);
    assertThat(tickAfter(1000)[0]).isNaN();
    uses(11, 3500);
    assertThat(tickAfter(1000)).containsExactly(0.5, 1000);
    uses(11, 5500);
    assertThat(tickAfter(2000)[0]).isEqualTo(1.0);
  }

  @Test
  void aNewIncarnationStartsFromZeroAndIsNeverNegative() {
    uses(11, 90_000);
    tickAfter(1000);
    worker.die();
    usage.remove(11L);
    assertThat(tickAfter(1000)).containsOnly(Double.NaN);
    worker.comeBack(12);
    uses(12, 400);
    assertThat(tickAfter(1000)[0]).isNaN();
    uses(12, 700);
    assertThat(tickAfter(1000)[0]).isEqualTo(0.3);
    assertThat(probe.cpuSeconds("worker")).isEqualTo(90.7, within(1e-9));
  }

  @Test
  void theSamePidInANewLifeIsANewCounter() {
    uses(11, 90_000);
    tickAfter(1000);
    worker.comeBack(11);
    uses(11, 100);
    assertThat(tickAfter(1000)[0]).isNaN();
    assertThat(probe.cpuSeconds("worker")).isEqualTo(90.1, within(1e-9));
  }

  @Test
  void whatEndsWhileItIsReadIsNotCountedTwice() {
    uses(11, 3000);
    tickAfter(1000);
    uses(11, 2000);
    assertThat(tickAfter(1000)[0]).isNaN();
    uses(11, 4000);
    assertThat(tickAfter(1000)[0]).as("over both seconds").isEqualTo(0.5);
    assertThat(probe.cpuSeconds("worker")).isEqualTo(4, within(1e-9));
  }

  @Test
  void ofALauncherWhatItStartedIsAskedFor() {
    ProcessReader reader =
        new ProcessReader() {
          @Override
          public Usage read(long pid) {
            return new Usage(1, 1);
          }

          @Override
          public Usage readWithStarted(long pid) {
            return new Usage(5000, 7000);
          }
        };
    NodeProcess launcher = new NodeProcess("database", "database", 1, 11, true, true);
    ProcessProbe launchers = new ProcessProbe(() -> List.of(launcher), reader, () -> nanos);
    launchers.series();

    assertThat(launchers.read()[1]).isEqualTo(7000);
    assertThat(launchers.cpuSeconds("database")).isEqualTo(5);
  }

  @Test
  void seriesNameTheNode() {
    assertThat(probe.series())
        .containsExactly(
            new Series("node.cpu", "cores", "worker-1"),
            new Series("node.memory", "bytes", "worker-1"));
  }
}
