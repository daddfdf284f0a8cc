package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.rebound.base.Series;
import dev.rebound.platform.NodeProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DiskProbeTest {
  @TempDir Path proc;

  private final FakeNode worker = new FakeNode("worker-1", "worker", 11);
  private long nanos;

  private double[] tickAfter(DiskProbe probe, long millis) {
    nanos += millis * 1_000_000;
    probe.series();
    return probe.read();
  }

  private void counts(String pid, long read, long written) throws IOException {
    Path folder = Files.createDirectories(proc.resolve(pid));
    Files.writeString(
        folder.resolve("io"),
        "rchar: 9\nwchar: 9\nsyscr: 9\nsyscw: 9\nread_bytes: %s\nwrite_bytes: %s\n"
                .formatted(read, written)
            + "cancelled_write_bytes: 9\n");
  }

  @Test
  void bytesArePerSecondWithinOneLife() throws IOException {
    DiskProbe probe = new DiskProbe(worker::alone, proc, () -> nanos);
    counts("self", 0, 0);
    counts("11", 1000, 5000);
    assertThat(probe.series())
        .containsExactly(
            new Series("node.disk.read", "bytes/s", "worker-1"),
            new Series("node.disk.written", "bytes/s", "worker-1"));
    assertThat(tickAfter(probe, 1000)).containsOnly(Double.NaN);
    counts("11", 1500, 9000);
    assertThat(tickAfter(probe, 2000)).containsExactly(250, 2000);
    worker.comeBack(12);
    counts("12", 7, 7);
    assertThat(tickAfter(probe, 1000)).as("a new counter").containsOnly(Double.NaN);
    worker.die();
    assertThat(tickAfter(probe, 1000)).containsOnly(Double.NaN);
    assertThat(probe.absent()).isEmpty();
  }

  @Test
  void withALauncherCountsWhatItStarted() throws IOException {
    NodeProcess launcher = new NodeProcess("job-1", "worker", 1, 11, true, true);
    DiskProbe probe = new DiskProbe(() -> List.of(launcher), proc, () -> nanos);
    counts("self", 0, 0);
    counts("11", 100, 100);
    counts("13", 1000, 1000);
    Path task = Files.createDirectories(proc.resolve("11/task/11"));
    Files.writeString(task.resolve("children"), "13 ");
    tickAfter(probe, 1000);
    counts("13", 3000, 1500);
    assertThat(tickAfter(probe, 1000)).containsExactly(2000, 500);
  }

  @Test
  void whereNobodyCountsItIsAbsentWithTheReason() {
    DiskProbe probe = new DiskProbe(worker::alone, proc, () -> nanos);
    assertThat(probe.series()).isEmpty();
    assertThat(probe.read()).isEmpty();
    assertThat(probe.absent()).containsOnlyKeys("node.disk.read", "node.disk.written");
  }

  @Test
  void ofAnotherUsersProcessItIsToldThatNobodyKnows() throws IOException {
    counts("self", 0, 0);
    counts("11", 1, 1);
    assertThat(proc.resolve("11/io").toFile().setReadable(false)).isTrue();
    assumeThat(Files.isReadable(proc.resolve("11/io"))).as("root reads all").isFalse();
    DiskProbe probe = new DiskProbe(worker::alone, proc, () -> nanos);
    assertThat(tickAfter(probe, 1000)).containsOnly(Double.NaN);
    assertThat(probe.absent().get("node.disk.read")).contains("worker-1", "another user's");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void thisProcessIsRead() {
    NodeProcess here = new NodeProcess("lab", "lab", 1, ProcessHandle.current().pid(), true, false);
    DiskProbe probe = new DiskProbe(() -> List.of(here));
    assumeThat(probe.series()).isNotEmpty();
    probe.read();
    assertThat(probe.read()[1]).isNotNegative();
  }
}
