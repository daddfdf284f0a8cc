package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.Comparison.Axis;
import dev.rebound.analysis.compare.Comparison.AxisLine;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Comparison.JudgedClaim;
import dev.rebound.analysis.compare.Comparison.MetricByRun;
import dev.rebound.analysis.compare.Comparison.Point;
import dev.rebound.analysis.compare.Comparison.TradeOff;
import dev.rebound.report.study.ComparisonTables.CellTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A comparison as Markdown, for documentation. Pure. */
final class ComparisonMarkdown {
  private final Comparison comparison;
  private final List<String> lines = new ArrayList<>();

  private ComparisonMarkdown(Comparison comparison) {
    this.comparison = comparison;
  }

  static List<String> lines(Comparison comparison) {
    ComparisonMarkdown markdown = new ComparisonMarkdown(comparison);
    markdown.add();
    return markdown.lines;
  }

  private void add() {
    found();
    ComparisonTables tables = ComparisonTables.of(comparison.cells());
    table(tables.requestsByScenario());
    if (!tables.requests().isEmpty()) {
      lines.add(ComparisonTables.ABOUT_REQUESTS);
      lines.add("");
    }
    table(tables.recoveriesByScenario());
    StepsTable.add(comparison, lines);
    table(tables.steadyByScenario());
    comparison.machines().forEach(machine -> lines.add("Machine: " + machine + "  "));
    if (!comparison.leftOut().isEmpty()) {
      lines.add(plain(ComparisonWords.leftOut(comparison.leftOut())) + "  ");
    }
    if (!comparison.conditions().isEmpty()) {
      lines.add(ComparisonWords.note(comparison));
    }
    String alike = ComparisonWords.alike(comparison);
    if (!alike.isEmpty()) {
      lines.add("");
      lines.add(alike);
    }
    list(ComparisonWords.doubts(comparison));
    list(ComparisonWords.shown(comparison));
    comparison.axes().forEach(this::axis);
    comparison.scalings().forEach(scaling -> ScalingWords.markdown(scaling, lines));
    comparison.tradeOffs().stream()
        .filter(trade -> !trade.between().isEmpty())
        .forEach(this::trade);
    claims(comparison.claims().stream().filter(ComparisonMarkdown::decided).toList());
    notShown();
    runByRun();
  }

  private void table(CellTable table) {
    if (!table.isEmpty()) {
      MarkdownTable.add(table.columns(), table.cells(), lines);
      lines.add("");
    }
  }

  private <R> void table(List<Column<R>> columns, List<R> rows) {
    lines.add("");
    MarkdownTable.add(columns, rows, lines);
  }

  private void list(List<String> sentences) {
    if (!sentences.isEmpty()) {
      lines.add("");
      sentences.forEach(one -> lines.add("- " + plain(one)));
    }
  }

  private void folded(String summary) {
    lines.add("");
    lines.add("<details><summary>" + summary + "</summary>");
  }

  private void unfolded() {
    lines.add("");
    lines.add("</details>");
  }

  /** What was found comes first. */
  private void found() {
    if (comparison.differences().isEmpty()) {
      return;
    }
    List<String> found = ComparisonWords.found(comparison);
    String opening = found.isEmpty() ? "**" + ComparisonWords.NONE_SHOWN + "**" : "**Shown.**";
    lines.add((opening + " " + ComparisonWords.pairing(comparison)).strip());
    list(found);
    lines.add("");
  }

  /** What was not shown is folded: comparisons with what would show them, and claims. */
  private void notShown() {
    List<Difference> rest = ComparisonWords.notShown(comparison);
    List<String> together = ComparisonWords.toldTogether(comparison);
    List<JudgedClaim> open = comparison.claims().stream().filter(claim -> !decided(claim)).toList();
    if (rest.isEmpty() && together.isEmpty() && open.isEmpty()) {
      return;
    }
    folded("Not shown, and what would show it");
    if (!rest.isEmpty()) {
      table(
          List.of(
              new Column<>("between", Difference::between),
              new Column<>("ratio, or difference [95 %]", Difference::seen),
              new Column<>("would show it", ComparisonWords::price),
              new Column<>("hours", ComparisonWords::hours)),
          rest);
      lines.add("");
      lines.add(ComparisonWords.PRICE);
    }
    list(together);
    claims(open.stream().filter(claim -> !isNotRun(claim)).toList());
    String notRun =
        open.stream()
            .filter(ComparisonMarkdown::isNotRun)
            .map(claim -> plain(claim.claim()))
            .collect(Collectors.joining("; "));
    if (!notRun.isEmpty()) {
      lines.add("");
      lines.add("Claims without runs of both sides: " + notRun + ".");
    }
    unfolded();
  }

  /** A metric of a cell; the first one of a cell has its name. */
  private record MetricRow(CellFigures cell, MetricByRun metric) {
    String named(String name) {
      return metric.equals(cell.byRun().get(0)) ? name : "";
    }
  }

  /** The values behind the figures, folded: those of a run's faults beside each other. */
  private void runByRun() {
    List<MetricRow> rows =
        comparison.cells().stream()
            .flatMap(cell -> cell.byRun().stream().map(metric -> new MetricRow(cell, metric)))
            .toList();
    if (rows.isEmpty()) {
      return;
    }
    folded("Run by run");
    table(
        List.of(
            new Column<>("scenario", row -> row.named(row.cell().cell().scenario())),
            new Column<>("cell", row -> row.named(row.cell().label())),
            new Column<>("metric", row -> ComparisonWords.noun(row.metric().metric())),
            new Column<>("runs, in order of time", row -> runs(row.metric()))),
        rows);
    lines.add("");
    lines.add("–: the run does not count, or nothing is known.");
    unfolded();
  }

  private static String runs(MetricByRun metric) {
    return metric.runs().stream()
        .map(run -> ComparisonWords.values(metric.metric(), run))
        .collect(Collectors.joining(" · "));
  }

  private static boolean decided(JudgedClaim claim) {
    return !claim.verdict().equals(JudgedClaim.NOT_SHOWN);
  }

  private static boolean isNotRun(JudgedClaim claim) {
    return claim.why().equals(JudgedClaim.NO_RUNS);
  }

  private void claims(List<JudgedClaim> claims) {
    if (!claims.isEmpty()) {
      table(
          List.of(
              new Column<>("claim", JudgedClaim::claim),
              new Column<>("verdict", JudgedClaim::verdict),
              new Column<>("figures", JudgedClaim::why)),
          claims);
    }
  }

  private void trade(TradeOff trade) {
    table(
        List.of(
            new Column<>(
                ComparisonWords.heading(trade),
                point -> point.cell().scenario() + ", " + point.label()),
            new Column<>(
                trade.metric(), point -> ComparisonWords.figure(trade.metric(), point.figure())),
            new Column<>(
                trade.against(), point -> ComparisonWords.figure(trade.against(), point.paid())),
            new Column<>("", point -> point.front() ? "on the front" : "")),
        trade.points());
  }

  /** Over load ÷ capacity no two points share a number, and most stand in the table of steps. */
  private void axis(Axis axis) {
    if (axis.ofLoad()) {
      if (!StepsTable.tells(axis.metric())) {
        overLoad(axis);
      }
      return;
    }
    Map<Double, String> numbers = new TreeMap<>();
    axis.lines()
        .forEach(line -> line.points().forEach(point -> numbers.put(point.at(), point.text())));
    List<Column<AxisLine>> columns = new ArrayList<>();
    columns.add(new Column<>(ComparisonWords.heading(axis), AxisLine::label));
    numbers.forEach(
        (at, text) ->
            columns.add(
                new Column<>(
                    plain(text),
                    line ->
                        line.points().stream()
                            .filter(point -> point.at() == at)
                            .map(point -> ComparisonWords.figure(axis.metric(), point.figure()))
                            .findFirst()
                            .orElse(ComparisonWords.NONE))));
    table(columns, axis.lines());
  }

  /** A point of a line. */
  private record LinePoint(String label, Point point) {}

  private void overLoad(Axis axis) {
    table(
        List.of(
            new Column<>(ComparisonWords.heading(axis), LinePoint::label),
            new Column<>("load ÷ capacity", one -> one.point().text()),
            new Column<>("", one -> ComparisonWords.figure(axis.metric(), one.point().figure()))),
        axis.lines().stream()
            .flatMap(line -> line.points().stream().map(p -> new LinePoint(line.label(), p)))
            .toList());
  }

  private static String plain(String text) {
    return MarkdownTable.plain(text);
  }
}
