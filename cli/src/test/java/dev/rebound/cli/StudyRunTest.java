package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.Rebound;
import dev.rebound.StudyOutcome;
import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.campaign.study.PlannedCell;
import dev.rebound.campaign.study.PlannedRun;
import dev.rebound.campaign.study.StudyCampaign;
import dev.rebound.campaign.study.StudyFile;
import dev.rebound.campaign.study.StudyLock;
import dev.rebound.campaign.study.StudyPlan;
import dev.rebound.campaign.study.StudyRuns;
import dev.rebound.lab.artifact.Build;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.runner.Controls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    assertThat(Main.run("run", study(), "--dry-run", "--until-certain"))
        .as("a study compares whole runs")
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Main.run("run", study(), study(), "--dry-run")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Main.run("run", study() + "/kill.yaml", "--dry-run", "--fresh"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Main.run("run", study() + "/kill.yaml", "--dry-run", "--again", "run 1"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Main.run("run", study(), "--dry-run", "--again", "stock, run 1"))
        .as("for no reason")
        .isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void aRunThatIsToBeMadeAgainIsPlannedAndRefusedWhileTheStudyIsExecuted() throws IOException {
    Path begun = begun();
    String before = Files.readString(begun.resolve(StudyRuns.FILE));
    List<String> again =
        List.of("run", study(), "--runs", runs() + "", "--because", "a backup  ran", "--again");
    String label = done().runs().get(0).label();
    try (Printed printed = new Printed()) {
      assertThat(run(again, label, "--dry-run")).isEqualTo(ExitCode.PASS);
      assertThat(printed.out())
          .contains("makes again: " + label + " (now: FAIL), because: a backup ran");
    }
    try (Printed printed = new Printed()) {
      assertThat(run(again, "kill 1 of 2", "--dry-run")).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains("names 4 runs of the study", label);
    }
    try (StudyLock other = StudyLock.take(begun);
        Printed printed = new Printed()) {
      assertThat(other.folder()).isEqualTo(begun);
      assertThat(run(again, label)).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains("is being executed already");
    }
    Files.writeString(begun.resolve("x/environment.json"), "{\"build\": \"another\"}");
    try (Printed printed = new Printed()) {
      assertThat(run(again, label)).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains("was made with build another of Rebound");
    }
    assertThat(begun.resolve(StudyRuns.FILE)).hasContent(before);
  }

  @Test
  void aRunIsMadeAgainAloneAndForAReason() throws IOException {
    begun();
    String label = done().runs().get(0).label();
    List<String> again = List.of("run", study(), "--runs", runs() + "", "--dry-run");
    refused(again, "--again needs a reason", "--again", label);
    refused(again, "--again needs a reason", "--again", label, "--because", " ");
    refused(again, "there is no --again", "--because", "a backup ran");
    for (List<String> other :
        List.of(
            List.of("--fresh"),
            List.of("--only", "flink"),
            List.of("--repetitions", "3"),
            List.of("--budget", "1h"),
            List.of("--no-controls"))) {
      List<String> first = new ArrayList<>(again);
      first.addAll(other);
      refused(first, "does not go with " + other.get(0), "--again", label, "--because", "b");
    }
  }

  private static void refused(List<String> first, String why, String... more) {
    try (Printed printed = new Printed()) {
      assertThat(run(first, more)).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains(why);
    }
  }

  /** The folder of the study, every run of it done by this build and failed. */
  private Path begun() throws IOException {
    write();
    Path begun = Files.createDirectories(runs().resolve("tiny/20260102-030405"));
    Files.createDirectories(begun.resolve("x"));
    Files.writeString(
        begun.resolve("x/environment.json"), "{\"build\": \"" + Build.of(Home.path()) + "\"}");
    done().write(begun);
    return begun;
  }

  private Path runs() {
    return folder.resolve("runs");
  }

  private static int run(List<String> first, String... more) {
    List<String> all = new ArrayList<>(first);
    all.addAll(List.of(more));
    return Main.run(all.toArray(String[]::new));
  }

  /** The study that {@link #write} wrote, every run of it done and failed. */
  private StudyRuns done() {
    Path file = Path.of(study()).resolve(Study.FILE);
    List<StudyPlan.PlannedExperiment> planned = new ArrayList<>();
    Rebound experiments = Rebound.experiment(file.resolveSibling("kill.yaml")).home(Home.path());
    for (Experiment experiment : experiments.read()) {
      planned.add(
          new StudyPlan.PlannedExperiment(
              PlannedCell.of("kill 1 of 2", experiment),
              experiment,
              StudyPlan.Cost.NONE,
              StudyPlan.Cost.NONE));
    }
    Study study = StudyFile.load(file, Engines.declared());
    StudyPlan plan = new StudyPlan(study, 1, List.of(), planned);
    List<PlannedRun> runs =
        plan.runs(1).stream()
            .map(run -> run.started("x").with(PlannedRun.RunState.DONE, "fail", 60, ""))
            .toList();
    return new StudyRuns("tiny", 1, "", List.of(), plan.fingerprints(), runs);
  }

  @Test
  void theExitCodeIsTheWorstVerdictOrTellsThatRunsAreLeft() {
    assertThat(exitCode(runs("pass", "fail"), StudyCampaign.StopReason.DONE))
        .isEqualTo(ExitCode.FAIL);
    assertThat(exitCode(runs("pass", "pass"), StudyCampaign.StopReason.DONE))
        .isEqualTo(ExitCode.PASS);
    assertThat(exitCode(runs("pass", ""), StudyCampaign.StopReason.DONE))
        .isEqualTo(ExitCode.INTERNAL);
    assertThat(exitCode(runs("fail", "pass"), StudyCampaign.StopReason.BUDGET))
        .isEqualTo(ExitCode.INTERRUPTED);
  }

  @Test
  void theExitCodeFollowsAVerdictThatACheckHasChanged() throws IOException {
    Path run = Files.createDirectory(folder.resolve("x"));
    ResultsFile.write(Results.of("r", "flink", "1").verdict(Verdict.UNKNOWN).build(), run);
    assertThat(exitCode(runs("pass", "pass"), StudyCampaign.StopReason.DONE))
        .isEqualTo(ExitCode.UNKNOWN);
  }

  @Test
  void aStudyWhoseControlsWereLeftForLaterIsNoPass() throws IOException {
    Path run = Files.createDirectory(folder.resolve("x"));
    Results passed = Results.of("r", "flink", "1").verdict(Verdict.PASS).build();
    ResultsFile.write(Controls.without(passed, "it was left for later"), run);
    StudyRuns both = runs("pass", "pass");
    assertThat(exitCode(both, StudyCampaign.StopReason.DONE)).isEqualTo(ExitCode.UNKNOWN);
    ResultsFile.write(Controls.against(passed, passed), run);
    assertThat(exitCode(both, StudyCampaign.StopReason.DONE)).isEqualTo(ExitCode.PASS);
  }

  private int exitCode(StudyRuns runs, StudyCampaign.StopReason stop) {
    return ExitCode.of(new StudyOutcome(folder, stop, runs));
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
