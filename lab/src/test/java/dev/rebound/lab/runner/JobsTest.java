package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.Owner;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run with a second job: what its journal takes of the first one's, and what both come to. */
class JobsTest {
  @TempDir Path folder;

  @Test
  void phasesFaultsLivesAndDoubtsAboutAllOfTheRigConcernBoth() {
    assertThat(
            List.of(
                new Event.PhaseStarted("warmup", 1),
                new Event.PhaseEnded("warmup", true, ""),
                new Event.ProcessStarted("worker-1", "worker", 1, 7, Owner.SUBJECT),
                new Event.ProcessExited("worker-1", "worker", 1, 137, true, List.of()),
                new Event.FaultStarted(1, "kill", "worker", List.of(), List.of(), "", null, null),
                new Event.FaultConfirmed(1, "worker-1", 1, 7, 5, true, 3, ""),
                new Event.FaultHealed(1, "worker-1", 2, "", 0),
                new Event.DoubtRaised("run-broken", "", ""),
                new Event.DoubtRaised("fault-not-confirmed", "", ""),
                new Event.DoubtRaised("not-drained", "", ""),
                new Event.DoubtRaised("what-nobody-knows-yet", "", "")))
        .allMatch(Jobs::concernsAll);
  }

  @Test
  void whatIsOfOneJobDoesNot() {
    assertThat(
            List.of(
                new Event.Progress("reading the topics again"),
                new Event.EngineTransition(1, Step.RESTORED, "worker-1", ""),
                new Event.SeriesDeclared(List.of()),
                new Event.Tick(1, List.of()),
                new Event.FileWritten("data/x.bin", 1, ""),
                new Event.DoubtRaised("late-start", "", ""),
                new Event.DoubtRaised("not-reread", "", ""),
                new Event.DoubtRaised("probe-failed", "", "")))
        .noneMatch(Jobs::concernsAll);
  }

  private static Results results(Verdict verdict) {
    return Results.of("x-beside", "flink", "1")
        .verdict(verdict)
        .judgements(List.of(new Results.Judgement("lost", "0", 3.0, verdict, "")))
        .build();
  }

  @Test
  void theVerdictIsTheWorseOfBoth() {
    for (Verdict first : List.of(Verdict.PASS, Verdict.UNKNOWN, Verdict.FAIL)) {
      for (Verdict second : List.of(Verdict.PASS, Verdict.UNKNOWN, Verdict.FAIL)) {
        Results both = Jobs.judged(results(first), 1, results(second));
        Verdict worse =
            List.of(first, second).contains(Verdict.FAIL)
                ? Verdict.FAIL
                : first == second ? first : Verdict.UNKNOWN;
        assertThat(both.verdict()).as("%s and %s", first, second).isEqualTo(worse);
        assertThat(both.judgements().get(1).metric()).isEqualTo("beside");
        assertThat(both.judgements().get(1).verdict()).isEqualTo(second);
      }
    }
    assertThat(
            Jobs.judged(results(Verdict.PASS), 1, results(Verdict.FAIL)).judgements().get(1).why())
        .isEqualTo("the verdict on the second job is fail (lost), see beside/report.html");
  }

  @Test
  void theVerdictIsTheWorstOfAll() {
    Results three =
        Jobs.judged(
            Jobs.judged(results(Verdict.PASS), 1, results(Verdict.UNKNOWN)),
            2,
            results(Verdict.FAIL));
    assertThat(three.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(three.judgements())
        .extracting(Results.Judgement::metric, Results.Judgement::verdict)
        .containsExactly(
            tuple("lost", Verdict.PASS),
            tuple("beside", Verdict.UNKNOWN),
            tuple("beside-2", Verdict.FAIL));
    assertThat(three.judgements().get(2).why())
        .isEqualTo("the verdict on the third job is fail (lost), see beside-2/report.html");
  }

  @Test
  void aSecondJobThatCannotBeCheckedIsNoPassAndHidesNothing() {
    Exception problem = new IllegalStateException("torn");
    Results passed = Jobs.unchecked(results(Verdict.PASS), 1, Verdict.UNKNOWN, problem);
    assertThat(passed.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(passed.judgements().get(0).verdict()).isEqualTo(Verdict.PASS);
    assertThat(passed.judgements().get(1).why())
        .startsWith("the second job could not be checked to the end: ")
        .endsWith("torn");
    assertThat(Jobs.unchecked(results(Verdict.PASS), 1, Verdict.PASS, problem).verdict())
        .isEqualTo(Verdict.UNKNOWN);
    assertThat(Jobs.unchecked(results(Verdict.PASS), 1, Verdict.FAIL, problem).verdict())
        .isEqualTo(Verdict.FAIL);
    assertThat(Jobs.unchecked(results(Verdict.FAIL), 1, Verdict.UNKNOWN, problem).verdict())
        .isEqualTo(Verdict.FAIL);
  }

  private static Recheck again(Path run) {
    return Recheck.of(run, file -> ExperimentFile.load(file, List.of(), 1, Set.of("fake")).get(0));
  }

  @Test
  void aRunWhoseSecondJobLeftNothingToCheckIsCheckedWithoutIt() throws IOException {
    assertThat(FakeRun.of(Bug.NONE, folder, "beside={ load: { rate: 100/s } }").verdict())
        .isEqualTo(Verdict.PASS);
    Path run = folder.resolve("runs/fake/latest").toRealPath();
    Files.createDirectories(run.resolve("beside"));
    Recheck checked = again(run);
    assertThat(checked.beside()).isEmpty();
    assertThat(checked.results().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(checked.results().judgements())
        .filteredOn(judgement -> judgement.verdict() != Verdict.PASS)
        .singleElement()
        .satisfies(judgement -> assertThat(judgement.metric()).isEqualTo("beside"));
  }

  private Recheck checked(Bug bug, boolean own) throws IOException {
    Path first = Files.createDirectory(folder.resolve("first-" + bug));
    Path second = Files.createDirectory(folder.resolve("second-" + bug));
    assertThat(FakeRun.of(Bug.NONE, first, "beside={ load: { rate: 100/s } }").verdict())
        .isEqualTo(Verdict.PASS);
    FakeRun.of(bug, second);
    Path run = first.resolve("runs/fake/latest").toRealPath();
    Path other = second.resolve("runs/fake/latest").toRealPath();
    if (own) {
      Path journal = other.resolve("journal.jsonl");
      String id = again(other).directory().runId();
      String its = again(run).directory().runId() + "-beside";
      Files.writeString(journal, Files.readString(journal).replace(id, its));
    }
    Files.move(other, run.resolve("beside"));
    return again(run);
  }

  private Results checked(Bug bug) throws IOException {
    Recheck checked = checked(bug, true);
    assertThat(checked.beside()).hasSize(1);
    return checked.results();
  }

  @Test
  void theFolderOfAnotherRunIsNoneOfThisOne() throws IOException {
    Recheck checked = checked(Bug.NONE, false);
    assertThat(checked.beside()).isEmpty();
    assertThat(checked.results().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(checked.results().judgements())
        .filteredOn(judgement -> judgement.metric().equals("beside"))
        .singleElement()
        .satisfies(judgement -> assertThat(judgement.why()).contains("which is not of"));
  }

  @Test
  void whatTheSecondJobLostFailsTheRun() throws IOException {
    Results results = checked(Bug.LOSES_ON_KILL);
    assertThat(results.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(results.judgements())
        .filteredOn(judgement -> judgement.verdict() != Verdict.PASS)
        .singleElement()
        .satisfies(judgement -> assertThat(judgement.metric()).isEqualTo("beside"));
  }

  @Test
  void whereBothAreSoundTheRunPasses() throws IOException {
    assertThat(checked(Bug.NONE).verdict()).isEqualTo(Verdict.PASS);
  }
}
