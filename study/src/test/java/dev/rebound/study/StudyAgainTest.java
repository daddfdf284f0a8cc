package dev.rebound.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.result.Verdict;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** A run that is done is made once more, and what it was made in place of stays told. */
class StudyAgainTest extends PretendedStudy {
  private static final String RUN = "kill 1 of 2, flink 2.3.0, stock, run 2";
  private static final String NAME = "one-flink 2";
  private static final PlannedRun.EarlierRun EARLIER =
      new PlannedRun.EarlierRun("one-flink/2", "fail");

  @Test
  void oneRunIsMadeAgainAndTheOneBeforeItStaysTold() {
    failed();
    assertThat(executor.folder.resolve("study.json")).content().doesNotContain("earlier");
    assertThat(again(RUN, all())).isEqualTo(StudyRunner.StopReason.DONE);
    assertThat(executor.executed).containsExactly(NAME);
    assertThat(executor.compared).containsExactly("one-flink with one-flink-control");
    PlannedRun made = made();
    assertThat(made.state()).isEqualTo(PlannedRun.RunState.DONE);
    assertThat(made.verdict()).isEqualTo("pass");
    assertThat(made.attempts()).isEqualTo(1);
    assertThat(made.earlier()).containsExactly(EARLIER);
    assertThat(runs(parent).runs()).filteredOn(run -> !run.earlier().isEmpty()).hasSize(1);
    executor.reset();
    execute(all());
    assertThat(executor.executed).as("once").isEmpty();
    again(RUN.toUpperCase(Locale.ROOT), all());
    assertThat(made().before()).isEqualTo("FAIL, PASS");
  }

  @Test
  void interruptedOrKilledItIsPendingAndDoneWhenTheStudyGoesOn() {
    failed();
    executor.interruptAt = 1;
    assertThat(again(RUN, all())).isEqualTo(StudyRunner.StopReason.INTERRUPTED);
    assertThat(made().state()).isEqualTo(PlannedRun.RunState.INTERRUPTED);
    assertThat(made().earlier()).containsExactly(EARLIER);
    assertThatThrownBy(() -> again(RUN, all()))
        .hasMessage(RUN + " is not done: there is nothing to make again");
    executor.reset();
    executor.dieAt = 1;
    assertThatThrownBy(() -> execute(all())).isInstanceOf(Killed.class);
    assertThat(made().earlier()).containsExactly(EARLIER);
    executor.reset();
    assertThat(execute(all())).isEqualTo(StudyRunner.StopReason.DONE);
    assertThat(executor.executed).containsExactly(NAME);
    assertThat(made().earlier()).containsExactly(EARLIER);
  }

  @Test
  void oneThatIsOfNoUseWhenMadeAgainLeavesTheEarlierOneTold() {
    failed();
    executor.failures.addAll(List.of(true, true));
    again(RUN, all());
    assertThat(made().state()).isEqualTo(PlannedRun.RunState.FAILED);
    assertThat(made().earlier()).containsExactly(EARLIER);
    executor.reset();
    execute(all());
    assertThat(executor.executed).containsExactly(NAME);
    assertThat(made().earlier()).containsExactly(EARLIER);
  }

  @Test
  void oneOfABlockBeyondTheFixedNumberIsNotForgotten() {
    failed();
    StudyChoice three = new StudyChoice(List.of(), 3, null, true);
    execute(three);
    executor.reset();
    executor.interruptAt = 1;
    again("kill 1 of 2, flink 2.3.0, stock, run 3", three);
    executor.reset();
    execute(all());
    assertThat(executor.executed).as("not chosen").isEmpty();
    assertThat(runs(parent).runs())
        .filteredOn(run -> !run.earlier().isEmpty())
        .extracting(PlannedRun::repetition)
        .containsExactly(3);
    execute(three);
    assertThat(executor.executed).containsExactly("one-flink 3");
  }

  @Test
  void aNameThatIsNoneOrSeveralIsToldWithWhatIsThere() {
    failed();
    ReboundException none = refused("flink 1.0", all());
    assertThat(none).hasMessage("no run of the study is called 'flink 1.0'");
    assertThat(none.remedy())
        .startsWith("Its runs: ")
        .contains(RUN)
        .contains("kill 1 of 2, flink 2.3.0, stock, control 2");
    ReboundException several = refused("2 of 2, Flink", all());
    assertThat(several).hasMessage("'2 of 2, Flink' names 2 runs of the study");
    assertThat(several.remedy())
        .contains("kill 2 of 2, flink 2.3.0, stock, run 1")
        .contains("kill 2 of 2, flink 2.3.0, stock, run 2")
        .doesNotContain("1 of 2");
    assertThat(states(parent)).containsOnly(PlannedRun.RunState.DONE);
    again("1 of 2, Flink 2.3.0, stock, control 1", all());
    assertThat(executor.executed).as("a part is enough").containsExactly("one-flink-control 1");
  }

  @Test
  void aRunThatIsNotChosenIsRefused() {
    failed();
    assertThat(refused(RUN, new StudyChoice(List.of("kafka-streams"), 2, null, true)))
        .hasMessage(RUN + " is none of the runs that are chosen now");
    assertThat(refused(RUN, new StudyChoice(List.of(), 1, null, true)).remedy())
        .contains("--repetitions 2");
  }

  @Test
  void whatWasNotMadeYetCannotBeMadeAgain() {
    assertThat(refused(RUN, all())).hasMessageContaining("is not done");
    assertThat(parent).doesNotExist();
  }

  /** The whole study, in which every run fails. */
  private void failed() {
    executor.verdict = Verdict.FAIL;
    execute(all());
    executor.reset();
    executor.compared.clear();
    executor.verdict = Verdict.PASS;
  }

  private StudyRunner.StopReason again(String text, StudyChoice choice) {
    StudyPlan plan = plan();
    StudyStart start = StudyStart.find(parent, plan, choice, false);
    StudyRuns begun = start.runs().again(text, choice.within(start.runs(), plan.study()));
    return new StudyRunner(executor.folder, plan, choice, begun, executor, () -> executor.seconds)
        .run();
  }

  private ReboundException refused(String text, StudyChoice choice) {
    StudyRuns begun = StudyStart.find(parent, plan(), choice, false).runs();
    try {
      var unused = begun.again(text, choice);
    } catch (ReboundException e) {
      return e;
    }
    throw new AssertionError("not refused: " + text);
  }

  private PlannedRun made() {
    return runs(parent).runs().stream()
        .filter(run -> run.label().equals(RUN))
        .findFirst()
        .orElseThrow();
  }
}
