package dev.rebound.campaign.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.result.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Studies of runs that only pretend: order, resuming, failures and budgets. */
class StudyCampaignTest extends PretendedStudy {
  @Test
  void itReportsAfterEveryRepetitionAndAgainWhenNothingIsLeft() {
    execute(all());
    assertThat(executor.reports).isEqualTo(2);
    execute(all());
    assertThat(executor.reports).isEqualTo(3);
    assertThat(executor.told.get(0)).startsWith("run 1 of 12: kill ").endsWith("; 48 min left)");
  }

  @Test
  void interruptedAtAnyRunItGoesOnWithThatRunAndDoesEachOnce() {
    for (int at = 1; at <= 12; at++) {
      Path place = temporary.resolve("interrupted-" + at);
      executor.reset();
      executor.interruptAt = at;
      assertThat(execute(place, all(), false)).isEqualTo(StudyCampaign.StopReason.INTERRUPTED);
      assertThat(states(place)).contains(PlannedRun.RunState.INTERRUPTED);
      List<String> before = List.copyOf(executor.executed);
      executor.reset();
      assertThat(execute(place, all(), false)).isEqualTo(StudyCampaign.StopReason.DONE);
      assertThat(executor.executed.get(0)).isEqualTo(before.get(at - 1));
      assertThat(executor.executed).hasSize(12 - at + 1);
      assertThat(states(place)).containsOnly(PlannedRun.RunState.DONE);
      assertThat(folders(place)).hasSize(1);
    }
  }

  @Test
  void killedInAnyRunItGoesOnWithThatRun() {
    for (int at = 1; at <= 12; at++) {
      Path place = temporary.resolve("killed-" + at);
      executor.reset();
      executor.dieAt = at;
      assertThatThrownBy(() -> execute(place, all(), false)).isInstanceOf(Killed.class);
      executor.reset();
      execute(place, all(), false);
      assertThat(executor.executed).hasSize(12 - at + 1);
      assertThat(executor.told.get(0)).contains("has no end");
      assertThat(states(place)).containsOnly(PlannedRun.RunState.DONE);
    }
  }

  @Test
  void aRunThatEndedJustBeforeItsLabWasKilledCounts() {
    executor.dieAt = 3;
    assertThatThrownBy(() -> execute(all())).isInstanceOf(Killed.class);
    executor.reset();
    executor.endedAll = true;
    execute(all());
    assertThat(executor.executed).hasSize(9).startsWith(name(plan().runs(2).get(3)));
  }

  @Test
  void aRigThatBreaksOnceIsTriedAgainAndOneThatBreaksTwiceIsFailedAndTheStudyGoesOn() {
    executor.failures.addAll(List.of(true, false, false, true, true));
    assertThat(execute(all())).isEqualTo(StudyCampaign.StopReason.DONE);
    assertThat(states(parent)).containsOnlyOnce(PlannedRun.RunState.FAILED);
    PlannedRun failed = runs(parent).runs().get(2);
    String name = name(failed);
    assertThat(failed.state()).isEqualTo(PlannedRun.RunState.FAILED);
    assertThat(failed.note()).contains("no port");
    assertThat(failed.attempts()).isEqualTo(2);
    executor.reset();
    execute(all());
    assertThat(executor.executed).containsExactly(name);
  }

  @Test
  void aRunWhoseInstrumentsDiedIsTriedAgain() {
    executor.breakAt = 2;
    execute(all());
    assertThat(executor.executed).hasSize(13);
    assertThat(executor.told).anyMatch(line -> line.contains("observer died"));
  }

  @Test
  void aRunThatTwiceMeasuredNothingStands() {
    executor.blind = true;
    assertThat(execute(all())).isEqualTo(StudyCampaign.StopReason.DONE);
    assertThat(executor.executed).hasSize(24);
    assertThat(runs(parent).runs())
        .allMatch(
            run -> run.state() == PlannedRun.RunState.DONE && run.note().equals("no fault seen"));
    executor.reset();
    execute(all());
    assertThat(executor.executed).as("it is not replaced by a better one").isEmpty();
  }

  @Test
  void twoFailedRunsInARowEndIt() {
    executor.failures.addAll(List.of(true, true, true, true));
    assertThat(execute(all())).isEqualTo(StudyCampaign.StopReason.FAILING);
    executor.reset();
    executor.endedAll = true;
    executor.interruptAt = 1;
    execute(all());
    executor.reset();
    assertThat(execute(all())).isEqualTo(StudyCampaign.StopReason.DONE);
    assertThat(executor.executed).hasSize(12);
  }

  @Test
  void aVerdictOfFailIsAResult() {
    executor.verdict = Verdict.FAIL;
    assertThat(execute(all())).isEqualTo(StudyCampaign.StopReason.DONE);
    assertThat(runs(parent).runs()).allMatch(run -> run.verdict().equals("fail"));
  }

  @Test
  void noRunIsStartedThatWouldNotEndWithinTheBudget() {
    executor.takesSeconds = 100;
    StudyChoice budget = new StudyChoice(List.of(), 2, Duration.ofMinutes(10), true);
    assertThat(execute(budget)).isEqualTo(StudyCampaign.StopReason.BUDGET);
    assertThat(executor.executed).hasSize(6);
    assertThat(executor.told.get(executor.told.size() - 1))
        .contains("6 runs are left, about 10 min");
    assertThat(execute(budget)).isEqualTo(StudyCampaign.StopReason.DONE);
    assertThat(executor.executed).hasSize(12);
  }

  @Test
  void estimatesFollowWhatRunsReallyTake() {
    executor.takesSeconds = 600;
    execute(all());
    assertThat(executor.told)
        .anyMatch(line -> line.startsWith("run 12 of 12") && line.contains("(about 10 min;"));
  }

  @Test
  void thePlanSaysWhatItTakes() {
    StudyPlan plan = plan();
    StudyRuns runs = StudyStart.find(parent, plan, all(), false).runs();
    assertThat(StudyWords.lines(plan, runs, all(), false))
        .anyMatch(
            line -> line.contains("kill 1 of 2, flink 2.3.0, stock: 2 runs of about 5 min, 2 con"))
        .contains("12 runs: about 48 min");
    assertThat(StudyWords.diskBytes(plan, runs, all(), false)).isEqualTo(1000 + 8 * 10 + 4 * 8);
    assertThat(parent).doesNotExist();
  }
}
