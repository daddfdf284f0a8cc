package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  private static final Instant NOW = Instant.parse("2024-05-06T07:08:09Z");

  @TempDir Path runs;

  @Test
  void anIdOfAMatrixMayNameATopic() {
    RunDirectory directory = RunDirectory.create(runs, "kill-profile=stock", NOW);
    assertThat(directory.runId()).isEqualTo("kill-profile-stock-20240506-070809");
    assertThat(directory.path()).isEqualTo(runs.resolve("kill-profile=stock/20240506-070809"));
  }

  @Test
  void anIdOfAMatrixOverSettingsMayNameATopologyAndIsNeverTooLong() {
    RunDirectory dotted = RunDirectory.create(runs, "cpu-wait.sleep.millis=10", NOW);
    assertThat(dotted.runId()).isEqualTo("cpu-wait-sleep-millis-10-20240506-070809");
    String name = "a.long.setting=".repeat(12);
    RunDirectory first = RunDirectory.create(runs, name + "1", NOW);
    RunDirectory second = RunDirectory.create(runs, name + "2", NOW);
    assertThat(first.runId()).hasSize(120 + 16).isNotEqualTo(second.runId());
  }

  @Test
  void aSecondRunOfTheSameSecondHasAFolderOfItsOwnAndIsTheLatest() {
    RunDirectory.create(runs, "kill", NOW);
    RunDirectory second = RunDirectory.create(runs, "kill", NOW);
    assertThat(second.path()).isEqualTo(runs.resolve("kill/20240506-070809-2")).isDirectory();
    assertThat(runs.resolve("kill/latest").resolve("logs")).isDirectory();
  }

  @Test
  void whatAKilledRunLeftIsRemovedAndItsJournalStays() throws java.io.IOException {
    Path run = RunDirectory.create(runs, "kill", NOW).path();
    Files.createDirectories(run.resolve("nodes/broker-1/data"));
    Files.writeString(run.resolve("nodes/broker-1/data/log"), "x");
    Files.writeString(run.resolve("journal.jsonl"), "x");
    RunDirectory.discardData(run);
    assertThat(run.resolve("nodes")).doesNotExist();
    assertThat(run.resolve("journal.jsonl")).exists();
  }
}
