package dev.rebound.campaign.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** A run that is done is made once more, and takes the place of the earlier one when it is done. */
class StudyAgainTest extends PretendedStudy {
  private static final String RUN = "kill 1 of 2, flink 2.3.0, stock, run 2";
  private static final String NAME = "one-flink 2";
  private static final String BECAUSE = "a backup ran";
  private static final PlannedRun.OtherRun EARLIER =
      new PlannedRun.OtherRun("one-flink/2", "fail", BECAUSE);
  private static final PlannedRun.OtherRun REPEAT =
      new PlannedRun.OtherRun("one-flink/2", "", BECAUSE);

  @Test
  void oneRunIsMadeAgainAndTheOneBeforeItStaysTold() {
    failed();
    assertThat(executor.folder.resolve("study.json")).content().doesNotContain("earlier");
    int reports = executor.reports;
    assertThat(again(RUN)).isEqualTo(StudyCampaign.StopReason.DONE);
    assertThat(executor.executed).containsExactly(NAME);
    assertThat(executor.compared).containsExactly("one-flink with one-flink-control");
    assertThat(executor.reports).isEqualTo(reports + 1);
    PlannedRun made = made();
    assertThat(made.state()).isEqualTo(PlannedRun.RunState.DONE);
    assertThat(made.verdict()).isEqualTo("pass");
    assertThat(made.attempts()).isEqualTo(1);
    assertThat(made.earlier()).containsExactly(EARLIER);
    assertThat(runs(parent).runs()).filteredOn(run -> !run.earlier().isEmpty()).hasSize(1);
    executor.reset();
    execute(all());
    assertThat(executor.executed).as("once").isEmpty();
    again(RUN.toUpperCase(Locale.ROOT));
    assertThat(made().before()).isEqualTo("FAIL (a backup ran), PASS (a backup ran)");
  }

  @Test
  void interruptedOrKilledItDoesNotCountAndIsTold() {
    failed();
    PlannedRun before = made();
    executor.interruptAt = 1;
    assertThat(again(RUN)).isEqualTo(StudyCampaign.StopReason.INTERRUPTED);
    assertThat(executor.told)
        .contains("The earlier run counts; reports tell that it was to be made again.");
    assertThat(made()).isEqualTo(before.begunAgain("one-flink/2", BECAUSE));
    executor.reset();
    executor.dieAt = 1;
    assertThatThrownBy(() -> again(RUN)).isInstanceOf(Killed.class);
    assertThat(made().repeats()).containsExactly(REPEAT, REPEAT);
    assertThat(made().verdict()).isEqualTo("fail");
    assertThat(made().before()).isEmpty();
    executor.reset();
    execute(all());
    assertThat(executor.executed).as("nothing is left").isEmpty();
  }

  @Test
  void oneThatIsOfNoUseDoesNotCountAndIsTold() {
    failed();
    executor.failures.addAll(List.of(true, true));
    assertThat(again(RUN)).isEqualTo(StudyCampaign.StopReason.FAILING);
    assertThat(made().verdict()).isEqualTo("fail");
    assertThat(made().repeats()).containsExactly(REPEAT, REPEAT);
    executor.reset();
    executor.failures.add(true);
    assertThat(again(RUN)).as("tried twice").isEqualTo(StudyCampaign.StopReason.DONE);
    assertThat(made().attempts()).isEqualTo(2);
    assertThat(made().earlier()).containsExactly(EARLIER);
  }

  @Test
  void whatWasChosenAndWhatIsLeftStayAsTheyAre() {
    execute(new StudyChoice(List.of("flink"), 1, null, false));
    executor.reset();
    String run = "kill 1 of 2, flink 2.3.0, stock, run 1";
    assertThat(again(run)).isEqualTo(StudyCampaign.StopReason.DONE);
    assertThat(executor.executed).containsExactly("one-flink 1");
    assertThat(runs(parent).only()).containsExactly("flink");
    assertThat(runs(parent).noControls()).isTrue();
  }

  @Test
  void oneOfABlockBeyondTheFixedNumberIsMadeAgainToo() {
    failed();
    execute(new StudyChoice(List.of(), 3, null, true));
    executor.reset();
    again("kill 1 of 2, flink 2.3.0, stock, run 3");
    assertThat(executor.executed).containsExactly("one-flink 3");
    execute(all());
    assertThat(runs(parent).runs())
        .filteredOn(run -> !run.earlier().isEmpty())
        .extracting(PlannedRun::repetition)
        .containsExactly(3);
  }

  @Test
  void aNameThatIsNoneOrSeveralIsToldWithWhatIsThere() {
    failed();
    ReboundException none = refused("flink 1.0", "");
    assertThat(none).hasMessage("no run of the study is called 'flink 1.0'");
    assertThat(none.remedy())
        .startsWith("Its runs: ")
        .contains(RUN)
        .contains("kill 1 of 2, flink 2.3.0, stock, control 2");
    ReboundException several = refused("2 of 2, Flink", "");
    assertThat(several).hasMessage("'2 of 2, Flink' names 2 runs of the study");
    assertThat(several.remedy())
        .contains("kill 2 of 2, flink 2.3.0, stock, run 1")
        .contains("kill 2 of 2, flink 2.3.0, stock, run 2")
        .doesNotContain("1 of 2");
    again("1 of 2, Flink 2.3.0, stock, control 1");
    assertThat(executor.executed).as("a part is enough").containsExactly("one-flink-control 1");
  }

  @Test
  void anotherBuildIsRefused() throws IOException {
    failed();
    Path run = Files.createDirectories(executor.folder.resolve("one-flink/2"));
    Files.writeString(run.resolve("environment.json"), "{\"build\": \"b1\"}");
    assertThat(refused(RUN, "b2"))
        .hasMessage(
            RUN
                + " was made with build b1 of Rebound, and this is build b2: only runs of one build"
                + " count together");
    assertThat(refused(RUN, "")).hasMessageContaining("this is build (not recorded)");
    assertThat(runs(parent).toMakeAgain(executor.folder, RUN, "b1").label()).isEqualTo(RUN);
  }

  @Test
  void whatWasNotMadeYetCannotBeMadeAgain() {
    assertThatThrownBy(() -> again(RUN))
        .hasMessage("no study was begun in " + parent + ": there is no run to make again");
    assertThat(parent).doesNotExist();
    executor.interruptAt = 1;
    execute(all());
    PlannedRun left =
        runs(parent).runs().stream().filter(PlannedRun::open).findFirst().orElseThrow();
    assertThat(refused(left.label(), ""))
        .hasMessage(left.label() + " is not done: there is nothing to make again");
  }

  @Test
  void aStudyThatHasChangedIsToldWithWhatDiffers() throws IOException {
    failed();
    file("one.yaml", KILL.formatted("one", "200/s", 1));
    assertThatThrownBy(() -> again(RUN))
        .hasMessageStartingWith("no run of this study was begun: ")
        .hasMessageContaining("is another study by now: one-flink has changed");
  }

  /** The whole study, in which every run fails. */
  private void failed() {
    executor.verdict = Verdict.FAIL;
    execute(all());
    executor.reset();
    executor.compared.clear();
    executor.verdict = Verdict.PASS;
  }

  private StudyCampaign.StopReason again(String text) {
    StudyPlan plan = plan();
    Path folder = StudyStart.begun(parent, plan);
    StudyRuns begun = StudyRuns.read(folder).orElseThrow();
    PlannedRun earlier = begun.toMakeAgain(folder, text, "");
    return new StudyCampaign(
            folder, plan, begun.choice(plan.study()), begun, executor, () -> executor.seconds)
        .again(earlier, BECAUSE);
  }

  private ReboundException refused(String text, String build) {
    StudyRuns begun = runs(parent);
    try {
      var unused = begun.toMakeAgain(executor.folder, text, build);
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
