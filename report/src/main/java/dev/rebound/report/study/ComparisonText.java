package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.report.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A comparison as lines for a terminal: a table of cells, then what can be said. Pure. */
public final class ComparisonText {
  private static final List<String> HEADER =
      List.of(
          "",
          "runs",
          "faults",
          "outage",
          "95 %",
          "recovery",
          "95 %",
          "load÷cap",
          "lost",
          "dup",
          "diverged");

  private static final String NO_INTERVAL = "needs 3 runs";

  private ComparisonText() {}

  /** Lines without colour; tables are as wide as their words. */
  public static List<String> lines(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    String scenario = null;
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    for (CellFigures cell : comparison.cells()) {
      if (!cell.cell().scenario().equals(scenario)) {
        scenario = cell.cell().scenario();
        rows.add(List.of(scenario));
      }
      rows.add(row(cell));
    }
    table(rows, lines);
    if (!comparison.conditions().isEmpty()) {
      lines.add("");
      lines.add("Note: " + String.join("; ", comparison.conditions()) + ".");
    }
    List<String> doubts =
        comparison.cells().stream().flatMap(c -> about(c, ComparisonWords.doubts(c))).toList();
    if (!doubts.isEmpty()) {
      lines.add("");
      doubts.forEach(doubt -> wrap(doubt, lines));
    }
    List<String> shown =
        comparison.cells().stream().flatMap(c -> about(c, ComparisonWords.shown(c))).toList();
    if (!shown.isEmpty()) {
      lines.add("");
      shown.forEach(one -> wrap(one, lines));
    }
    if (!comparison.differences().isEmpty()) {
      lines.add("");
      comparison.differences().forEach(difference -> wrap(difference.sentence(), lines));
    }
    if (!comparison.claims().isEmpty()) {
      lines.add("");
      comparison
          .claims()
          .forEach(c -> wrap(c.verdict() + ": " + c.claim() + " (" + c.why() + ")", lines));
    }
    comparison.leftOut().forEach(left -> wrap("Left out: " + left, lines));
    return lines;
  }

  private static Stream<String> about(CellFigures cell, List<String> sentences) {
    return sentences.stream().map(sentence -> cell.cell().scenario() + ", " + sentence);
  }

  private static List<String> row(CellFigures cell) {
    if (cell.runs().isEmpty()) {
      return List.of(
          "  " + cell.label(), cell.controls().size() + " ctl", "0", "–", "", "–", "", "–", "–");
    }
    return List.of(
        "  " + cell.label(),
        cell.runs().size() + (cell.controls().isEmpty() ? "" : "+" + cell.controls().size()),
        Integer.toString(cell.faults()),
        ComparisonWords.millis(cell.outage()),
        ComparisonWords.interval(cell.outage(), NO_INTERVAL),
        ComparisonWords.millis(cell.recovery()),
        ComparisonWords.interval(cell.recovery(), NO_INTERVAL),
        cell.loadToCapacity() == null
            ? ComparisonWords.NONE
            : Figures.share(cell.loadToCapacity().median()),
        ComparisonWords.finding(cell, "lost"),
        ComparisonWords.finding(cell, "duplicated"),
        ComparisonWords.finding(cell, "diverged"));
  }

  private static void table(List<List<String>> rows, List<String> lines) {
    int[] widths = new int[HEADER.size()];
    for (List<String> row : rows) {
      for (int i = 0; row.size() > 1 && i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        String pad = " ".repeat(Math.max(0, widths[i] - row.get(i).length()));
        boolean left = i == 0 || HEADER.get(i).equals("95 %");
        line.append(i == 0 ? "" : "  ").append(left ? row.get(i) + pad : pad + row.get(i));
      }
      lines.add(line.toString().stripTrailing());
    }
  }

  private static void wrap(String text, List<String> lines) {
    StringBuilder line = new StringBuilder();
    String indent = "";
    for (String word : text.split(" ", -1)) {
      if (line.length() + word.length() + 1 > 100) {
        lines.add(indent + line);
        line.setLength(0);
        indent = "  ";
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(indent + line);
  }
}
