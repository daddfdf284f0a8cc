package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rebound.lab.probe.ProcessReader.Usage;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcReaderTest {
  @BeforeEach
  void onlyWhereThereIsProc() {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")));
  }

  @Test
  void saysOfThisProcessWhatOshiSays() {
    long pid = ProcessHandle.current().pid();
    ProcessReader oshi = ProcessReader.oshi();
    Usage before = oshi.read(pid);
    Usage own = new ProcReader().read(pid);
    Usage after = oshi.read(pid);
    assertThat(before).isNotNull();
    assertThat(own).isNotNull();
    assertThat(after).isNotNull();
    assertThat(own.cpuMillis()).isBetween(before.cpuMillis() - 20, after.cpuMillis() + 20);
    assertThat(own.residentBytes())
        .isBetween(before.residentBytes() / 2, 2 * before.residentBytes());
  }

  @Test
  void aProcessThatIsNotThereHasNoUsage() {
    assertThat(new ProcReader().read(Integer.MAX_VALUE)).isNull();
  }

  @Test
  void whatALauncherHasStartedCountsWithItAlsoOnceItHasEnded() throws Exception {
    String busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
    Process launcher =
        new ProcessBuilder("/bin/sh", "-c", "sh -c '" + busy + "'; sh -c '" + busy + "; read x'; :")
            .start();
    try {
      ProcReader reader = new ProcReader();
      long pid = launcher.pid();
      long most = 0;
      long end = System.nanoTime() + 30_000_000_000L;
      // The first one ends by itself, and the second one waits once it has counted.
      while (launcher.descendants().noneMatch(child -> waits(child.pid())) || most == 0) {
        assertThat(System.nanoTime() - end).isNegative();
        Usage all = reader.readWithStarted(pid);
        most = all == null ? most : Math.max(most, all.cpuMillis());
        Thread.sleep(5);
      }
      Usage alone = reader.read(pid);
      Usage all = reader.readWithStarted(pid);
      Usage last =
          reader.read(launcher.descendants().map(ProcessHandle::pid).findFirst().orElseThrow());
      assertThat(alone).isNotNull();
      assertThat(all).isNotNull();
      assertThat(last).isNotNull();
      assertThat(all.cpuMillis())
          .as("both of them")
          .isGreaterThanOrEqualTo(most)
          .isGreaterThan(alone.cpuMillis() + last.cpuMillis());
      assertThat(all.residentBytes()).isGreaterThan(alone.residentBytes());
    } finally {
      launcher.descendants().forEach(ProcessHandle::destroyForcibly);
      launcher.destroyForcibly();
    }
    assertThat(new ProcReader().readWithStarted(Integer.MAX_VALUE)).isNull();
  }

  /** True for a process that has worked and reads. */
  private static boolean waits(long pid) {
    Usage usage = new ProcReader().read(pid);
    try {
      return usage != null
          && usage.cpuMillis() > 0
          && Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") S ")
          && Files.readString(Path.of("/proc/" + pid + "/cmdline")).contains("read x");
    } catch (java.io.IOException e) {
      return false;
    }
  }
}
