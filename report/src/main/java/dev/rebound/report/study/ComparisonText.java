package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.CellRequests;
import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Scaling;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** A comparison as lines for a terminal: what was found, a table of cells, and the rest. Pure. */
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

  private static final String OTHERS = "dup, unexp, div";

  private static final List<String> REQUESTS =
      List.of(
          "",
          "runs",
          "failed",
          "95 %",
          "available",
          "accepted",
          "rows",
          "p50",
          "p99",
          OTHERS,
          "accepted and lost");

  /** Columns whose words begin at the same place; numbers end there. */
  private static final List<String> LEFT = List.of("", "95 %", "accepted and lost");

  /** A longer label has a line of its own. */
  private static final int LABEL_MAX = 60;

  private static final String NO_INTERVAL = "needs 3 runs";

  private ComparisonText() {}

  /** Lines without colour; tables are as wide as their words. */
  public static List<String> lines(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    if (!comparison.differences().isEmpty()) {
      List<String> found = ComparisonWords.found(comparison);
      (found.isEmpty() ? List.of(ComparisonWords.NONE_SHOWN) : found)
          .forEach(sentence -> wrap(sentence, lines));
      String pairing = ComparisonWords.pairing(comparison);
      if (!pairing.isEmpty()) {
        wrap(pairing, lines);
      }
      lines.add("");
    }
    List<CellFigures> recoveries =
        comparison.cells().stream().filter(ComparisonWords::hasRecovery).toList();
    List<CellFigures> requests =
        comparison.cells().stream().filter(cell -> cell.requests() != null).toList();
    if (!requests.isEmpty()) {
      table(REQUESTS, requests, ComparisonText::requests, lines);
    }
    if (!recoveries.isEmpty()) {
      if (!requests.isEmpty()) {
        lines.add("");
      }
      table(HEADER, recoveries, ComparisonText::row, lines);
    }
    List<CellFigures> steady = SteadyWords.cells(comparison.cells());
    if (!steady.isEmpty()) {
      if (!requests.isEmpty() || !recoveries.isEmpty()) {
        lines.add("");
      }
      steady(steady, lines);
    }
    if (!comparison.conditions().isEmpty()) {
      lines.add("");
      lines.add("Note: " + String.join("; ", comparison.conditions()) + ".");
    }
    List<String> doubts = ComparisonWords.doubts(comparison);
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
    comparison.scalings().forEach(scaling -> scaling(scaling, lines));
    if (!comparison.claims().isEmpty()) {
      lines.add("");
      comparison
          .claims()
          .forEach(c -> wrap(c.verdict() + ": " + c.claim() + " (" + c.why() + ")", lines));
    }
    notShown(comparison, lines);
    comparison.leftOut().forEach(left -> wrap("Left out: " + left, lines));
    return lines;
  }

  private static void notShown(Comparison comparison, List<String> lines) {
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
          difference.between()
              + ": "
              + difference.seen()
              + (price.equals(ComparisonWords.NONE)
                  ? ""
                  : "; would show it: "
                      + price
                      + (hours.equals(ComparisonWords.NONE) ? "" : ", " + hours)),
          lines);
    }
    together.forEach(line -> wrap(line, lines));
    if (rest.stream().anyMatch(difference -> difference.price() != null)) {
      wrap(ComparisonWords.PRICE, lines);
    }
  }

  private static void scaling(Scaling scaling, List<String> lines) {
    lines.add("");
    lines.add(ScalingWords.heading(scaling));
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of(""));
    header.addAll(ScalingWords.columns(scaling));
    rows.add(header);
    for (Scaling.ScalingLine line : scaling.lines()) {
      rows.add(List.of(line.label()));
      for (Scaling.ScalingPoint step : line.points()) {
        List<String> row = new ArrayList<>(List.of(""));
        row.addAll(ScalingWords.row(line, step, scaling.metric()));
        rows.add(row);
      }
    }
    table(header, rows, lines);
    ScalingWords.said(scaling).forEach(one -> wrap(one, lines));
    if (ScalingWords.isFitted(scaling)) {
      wrap(ScalingWords.MODEL, lines);
    }
  }

  private static Stream<String> about(CellFigures cell, List<String> sentences) {
    return sentences.stream().map(sentence -> cell.cell().scenario() + ", " + sentence);
  }

  private static List<String> requests(CellFigures cell) {
    CellRequests requests = Objects.requireNonNull(cell.requests());
    return List.of(
        "  " + cell.label(),
        Integer.toString(cell.runs().size()),
        RequestWords.figure(requests, RequestWords.FAILED),
        RequestWords.sure(requests, RequestWords.FAILED),
        RequestWords.figure(requests, RequestWords.AVAILABLE),
        RequestWords.figure(requests, RequestWords.ACCEPTED),
        RequestWords.figure(requests, RequestWords.ROWS),
        RequestWords.figure(requests, RequestWords.P50),
        RequestWords.figure(requests, RequestWords.P99),
        RequestWords.others(cell),
        requests.lost());
  }

  private static void steady(List<CellFigures> cells, List<String> lines) {
    List<SteadyWords.Column> columns = SteadyWords.columns(cells);
    List<String> header = new ArrayList<>(List.of(""));
    columns.forEach(column -> header.add(column.name()));
    table(
        header,
        cells,
        cell -> {
          List<String> row = new ArrayList<>(List.of("  " + cell.label()));
          columns.forEach(column -> row.add(column.words().apply(cell)));
          return row;
        },
        lines);
  }

  private static List<String> row(CellFigures cell) {
    if (cell.runs().isEmpty()) {
      return List.of(
          "  " + cell.label(), cell.controls().size() + " ctl", "0", "–", "", "–", "", "–", "–");
    }
    List<String> row = new ArrayList<>();
    Collections.addAll(
        row,
        "  " + cell.label(),
        cell.runs().size() + (cell.controls().isEmpty() ? "" : "+" + cell.controls().size()),
        ComparisonWords.faults(cell),
        ComparisonWords.millis(cell.outage()),
        ComparisonWords.interval(cell.outage(), NO_INTERVAL),
        ComparisonWords.millis(cell.recovery()),
        ComparisonWords.interval(cell.recovery(), NO_INTERVAL),
        cell.loadToCapacity() == null
            ? ComparisonWords.NONE
            : ComparisonWords.atMost(cell) + Words.share(cell.loadToCapacity().median()));
    row.addAll(ComparisonWords.findings(cell));
    return row;
  }

  /** A line for each cell, the cells of a scenario below its name. */
  private static void table(
      List<String> header,
      List<CellFigures> cells,
      Function<CellFigures, List<String>> words,
      List<String> lines) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(header);
    String scenario = null;
    for (CellFigures cell : cells) {
      if (!cell.cell().scenario().equals(scenario)) {
        scenario = cell.cell().scenario();
        rows.add(List.of(scenario));
      }
      rows.add(words.apply(cell));
    }
    table(header, rows, lines);
  }

  /** Rows of which those of one word only have their column to themselves. */
  private static void table(List<String> header, List<List<String>> rows, List<String> lines) {
    int[] widths = new int[header.size()];
    for (List<String> row : rows) {
      for (int i = 0; row.size() > 1 && i < row.size(); i++) {
        if (i > 0 || row.get(i).length() <= LABEL_MAX) {
          widths[i] = Math.max(widths[i], row.get(i).length());
        }
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      boolean apart = row.size() > 1 && row.get(0).length() > LABEL_MAX;
      if (apart) {
        lines.add(row.get(0));
        line.append(" ".repeat(widths[0]));
      }
      for (int i = apart ? 1 : 0; i < row.size(); i++) {
        String pad = " ".repeat(Math.max(0, widths[i] - row.get(i).length()));
        boolean left = LEFT.contains(header.get(i));
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
