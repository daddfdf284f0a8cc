package dev.rebound.lab.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.platform.NodeProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class RunningJvmTest {
  private static final NodeProcess NODE = new NodeProcess("w-1", "worker", 1, 7, true, false);

  @TempDir Path proc;

  @Test
  void theThreadsOfAJvmTellItsCollector() {
    // As JDK 17 and 25 name them; the system cuts names after 15 characters.
    assertThat(of("GC Thread#0", "G1 Main Marker", "G1 Conc#0", "G1 Service")).isEqualTo("G1");
    assertThat(of("GC Thread#0", "GC Thread#1")).isEqualTo("Parallel");
    assertThat(of("ZWorker#0", "ZDriver", "ZDirector", "ZStat")).isEqualTo("Z");
    assertThat(of("ZWorkerYoung#0", "ZDriverMinor", "ZDriverMajor")).isEqualTo("Z");
    assertThat(of("Shenandoah GC T", "Shenandoah Cont")).isEqualTo("Shenandoah");
    assertThat(of("C2 CompilerThre")).isEqualTo("Serial");
    assertThat(RunningJvm.byThreads(Set.of("java"))).as("it has only just begun").isEmpty();
  }

  private static String of(String... threads) {
    Set<String> all = new java.util.HashSet<>(List.of(threads));
    all.add("VM Thread");
    return RunningJvm.byThreads(all).orElseThrow();
  }

  @Test
  void theCommandLineTellsBeforeThreadsDo() throws IOException {
    process("java\0-XX:+UseSerialGC\0-cp\0a.jar\0Main\0");
    assertThat(RunningJvm.of(NODE, proc))
        .hasValueSatisfying(
            jvm -> {
              assertThat(jvm.collector()).isEqualTo("Serial");
              assertThat(jvm.java()).isEqualTo("25.0.3 (Eclipse Adoptium)");
              assertThat(jvm.role()).isEqualTo("worker");
            });
    process("java\0-cp\0a.jar\0Main\0");
    assertThat(RunningJvm.of(NODE, proc).orElseThrow().collector()).isEqualTo("Z");
  }

  @Test
  void anotherProgramOrAnotherUsersProcessIsNoJvmThatIsKnown() throws IOException {
    Path process = Files.createDirectories(proc.resolve("7"));
    assertThat(RunningJvm.of(NODE, proc)).isEmpty();
    Files.createSymbolicLink(process.resolve("exe"), Path.of("/usr/bin/python3"));
    assertThat(RunningJvm.of(NODE, proc)).isEmpty();
  }

  @Test
  void thisJvmIsSeen() {
    long pid = ProcessHandle.current().pid();
    NodeProcess here = new NodeProcess("lab", "lab", 1, pid, true, false);
    assertThat(RunningJvm.of(here))
        .hasValueSatisfying(jvm -> assertThat(jvm.java()).isEqualTo(Jdk.ofLab().name()));
  }

  private void process(String commandLine) throws IOException {
    Path process = Files.createDirectories(proc.resolve("7"));
    Path home = Files.createDirectories(proc.resolve("jdk/bin")).getParent();
    Path java = home.resolve("bin/java");
    if (!Files.exists(java)) {
      Files.writeString(java, "");
      assertThat(java.toFile().setExecutable(true)).isTrue();
      Files.writeString(
          home.resolve("release"), "JAVA_VERSION=\"25.0.3\"\nIMPLEMENTOR=\"Eclipse Adoptium\"\n");
      Files.createSymbolicLink(process.resolve("exe"), java);
      for (String thread : List.of("VM Thread", "ZDriverMinor")) {
        Path task = Files.createDirectories(process.resolve("task").resolve(thread));
        Files.writeString(task.resolve("comm"), thread + "\n");
      }
    }
    Files.writeString(process.resolve("cmdline"), commandLine);
  }
}
