package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.study.PlannedCell;
import dev.rebound.study.PlannedRun;
import dev.rebound.study.StudyRunner;
import dev.rebound.study.StudyRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run} on a study's folder, without a run. */
class StudyRunTest {
  @TempDir Path folder;

  @Test
  void aDryRunOfAStudyStartsNothing() throws IOException {
    write();
    Path runs = folder.resolve("runs");
    assertThat(
            Main.run("run", study(), "--dry-run", "--scale", "0.5", "--short", "--runs", runs + ""))
        .isEqualTo(ExitCode.PASS);
    assertThat(runs).doesNotExist();
  }

  @Test
  void wrongChoicesAreRefused() throws IOException {
    write();
    assertThat(Main.run("run", study(), "--dry-run", "--only", "storm"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Main.run("run", study(), "--dry-run", "--budget", "long"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Main.run("run", study(), study(), "--dry-run")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Main.run("run", study() + "/kill.yaml", "--dry-run", "--fresh"))
        .isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void theExitCodeIsTheWorstVerdictOrTellsThatRunsAreLeft() {
    assertThat(StudyRun.exitCode(runs("pass", "fail"), StudyRunner.StopReason.DONE))
        .isEqualTo(ExitCode.FAIL);
    assertThat(StudyRun.exitCode(runs("pass", "pass"), StudyRunner.StopReason.DONE))
        .isEqualTo(ExitCode.PASS);
    assertThat(StudyRun.exitCode(runs("pass", ""), StudyRunner.StopReason.DONE))
        .isEqualTo(ExitCode.INTERNAL);
    assertThat(StudyRun.exitCode(runs("fail", "pass"), StudyRunner.StopReason.BUDGET))
        .isEqualTo(ExitCode.INTERRUPTED);
  }

  private static StudyRuns runs(String first, String second) {
    return new StudyRuns(
        "s", 1, "", List.of(), Map.of(), List.of(planned(1, first), planned(2, second)));
  }

  private static PlannedRun planned(int number, String verdict) {
    return PlannedRun.of(new PlannedCell("kill", "flink", "1.0", "stock"), "x", false, number)
        .numbered(number)
        .started("x")
        .with(
            verdict.isEmpty() ? PlannedRun.RunState.FAILED : PlannedRun.RunState.DONE,
            verdict,
            1,
            "");
  }

  private String study() {
    return folder.resolve("study").toString();
  }

  private void write() throws IOException {
    Path study = Files.createDirectory(folder.resolve("study"));
    Files.writeString(
        study.resolve("study.yaml"),
        "name: tiny\nexperiments: [{ file: kill.yaml, scenario: kill 1 of 2 }]\n");
    Files.writeString(
        study.resolve("kill.yaml"),
        """
        name: tinykill
        control: true
        engine: { name: flink, workers: 2, profile: [stock, quick] }
        load: { rate: 100/s }
        faults: [{ at: 1s, kill: worker }]
        """);
  }
}
