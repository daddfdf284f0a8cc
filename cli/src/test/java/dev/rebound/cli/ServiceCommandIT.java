package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code service activation} that is told to end before it is up. */
@Tag("process")
class ServiceCommandIT {
  private static final long LIMIT_SECONDS = 60;

  @TempDir Path home;

  /** A Rebound whose build never ends, with a child of its own as Maven's wrapper has one. */
  private void endlessBuild() throws IOException {
    Path module = Files.createDirectories(home.resolve("services/activation/front"));
    Files.writeString(module.resolve("pom.xml"), "<project/>");
    Files.createDirectories(home.resolve("target"));
    Path maven = home.resolve("mvnw");
    Files.writeString(maven, "#!/bin/sh\nsleep 1000 &\necho $$ $! >part\nmv part pids\nwait\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void until(String what, BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("waited for " + what).isNegative();
      Thread.sleep(20);
    }
  }

  /** A dead process may wait for whoever collects orphans here. */
  private static boolean runs(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      return process.isAlive() && !stat.contains(") Z ");
    } catch (IOException e) {
      return !Files.exists(Path.of("/proc/self")) && process.isAlive();
    }
  }

  private List<ProcessHandle> building() throws Exception {
    Path pids = home.resolve("pids");
    until("the build to begin", () -> Files.exists(pids));
    return List.of(Files.readString(pids).trim().split(" ", -1)).stream()
        .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
        .toList();
  }

  @Test
  void whoEndsItWhileItIsBuiltEndsTheBuildAsWell() throws Exception {
    endlessBuild();
    Process command =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Drebound.home=" + home,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "service",
                "activation",
                "--runs",
                home.resolve("runs").toString())
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("said").toFile())
            .start();
    try {
      List<ProcessHandle> building = building();
      assertThat(building).hasSize(2).allMatch(ProcessHandle::isAlive);

      // As Ctrl-C does; a shell in the background would have had SIGINT ignored.
      command.destroy();
      assertThat(command.waitFor(10, TimeUnit.SECONDS)).as("it ends at once").isTrue();

      assertThat(command.exitValue()).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(Files.readString(home.resolve("said")))
          .contains("Interrupted while it started; nothing of it runs any more.")
          .contains("interrupted while it was built");
      until("the end of the build", () -> building.stream().noneMatch(ServiceCommandIT::runs));
    } finally {
      command.descendants().forEach(ProcessHandle::destroyForcibly);
      command.destroyForcibly();
    }
  }
}
