package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.StepFigure;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.result.FaultFigure;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the seconds of a recovery go, cell by cell, as a Markdown table: the load, the engine's
 * steps, outage, recovery time, and what a queue predicts. Where a study asks for several steps, or
 * for anything over load ÷ capacity. Pure.
 */
final class StepsTable {
  /** All but the last, which is the recovery time. */
  private static final List<String> STEPS =
      Step.words().stream().filter(step -> !step.equals(Step.CAUGHT_UP.word())).toList();

  private StepsTable() {}

  /** Whether a metric has a column here. */
  static boolean tells(String metric) {
    return metric.equals(FaultFigure.OUTAGE)
        || metric.equals(FaultFigure.RECOVERY)
        || STEPS.contains(metric.replace('-', ' '));
  }

  /** Adds nothing if the study asks for neither. */
  static void add(Comparison comparison, List<String> lines) {
    boolean asked =
        comparison.axes().stream().anyMatch(Comparison.Axis::ofLoad)
            || comparison.differences().stream()
                    .map(difference -> difference.metric().replace('-', ' '))
                    .filter(STEPS::contains)
                    .distinct()
                    .count()
                > 1;
    List<CellFigures> cells =
        comparison.cells().stream().filter(cell -> !cell.steps().isEmpty()).toList();
    if (!asked || cells.isEmpty()) {
      return;
    }
    MarkdownTable.add(columns(cells), cells, lines);
    lines.add("");
    lines.add(
        "After the fault: of steps the median of all faults, in brackets least and greatest; of the"
            + " rest means over runs of each run's median [95 %].");
    lines.add("");
  }

  private static List<Column<CellFigures>> columns(List<CellFigures> cells) {
    List<Column<CellFigures>> columns = new ArrayList<>();
    columns.add(new Column<>("scenario", cell -> cell.cell().scenario()));
    columns.add(new Column<>("cell", CellFigures::label));
    columns.add(new Column<>("load ÷ capacity", ComparisonWords::load));
    STEPS.forEach(step -> columns.add(new Column<>(step, cell -> words(step, cell))));
    columns.add(new Column<>("outage", cell -> ComparisonWords.both(cell.outage()).strip()));
    columns.add(
        new Column<>("recovery time", cell -> ComparisonWords.both(cell.recovery()).strip()));
    columns.add(new Column<>("a queue predicts", cell -> ComparisonWords.millis(cell.predicted())));
    columns.removeIf(
        column ->
            cells.stream()
                .allMatch(cell -> column.words().apply(cell).equals(ComparisonWords.NONE)));
    return columns;
  }

  private static String words(String step, CellFigures cell) {
    return cell.steps().stream()
        .filter(figure -> figure.step().equals(step))
        .map(figure -> words(figure, cell.faults()))
        .findFirst()
        .orElse(ComparisonWords.NONE);
  }

  private static String words(StepFigure figure, int faults) {
    String median = ComparisonWords.millis(figure.median());
    String range = ComparisonWords.range(figure);
    return median
        + (range.equals(median) ? "" : " (" + range + ")")
        + (figure.known() == faults ? "" : ", known of " + figure.known() + " of " + faults);
  }
}
