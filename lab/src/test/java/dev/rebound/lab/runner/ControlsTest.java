package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.journal.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlsTest {
  private static final Execution.ExecutionListener UNHEARD =
      new Execution.ExecutionListener() {
        @Override
        public void starting(RunDirectory directory, Journal journal) {}

        @Override
        public void judged(RunDirectory directory, Results results, AnalysisResult findings) {}

        @Override
        public void ended(RunDirectory directory, Results results) {}
      };

  @TempDir Path folder;

  @Test
  void withoutSettingsItLeavesTheFaultsAndTheirBoundsOut() throws IOException {
    Experiment experiment = FakeRun.experiment(folder, "control=true");
    Experiment control = Controls.of(experiment);
    assertThat(control.name()).isEqualTo("fake-control");
    assertThat(control.faults()).isEmpty();
    assertThat(control.expect())
        .extracting(Expectation::metric)
        .contains("lost")
        .doesNotContain("recovery.max", "disrupted.max");
    assertThat(new Execution.RunTurn(1, true).of(experiment).differs()).isEmpty();
  }

  @Test
  void whatOnlyFaultsHaveIsNotExpectedOfARunWithoutThem() throws IOException {
    Path file = folder.resolve("bounded.yaml");
    Files.writeString(
        file,
        FakeRun.YAML.replace(
            "recovery.max: < 5s",
            "detected.max: < 5s, reassigned.max: < 5s, restored.max: < 5s, first-output.max: < 5s,"
                + " away.max: < 5s, false-alarms: 0, never-back: 0, faults.latency.p99: < 5s"));
    Experiment experiment = ExperimentFile.load(file, List.of(), 1, Set.of("fake")).get(0);
    assertThat(Controls.of(experiment).expect())
        .extracting(Expectation::metric)
        .contains("never-back", "faults.latency.p99", "lost")
        .doesNotContain(
            "detected.max",
            "reassigned.max",
            "restored.max",
            "first-output.max",
            "away.max",
            "false-alarms");
  }

  @Test
  void withSettingsItHasTheFaultsToo() throws IOException {
    Experiment experiment = FakeRun.experiment(folder, "control.set.engine.workers=3");
    Experiment control = Controls.of(experiment);
    assertThat(control.name()).isEqualTo("fake-control");
    assertThat(control.engine().workers()).isEqualTo(3);
    assertThat(control.faults()).isEqualTo(experiment.faults());
    assertThat(new Execution.RunTurn(1, true).of(experiment).differs())
        .isEqualTo(Map.of("engine.workers", "3"));
    assertThat(new Execution.RunTurn(1, false).of(experiment).differs()).isEmpty();
  }

  @Test
  void theDifferenceSaysToWhatItIs() throws IOException {
    var results = FakeRun.of(Bug.NONE, folder).results();
    var control = results.against(Map.of(), Map.of("engine.workers", "3"));
    var compared = Controls.against(results, control);
    assertThat(compared.differs()).isEqualTo(Map.of("engine.workers", "3"));
    assertThat(compared.difference()).containsEntry("lost", 0.0);
    assertThat(compared.warnings()).isEqualTo(results.warnings());
    var least =
        results.toBuilder()
            .bounds(Map.of("lost", new Results.Bounds(0, Double.POSITIVE_INFINITY)))
            .build();
    assertThat(Controls.against(least, control).difference()).doesNotContainKey("lost");
  }

  @Test
  void untilItsControlIsDoneARunHasNone() throws IOException {
    FakeRun run = FakeRun.of(Bug.NONE, folder, "control=true");
    for (boolean due : new boolean[] {true, false}) {
      RunDirectory directory = new RunDirectory(folder.resolve("due-" + due), "fake");
      Execution.RunTurn turn = new Execution.RunTurn(1, false);
      try (Jobs jobs = Jobs.create(FakeRun.experiment(folder, "control=" + due), directory, turn)) {
        jobs.first().conclude(run.results(), run.findings(), UNHEARD);
      }
      Results written = ResultsFile.read(directory.path()).orElseThrow();
      assertThat(written.verdict()).isEqualTo(Verdict.PASS);
      assertThat(written.verdictWithControl()).isEqualTo(due ? Verdict.UNKNOWN : Verdict.PASS);
    }
  }

  @Test
  void whatIsInDoubtInEitherHasNoDifferenceAndTheRunSaysWhy() throws IOException {
    var results =
        FakeRun.of(Bug.NONE, folder).results().toBuilder()
            .verdict(Verdict.PASS)
            .metrics(Map.of("lost", 1.0, "outage.max", 900.0, "baseline.latency.p99", 9.0))
            .build();
    var failed =
        results.toBuilder()
            .verdict(Verdict.FAIL)
            .judgements(
                List.of(new Results.Judgement("lost", "0", 1.0, Verdict.FAIL, "expected 0")))
            .build();
    assertThat(Controls.against(results, failed).difference()).containsKey("lost");
    assertThat(Controls.against(results, failed).warnings())
        .extracting(Results.RigDoubt::message)
        .anyMatch(message -> message.contains("fail in lost (expected 0)"));

    var doubted =
        results.toBuilder()
            .warnings(
                List.of(
                    new Results.RigDoubt(
                        "cpu-saturated", "busy", "", List.of("baseline", "outage"), false)))
            .build();
    var compared = Controls.against(results, doubted);
    assertThat(compared.difference()).containsOnlyKeys("lost");
    assertThat(compared.warnings())
        .extracting(Results.RigDoubt::message)
        .anyMatch(message -> message.contains("cpu-saturated: busy"));
    assertThat(Controls.against(doubted, results).difference()).containsOnlyKeys("lost");
    assertThat(Controls.asBefore(results, compared)).isEqualTo(compared);
  }

  @Test
  void aControlThatWasMadeAgainTakesTheDoubtOfTheEarlierOneWithIt() throws IOException {
    var results = FakeRun.of(Bug.NONE, folder).results().toBuilder().verdict(Verdict.PASS).build();
    var failed = results.toBuilder().verdict(Verdict.FAIL).build();
    var before = Controls.against(results, failed);
    assertThat(before.warnings()).hasSize(results.warnings().size() + 1);
    assertThat(Controls.against(before, failed)).as("once").isEqualTo(before);
    var now = Controls.against(before, results);
    assertThat(now.warnings()).isEqualTo(results.warnings());
    assertThat(now.controlVerdict()).isEqualTo(Verdict.PASS);
  }
}
