package dev.rebound.campaign.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Cells that a text chooses. */
class StudyChoiceTest {
  private static final String STORM = "flat out, storm 2.8.3, tuned, linger.ms ";

  private static final List<PlannedRun> RUNS =
      Stream.of("linger.ms 5", "linger.ms 50")
          .map(variant -> new PlannedCell("flat out", "storm", "2.8.3", "tuned", variant))
          .map(cell -> PlannedRun.of(cell, cell.variant(), false, 1))
          .toList();

  private static List<String> chosen(String... texts) {
    StudyChoice choice = new StudyChoice(List.of(texts), 1, null, true);
    return RUNS.stream().filter(choice.among(RUNS)).map(PlannedRun::experiment).toList();
  }

  @Test
  void aWholeLabelChoosesItsCellAlone() {
    assertThat(chosen(STORM + "5")).containsExactly("linger.ms 5");
    assertThat(chosen(STORM.toUpperCase(Locale.ROOT) + "5")).hasSize(1);
    assertThat(chosen(STORM + "50")).containsExactly("linger.ms 50");
    assertThat(chosen(STORM + "5", STORM + "50")).hasSize(2);
  }

  @Test
  void aPartOfLabelsChoosesAllThatHaveIt() {
    assertThat(chosen("storm 2.8.3, tuned, linger.ms 5")).hasSize(2);
    assertThat(chosen(STORM)).hasSize(2);
    assertThat(chosen("flink")).isEmpty();
  }

  @Test
  void aCellThatIsNotChosenDoesNotMakeABlockWhole() {
    StudyRuns runs =
        new StudyRuns("s", 1, "", List.of(), Map.of(), RUNS)
            .chosen(new StudyChoice(List.of(STORM + "5"), 1, null, true), 1);
    assertThat(RUNS.stream().map(runs::belongs)).containsExactly(true, false);
  }
}
