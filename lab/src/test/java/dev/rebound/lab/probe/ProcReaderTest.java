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
}
