package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.promise.PromiseRule;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.runner.Execution;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code promise}, without a run. */
class PromiseCommandTest {
  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("kill.yaml");
    Files.writeString(
        file,
        """
        name: tinykill
        engine: { name: flink, workers: 2 }
        load: { rate: 100/s }
        faults: [{ at: 1s, kill: worker }]
        """);
  }

  @Test
  void aDryRunTellsThePriceAndStartsNothing() {
    Path runs = folder.resolve("runs");
    assertThat(
            Main.run(
                "promise",
                file + "",
                "--recovery",
                "30s",
                "--outage",
                "10s",
                "--share",
                "90%",
                "--dry-run",
                "--runs",
                runs + ""))
        .isEqualTo(ExitCode.PASS);
    assertThat(runs).doesNotExist();
  }

  @Test
  void whatIsNoPromiseIsRefused() {
    assertThat(Main.run("promise", file + "", "--dry-run")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Main.run("promise", file + "", "--recovery", "long", "--dry-run"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Main.run("promise", file + "", "--recovery", "30s", "--share", "2", "--dry-run"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Main.run("promise", file + "", "--recovery", "30s", "--runs-max", "0", "--dry-run"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(
            Main.run("promise", file + "", "--recovery", "30s", "--set", "faults=[]", "--dry-run"))
        .isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void theExitStatusIsTheAnswer() {
    assertThat(PromiseCommand.exitCode(PromiseRule.Conclusion.SHOWN, false)).isZero();
    assertThat(PromiseCommand.exitCode(PromiseRule.Conclusion.REFUTED, true)).isEqualTo(1);
    assertThat(PromiseCommand.exitCode(PromiseRule.Conclusion.OPEN, false)).isEqualTo(2);
    assertThat(PromiseCommand.exitCode(PromiseRule.Conclusion.OPEN, true))
        .isEqualTo(ExitCode.INTERRUPTED);
  }

  @Test
  void earlierRunsOfTheSameFileAndBuildCount() throws IOException {
    Experiment experiment = ExperimentFile.load(file, List.of(), 1).get(0);
    Path place = folder.resolve("runs/tinykill-promise/tinykill");
    earlier(place.resolve("20260101-000002"), "second", experiment.resolvedYaml(), "b1");
    earlier(place.resolve("20260101-000001"), "first", experiment.resolvedYaml(), "b1");
    earlier(place.resolve("20260101-000003"), "other file", "name: x\n", "b1");
    earlier(place.resolve("20260101-000004"), "other build", experiment.resolvedYaml(), "b2");
    Files.createDirectories(place.resolve("20260101-000005"));
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    Execution execution = new Execution(place, folder, Home.platforms(), false, "1");
    PromiseRuns runs =
        new PromiseRuns(
            experiment,
            place,
            "b1",
            execution,
            new ReportedRuns(execution, new StudyRun.PrintStyle(out, true, false)),
            out);
    assertThat(runs.earlier()).extracting(Results::name).containsExactly("first", "second");
    assertThat(said.toString(StandardCharsets.UTF_8)).startsWith("2 runs in ");
  }

  private static void earlier(Path run, String name, String experiment, String build)
      throws IOException {
    Files.createDirectories(run);
    Files.writeString(run.resolve("experiment.yaml"), experiment);
    Files.writeString(run.resolve("environment.json"), "{\"build\": \"" + build + "\"}");
    ResultsFile.write(
        Results.of(name, "flink", "1")
            .guarantee("at-least-once")
            .profile("stock")
            .verdict(Verdict.PASS)
            .build(),
        run);
  }
}
