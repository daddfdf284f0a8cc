package dev.rebound.analysis.compare.run;

import static dev.rebound.analysis.compare.baseline.RegressionRuns.MACHINE;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.changed;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.only;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.compare.baseline.Baseline;
import dev.rebound.analysis.compare.baseline.Regression;
import dev.rebound.analysis.compare.baseline.RegressionRuns;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunIdentityTest {
  private final RegressionRuns made = new RegressionRuns();

  @Test
  void threeCopiesOfOneRunAreNoBaseline() {
    ComparedRun run = made.runs(1, 2000, 1).get(0);
    assertThatThrownBy(() -> Baseline.of(List.of(run, copy(run, "b"), copy(run, "c"))))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem -> assertThat(problem.remedy()).contains("Leave one of them out"))
        .hasMessageContaining("kill-1-0")
        .hasMessageContaining("runs/copies/b")
        .hasMessageContaining("runs/kill/1/0");
  }

  @Test
  void aRunThatIsCheckedTwiceIsRefused() {
    Baseline baseline = Baseline.of(made.runs(5, 2000, 1));
    List<ComparedRun> now = new ArrayList<>(made.runs(3, 2000, 2));
    now.add(copy(now.get(0), "again"));
    assertThatThrownBy(() -> Regression.judge(baseline, now, 1.25))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("runs/copies/again");
  }

  @Test
  void runsOfTheBaselineAreNoLaterOnes() {
    List<ComparedRun> then = made.runs(5, 2000, 1);
    Baseline baseline = Baseline.of(then);
    List<ComparedRun> both = new ArrayList<>(then.subList(0, 1));
    both.addAll(made.runs(5, 6000, 2));
    for (List<ComparedRun> own : List.of(then, both, List.of(copy(then.get(0), "moved")))) {
      assertThatThrownBy(() -> Regression.judge(baseline, own, 1.25))
          .isInstanceOfSatisfying(
              ReboundException.class,
              problem -> assertThat(problem.remedy()).contains("made later"))
          .hasMessageContaining("is a run that the baseline was made of");
    }
  }

  /** An id names a second; the first signal tells apart what two machines began in it. */
  @Test
  void runsOfOneIdOfTwoMachinesAreTwo() {
    List<ComparedRun> then = made.runs(12, 2000, 1);
    List<ComparedRun> now =
        then.stream().map(run -> signalled(copy(run, run.results().runId()), 2)).toList();
    assertThat(only(then.stream().map(run -> signalled(run, 1)).toList(), now).outcome().verdict())
        .isEqualTo(Verdict.PASS);
  }

  @Test
  void aCopyWithAnotherMachinesWordsIsTheSameRun() {
    List<ComparedRun> then = new ArrayList<>();
    made.runs(12, 2000, 1).forEach(run -> then.add(signalled(run, 5)));
    ComparedRun copy =
        ComparedRunBuilder.builder(copy(then.get(0), "b"))
            .machine(MACHINE.replace("A processor", "Another processor"))
            .copy();
    then.add(copy);
    assertThatThrownBy(() -> Baseline.of(then)).hasMessageContaining("runs/copies/b is the same");
  }

  private static ComparedRun copy(ComparedRun run, String folder) {
    return ComparedRunBuilder.builder(run).folder(Path.of("runs/copies", folder)).copy();
  }

  private static ComparedRun signalled(ComparedRun run, long atMicros) {
    return changed(run, fault -> fault.toBuilder().atMicros(atMicros).build());
  }
}
