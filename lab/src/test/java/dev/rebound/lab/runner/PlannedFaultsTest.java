package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.judge.JournalFacts;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was carried out, held against what was planned: what did not happen was not survived. */
class PlannedFaultsTest {
  private static final String SIX =
      "faults=[{ at: 1050ms, every: 8s, kill: worker, restart: { after: 2s } }]";

  private static final String OF_OUTPUTS = "expect={ lost: 0 }";

  @TempDir Path folder;

  private LeftRun sixKills() throws IOException {
    assertThat(
            FakeRun.of(Bug.NONE, folder, SIX, "phases.faults=48s", OF_OUTPUTS).results().faults())
        .hasSize(6);
    LeftRun run = LeftRun.in(folder);
    assertThat(run.check().verdict()).as("as it was left").isEqualTo(Verdict.PASS);
    return run;
  }

  private static void unknown(LeftRun run, String... words) {
    Results results = run.check();
    assertThat(results.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(results.unjudged().get(JournalFacts.EVERYTHING)).contains(words);
    assertThat(results.warnings())
        .extracting(Results.RigDoubt::code)
        .contains(Doubt.FAULT_NOT_CONFIRMED.code())
        .isSubsetOf(Doubt.FAULT_NOT_CONFIRMED.code(), Doubt.JOURNAL_CUT.code());
  }

  @Test
  void sixKillsOfWhichNeitherJournalNorEvidenceKnowsAreNoPass() throws IOException {
    LeftRun run = sixKills();
    for (int fault = 1; fault <= 6; fault++) {
      run.dropFault(fault);
    }
    unknown(
        run,
        "6 fault(s)",
        "fault 1, due 1 s into the faults phase, was not carried out",
        "fault 6, due 41 s into the faults phase, was not carried out");
  }

  @Test
  void aKillThatIsDroppedFromBothIsNoPassWhicheverItIs() throws IOException {
    sixKills();
    for (int fault = 1; fault <= 6; fault++) {
      FakeRun.of(Bug.NONE, folder, SIX, "phases.faults=48s", OF_OUTPUTS);
      LeftRun run = LeftRun.in(folder);
      run.dropFault(fault);
      unknown(run, "fault " + fault + ", due ");
    }
  }

  @Test
  void aKillThatNobodySaysTheOutcomeOfIsNoPass() throws IOException {
    LeftRun run = sixKills();
    run.drop(
        data ->
            data.path("event").asText().equals("fault-confirmed")
                && data.path("fault").asInt() == 3);
    unknown(run, "fault 3", "what became of");
  }

  @Test
  void anotherFaultThanTheOneThatWasPlannedIsNoPass() throws IOException {
    LeftRun run = sixKills();
    run.changeFault(2, fault -> fault.put("kind", "terminate"));
    unknown(run, "fault 2", "kill of worker", "terminate of worker");
  }

  @Test
  void aFaultOfAnotherRoleIsNoPass() throws IOException {
    LeftRun run = sixKills();
    run.changeFault(2, fault -> fault.put("role", "jobmanager"));
    unknown(run, "fault 2", "kill of worker", "kill of jobmanager");
  }

  @Test
  void aFaultBeforeItsTimeIsNoPass() throws IOException {
    LeftRun run = sixKills();
    run.change(
        entry -> {
          if (entry.path("data").path("event").asText().equals("fault-started")
              && entry.path("data").path("fault").asInt() == 4) {
            entry.put("wallMicros", entry.path("wallMicros").asLong() - 5_000_000);
          }
        });
    unknown(run, "fault 4", "before its time");
  }

  @Test
  void aKillOfTwoOfWhichOneIsTakenOutOfBothIsNoPass() throws IOException {
    String two =
        "faults=[{ at: 1050ms, every: 8s, kill: worker, count: 2, restart: { after: 2s } }]";
    FakeRun.of(Bug.NONE, folder, two, "phases.faults=16s", OF_OUTPUTS);
    LeftRun run = LeftRun.in(folder);
    assertThat(run.check().verdict()).as("as it was left").isEqualTo(Verdict.PASS);
    List<String> taken = new ArrayList<>();
    run.changeFault(
        2,
        fault -> {
          if (fault.path("victims").size() == 2) {
            taken.add(fault.withArray("victims").remove(1).asText());
          }
          if (fault.path("holdsWork").size() == 2) {
            fault.withArray("holdsWork").remove(1);
          }
        });
    run.drop(
        data ->
            List.of("fault-confirmed", "fault-healed").contains(data.path("event").asText())
                && data.path("fault").asInt() == 2
                && taken.contains(data.path("node").asText()));
    unknown(run, "fault 2 was to hit 2, and the journal names 1");
  }

  @Test
  void aPauseThatWasOverBeforeItsTimeIsNoPass() throws IOException {
    String pause = "faults=[{ at: 1050ms, pause: worker, for: 8s }]";
    FakeRun.of(Bug.NONE, folder, pause, "phases.faults=20s", OF_OUTPUTS);
    LeftRun run = LeftRun.in(folder);
    assertThat(run.check().verdict()).as("as it was left").isEqualTo(Verdict.PASS);
    run.change(
        entry -> {
          if (entry.path("data").path("event").asText().equals("fault-healed")) {
            entry.put("wallMicros", entry.path("wallMicros").asLong() - 7_000_000);
          }
        });
    unknown(run, "fault 1", "was healed 7 s before its time");
  }

  @Test
  void aFaultThatNobodyPlannedIsNoPass() throws IOException {
    LeftRun run = sixKills();
    run.changeFault(6, fault -> fault.put("fault", 7));
    unknown(run, "fault 7", "not planned", "fault 6, due ");
  }

  @Test
  void aRunThatWasInterruptedIsToldAsSuchAlone() throws IOException {
    FakeRun run =
        FakeRun.of(
            Bug.NONE, folder, RunnerTest.interruptAfter(20), SIX, "phases.faults=48s", OF_OUTPUTS);
    assertThat(run.results().unjudged())
        .containsEntry(JournalFacts.EVERYTHING, "the run was interrupted");
    assertThat(LeftRun.in(folder).check().warnings()).isEmpty();
  }

  @Test
  void whatIsExpectedOfFaultsIsUnknownWhereThereAreNone() throws IOException {
    FakeRun run =
        FakeRun.of(
            Bug.NONE,
            folder,
            "faults=[]",
            "expect={ recovery.max: < 5s, outage.max: < 5s, detected.max: < 5s, false-alarms: 0 }");
    for (String metric : List.of("recovery.max", "outage.max", "detected.max", "false-alarms")) {
      assertThat(run.judged(metric)).as(metric).isEqualTo(Verdict.UNKNOWN);
    }
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whatIsExpectedOfAPhaseOfNoLengthIsUnknown() throws IOException {
    FakeRun run =
        FakeRun.of(
            Bug.NONE,
            folder,
            "phases.baseline=0s",
            "phases.settle=0s",
            "expect={ baseline.latency.p99: < 5s, settle.latency.p99: < 5s, lost: 0 }");
    assertThat(run.judged("baseline.latency.p99")).isEqualTo(Verdict.UNKNOWN);
    assertThat(run.judged("settle.latency.p99")).isEqualTo(Verdict.UNKNOWN);
    assertThat(run.judged("lost")).isEqualTo(Verdict.PASS);
  }

  @Test
  void aRunWithoutFaultsOwesNone() throws IOException {
    assertThat(FakeRun.of(Bug.NONE, folder, "faults=[]", OF_OUTPUTS).verdict())
        .isEqualTo(Verdict.PASS);
    assertThat(LeftRun.in(folder).check().verdict()).isEqualTo(Verdict.PASS);
  }
}
