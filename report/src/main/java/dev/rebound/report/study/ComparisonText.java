package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Scaling;
import dev.rebound.report.study.ComparisonTables.CellTable;
import dev.rebound.report.study.ScalingWords.Step;
import dev.rebound.report.terminal.Wrapping;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A comparison as lines for a terminal: what was found, a table of cells, and the rest. Pure. */
public final class ComparisonText {
  private final Comparison comparison;
  private final List<String> lines = new ArrayList<>();

  private ComparisonText(Comparison comparison) {
    this.comparison = comparison;
  }

  /** Lines without colour; tables are as wide as their words. */
  public static List<String> lines(Comparison comparison) {
    ComparisonText text = new ComparisonText(comparison);
    text.add();
    return text.lines;
  }

  private void add() {
    if (!comparison.differences().isEmpty()) {
      List<String> found = ComparisonWords.found(comparison);
      (found.isEmpty() ? List.of(ComparisonWords.NONE_SHOWN) : found).forEach(this::wrap);
      String pairing = ComparisonWords.pairing(comparison);
      if (!pairing.isEmpty()) {
        wrap(pairing);
      }
      lines.add("");
    }
    ComparisonTables tables = ComparisonTables.of(comparison.cells());
    List<CellTable> shown =
        Stream.of(tables.requestsInGroups(), tables.recoveriesInGroups(), tables.steadyInGroups())
            .filter(table -> !table.isEmpty())
            .toList();
    for (CellTable table : shown) {
      lines.addAll(shown.indexOf(table) == 0 ? List.of() : List.of(""));
      TextTable.cells(table.columns(), table.cells(), lines);
    }
    if (!comparison.conditions().isEmpty()) {
      lines.add("");
      lines.add(ComparisonWords.note(comparison));
    }
    paragraph(ComparisonWords.doubts(comparison));
    paragraph(ComparisonWords.shown(comparison));
    comparison.scalings().forEach(this::scaling);
    paragraph(
        comparison.claims().stream()
            .map(c -> c.verdict() + ": " + c.claim() + " (" + c.why() + ")")
            .toList());
    notShown();
    comparison.leftOut().forEach(left -> wrap("Left out: " + left));
  }

  private void paragraph(List<String> sentences) {
    if (!sentences.isEmpty()) {
      lines.add("");
      sentences.forEach(this::wrap);
    }
  }

  private void notShown() {
    List<Difference> rest = ComparisonWords.notShown(comparison);
    List<String> together = ComparisonWords.toldTogether(comparison);
    if (rest.isEmpty() && together.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Not shown:");
    for (Difference difference : rest) {
      String price = ComparisonWords.price(difference);
      String hours = ComparisonWords.hours(difference);
      wrap(
          "%s: %s%s%s"
              .formatted(
                  difference.between(),
                  difference.seen(),
                  price.equals(ComparisonWords.NONE) ? "" : "; would show it: " + price,
                  hours.equals(ComparisonWords.NONE) ? "" : ", " + hours));
    }
    together.forEach(this::wrap);
    if (rest.stream().anyMatch(difference -> difference.price() != null)) {
      wrap(ComparisonWords.PRICE);
    }
  }

  private void scaling(Scaling scaling) {
    lines.add("");
    lines.add(ScalingWords.heading(scaling));
    List<Column<Step>> columns = new ArrayList<>();
    columns.add(new Column<>("", step -> ""));
    columns.addAll(ScalingWords.columns(scaling));
    TextTable.groups(
        columns, ScalingWords.steps(scaling), Step::line, Scaling.ScalingLine::label, lines);
    ScalingWords.said(scaling).forEach(this::wrap);
    if (ScalingWords.isFitted(scaling)) {
      wrap(ScalingWords.MODEL);
    }
  }

  private void wrap(String text) {
    lines.addAll(String.join("\n  ", Wrapping.lines(text, 100)).lines().toList());
  }
}
