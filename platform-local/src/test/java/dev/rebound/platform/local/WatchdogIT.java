package dev.rebound.platform.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class WatchdogIT {
  /** The warden gives itself 30 s; a machine that is busy with a build takes its time. */
  private static final long LIMIT_MILLIS = 40_000;

  @TempDir Path directory;
  private final ProcessTable table = ProcessTable.ofThisSystem();

  @Test
  void aLabKilledAtAnyMomentLeavesNoProcess() throws Exception {
    Random random = new Random();
    List<RunProcesses> runs = new ArrayList<>();
    int found = 0;
    for (int kill = 0; kill < 10; kill++) {
      String runId = "doomed-" + UUID.randomUUID();
      Process lab = start(DoomedLab.class, runId, directory.resolve("run-" + kill));
      try (BufferedReader said = lab.inputReader()) {
        // Half at any moment from its start, half while it starts its children.
        int starts = kill % 2 == 0 ? 0 : 1 + random.nextInt(6);
        for (int i = 0; i < starts; i++) {
          assertThat(said.readLine()).as("what the lab says").startsWith("started");
        }
        Thread.sleep(random.nextInt(starts == 0 ? 2_000 : 100));
        lab.destroyForcibly().waitFor();
      }
      RunProcesses processes = new RunProcesses(table, runId);
      found += processes.find().size();
      assertThat(left(processes)).as("processes of kill " + kill).isEmpty();
      runs.add(processes);
    }
    assertThat(found).as("processes that were there when their lab was killed").isPositive();
    // A child that was half started when its lab died may show itself later; the warden waits for
    // it.
    for (RunProcesses processes : runs) {
      assertThat(left(processes)).as("late processes").isEmpty();
    }
  }

  @Test
  void whatALabAdoptedEndsWithIt() throws Exception {
    String runId = "adopting-" + UUID.randomUUID();
    Process lab = start(AdoptingLab.class, runId, directory.resolve("adopting"));
    RunProcesses processes = new RunProcesses(table, runId);
    try (BufferedReader said = lab.inputReader()) {
      assertThat(said.readLine()).isEqualTo("adopted");
      assertThat(processes.find()).as("a daemon and its worker").hasSizeGreaterThanOrEqualTo(2);
    } finally {
      lab.destroyForcibly().waitFor();
    }
    assertThat(left(processes)).isEmpty();
  }

  /** The processes that are left of a run, once there are none or it has taken too long. */
  private static List<?> left(RunProcesses processes) throws Exception {
    long deadline = System.nanoTime() + LIMIT_MILLIS * 1_000_000;
    while (true) {
      List<?> left = List.copyOf(processes.find());
      if (left.isEmpty() || System.nanoTime() - deadline > 0) {
        return left;
      }
      Thread.sleep(50);
    }
  }

  private static Process start(Class<?> main, String runId, Path runDirectory) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName(),
            runDirectory.toString(),
            runId)
        .redirectErrorStream(true)
        .start();
  }
}
