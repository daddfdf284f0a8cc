package dev.rebound.campaign.study;

import dev.rebound.analysis.compare.Study;
import dev.rebound.base.ReboundException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a study is to be executed now; the rest stays planned.
 *
 * @param only texts of which a cell's label must contain one, or be one that is the whole label of
 *     a cell; empty for every cell
 * @param repetitions how many blocks
 * @param budget start no run that would not end within it; null for no limit
 * @param controls whether runs without faults are part of it
 */
public record StudyChoice(
    List<String> only, int repetitions, @Nullable Duration budget, boolean controls) {
  /**
   * The same, with the number of blocks that was fixed, or that was named for the same cells
   * before, unless a person named another one.
   */
  public StudyChoice within(StudyRuns begun, Study study) {
    Integer fixed = begun.blocks();
    Integer blocks = fixed == null && begun.only().equals(only) ? begun.repetitions() : fixed;
    return blocks == null || repetitions != study.repetitions()
        ? this
        : new StudyChoice(only, blocks, budget, controls);
  }

  /**
   * Whether a run is to be executed, as far as its cells decide.
   *
   * @param all runs of the study
   */
  Predicate<PlannedRun> among(List<PlannedRun> all) {
    Set<String> labels =
        all.stream()
            .filter(run -> !run.control())
            .map(run -> label(run.cell()))
            .collect(Collectors.toSet());
    return run ->
        run.repetition() <= repetitions
            && (controls || !run.control())
            && (only.isEmpty()
                || run.cells().stream().anyMatch(cell -> isChosen(label(cell), labels)));
  }

  /** A text that is the whole label of a cell chooses that one alone. */
  private boolean isChosen(String label, Set<String> labels) {
    return only.stream()
        .map(StudyChoice::inOneCase)
        .anyMatch(text -> labels.contains(text) ? label.equals(text) : label.contains(text));
  }

  private static String label(PlannedCell cell) {
    return inOneCase(cell.label());
  }

  private static String inOneCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** Refuses texts that no cell of the plan contains. */
  public void check(StudyPlan plan) {
    if (repetitions < 1) {
      throw ReboundException.badInput(
          "--repetitions " + repetitions + " is not a number above 0",
          "For example --repetitions 3.");
    }
    for (String text : only) {
      if (plan.experiments().stream()
          .noneMatch(planned -> label(planned.cell()).contains(inOneCase(text)))) {
        throw ReboundException.badInput(
            "no cell of the study contains '" + text + "'",
            "Its cells: "
                + plan.experiments().stream()
                    .map(planned -> planned.cell().label())
                    .collect(Collectors.joining("; "))
                + ".");
      }
    }
  }
}
