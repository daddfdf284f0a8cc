package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.Comparison.Axis;
import dev.rebound.analysis.compare.Comparison.AxisLine;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.CellRequests;
import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Comparison.JudgedClaim;
import dev.rebound.analysis.compare.Comparison.MetricByRun;
import dev.rebound.analysis.compare.Comparison.Point;
import dev.rebound.analysis.compare.Comparison.PublishedFigure;
import dev.rebound.analysis.compare.Comparison.TradeOff;
import dev.rebound.analysis.compare.Comparison.TradePoint;
import dev.rebound.analysis.result.FaultFigure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A comparison as Markdown, for documentation. Pure. */
final class ComparisonMarkdown {
  private ComparisonMarkdown() {}

  static List<String> lines(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    found(comparison, lines);
    requests(comparison, lines);
    recoveries(comparison, lines);
    lines.addAll(StepsTable.lines(comparison));
    steady(comparison, lines);
    comparison.machines().forEach(machine -> lines.add("Machine: " + machine + "  "));
    if (!comparison.leftOut().isEmpty()) {
      lines.add(plain(ComparisonWords.leftOut(comparison.leftOut())) + "  ");
    }
    if (!comparison.conditions().isEmpty()) {
      lines.add("Note: " + String.join("; ", comparison.conditions()) + ".");
    }
    List<String> doubts =
        ComparisonWords.doubts(comparison).stream().map(doubt -> "- " + plain(doubt)).toList();
    List<String> shown = new ArrayList<>();
    for (CellFigures cell : comparison.cells()) {
      String scenario = plain(cell.cell().scenario()) + ", ";
      ComparisonWords.shown(cell).forEach(one -> shown.add("- " + scenario + plain(one)));
    }
    for (List<String> list : List.of(doubts, shown)) {
      if (!list.isEmpty()) {
        lines.add("");
        lines.addAll(list);
      }
    }
    comparison.axes().forEach(axis -> axis(axis, lines));
    comparison.scalings().forEach(scaling -> lines.addAll(ScalingWords.markdown(scaling)));
    comparison.tradeOffs().stream()
        .filter(trade -> !trade.between().isEmpty())
        .forEach(trade -> trade(trade, lines));
    claims(comparison.claims().stream().filter(ComparisonMarkdown::decided).toList(), lines);
    notShown(comparison, lines);
    runByRun(comparison, lines);
    return lines;
  }

  /** What was found comes first. */
  private static void found(Comparison comparison, List<String> lines) {
    if (comparison.differences().isEmpty()) {
      return;
    }
    List<String> found = ComparisonWords.found(comparison);
    String opening = found.isEmpty() ? "**" + ComparisonWords.NONE_SHOWN + "**" : "**Shown.**";
    lines.add((opening + " " + ComparisonWords.pairing(comparison)).strip());
    lines.add("");
    if (!found.isEmpty()) {
      found.forEach(sentence -> lines.add("- " + plain(sentence)));
      lines.add("");
    }
  }

  /** What was not shown is folded: comparisons with what would show them, and claims. */
  private static void notShown(Comparison comparison, List<String> lines) {
    List<Difference> rest = ComparisonWords.notShown(comparison);
    List<String> together = ComparisonWords.toldTogether(comparison);
    List<JudgedClaim> open = comparison.claims().stream().filter(claim -> !decided(claim)).toList();
    if (rest.isEmpty() && together.isEmpty() && open.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("<details><summary>Not shown, and what would show it</summary>");
    if (!rest.isEmpty()) {
      lines.add("");
      lines.add("| between | ratio, or difference [95 %] | would show it | hours |");
      lines.add("|---|---|---|---|");
      rest.forEach(
          d ->
              lines.add(
                  "| "
                      + String.join(
                          " | ",
                          plain(d.between()),
                          d.seen(),
                          ComparisonWords.price(d),
                          ComparisonWords.hours(d))
                      + " |"));
      lines.add("");
      lines.add(ComparisonWords.PRICE);
    }
    if (!together.isEmpty()) {
      lines.add("");
      together.forEach(line -> lines.add("- " + plain(line)));
    }
    claims(open.stream().filter(claim -> !isNotRun(claim)).toList(), lines);
    List<JudgedClaim> notRun = open.stream().filter(ComparisonMarkdown::isNotRun).toList();
    if (!notRun.isEmpty()) {
      lines.add("");
      lines.add(
          "Claims without runs of both sides: "
              + notRun.stream().map(c -> plain(c.claim())).collect(Collectors.joining("; "))
              + ".");
    }
    lines.add("");
    lines.add("</details>");
  }

  /** The values behind the figures, folded: those of a run's faults beside each other. */
  private static void runByRun(Comparison comparison, List<String> lines) {
    List<String> rows = new ArrayList<>();
    for (CellFigures cell : comparison.cells()) {
      for (MetricByRun metric : cell.byRun()) {
        boolean first = metric.equals(cell.byRun().get(0));
        rows.add(
            "| "
                + String.join(
                    " | ",
                    first ? plain(cell.cell().scenario()) : "",
                    first ? plain(cell.label()) : "",
                    plain(ComparisonWords.noun(metric.metric())),
                    metric.runs().stream()
                        .map(run -> ComparisonWords.values(metric.metric(), run))
                        .collect(Collectors.joining(" · ")))
                + " |");
      }
    }
    if (!rows.isEmpty()) {
      lines.add("");
      lines.add("<details><summary>Run by run</summary>");
      lines.add("");
      lines.add("| scenario | cell | metric | runs, in order of time |");
      lines.add("|---|---|---|---|");
      lines.addAll(rows);
      lines.add("");
      lines.add("–: the run does not count, or nothing is known.");
      lines.add("");
      lines.add("</details>");
    }
  }

  private static boolean decided(JudgedClaim claim) {
    return !claim.verdict().equals(JudgedClaim.NOT_SHOWN);
  }

  private static boolean isNotRun(JudgedClaim claim) {
    return claim.why().equals(JudgedClaim.NO_RUNS);
  }

  private static void claims(List<JudgedClaim> claims, List<String> lines) {
    if (claims.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("| claim | verdict | figures |");
    lines.add("|---|---|---|");
    claims.forEach(
        c ->
            lines.add(
                "| " + String.join(" | ", plain(c.claim()), c.verdict(), plain(c.why())) + " |"));
  }

  private static void recoveries(Comparison comparison, List<String> lines) {
    List<CellFigures> cells =
        comparison.cells().stream()
            .filter(cell -> !cell.runs().isEmpty() && ComparisonWords.hasRecovery(cell))
            .toList();
    if (cells.isEmpty()) {
      return;
    }
    boolean published =
        cells.stream()
            .flatMap(cell -> cell.published().stream())
            .anyMatch(figure -> figure.metric().equals(FaultFigure.RECOVERY));
    boolean guarantees = cells.stream().map(c -> c.cell().guarantee()).distinct().count() > 1;
    lines.add(
        "| scenario | engine | profile |"
            + (guarantees ? " guarantee, as audited |" : "")
            + " runs, faults | outage [95 %] | recovery [95 %] | load ÷ capacity |"
            + (published ? " published recovery |" : "")
            + " lost, duplicated, diverged |");
    lines.add("|---".repeat(8 + (published ? 1 : 0) + (guarantees ? 1 : 0)) + "|");
    cells.forEach(cell -> lines.add(row(cell, published, guarantees)));
    lines.add("");
  }

  private static void steady(Comparison comparison, List<String> lines) {
    List<CellFigures> cells = SteadyWords.cells(comparison.cells());
    if (cells.isEmpty()) {
      return;
    }
    List<SteadyWords.Column> columns = SteadyWords.columns(cells);
    lines.add(
        "| scenario | engine | profile | "
            + columns.stream().map(SteadyWords.Column::name).collect(Collectors.joining(" | "))
            + " |");
    lines.add("|---".repeat(columns.size() + 3) + "|");
    for (CellFigures cell : cells) {
      List<String> row = new ArrayList<>(names(cell));
      columns.forEach(column -> row.add(plain(column.words().apply(cell))));
      lines.add("| " + String.join(" | ", row) + " |");
    }
    lines.add("");
  }

  private static void trade(TradeOff trade, List<String> lines) {
    lines.add("");
    lines.add(
        "| "
            + ComparisonWords.heading(trade)
            + " | "
            + trade.metric()
            + " | "
            + trade.against()
            + " | |");
    lines.add("|---|---|---|---|");
    for (TradePoint point : trade.points()) {
      lines.add(
          "| "
              + String.join(
                  " | ",
                  plain(point.cell().scenario() + ", " + point.label()),
                  ComparisonWords.figure(trade.metric(), point.figure()),
                  ComparisonWords.figure(trade.against(), point.paid()),
                  point.front() ? "on the front" : "")
              + " |");
    }
  }

  private static void requests(Comparison comparison, List<String> lines) {
    List<CellFigures> cells =
        comparison.cells().stream().filter(cell -> cell.requests() != null).toList();
    if (cells.isEmpty()) {
      return;
    }
    lines.add(
        "| scenario | cell | runs | failed | share [95 %] | available [95 %] | accepted [95 %] |"
            + " rows [95 %] | p50, p99 | twice,"
            + " unexpected, diverged | accepted and lost |");
    lines.add("|---".repeat(11) + "|");
    cells.forEach(cell -> lines.add(requests(cell, Objects.requireNonNull(cell.requests()))));
    lines.add("");
    lines.add(
        "Failed is of all requests; figures are means over runs, in brackets their 95 %"
            + " intervals. A fault may lose many together, so that none lost of n is told with"
            + " their number.");
    lines.add("");
  }

  private static String requests(CellFigures cell, CellRequests requests) {
    Map<String, String> published = RequestWords.published(cell);
    return "| "
        + String.join(
            " | ",
            plain(cell.cell().scenario()),
            plain(cell.label()),
            Integer.toString(cell.runs().size()),
            RequestWords.failed(requests),
            both(requests, RequestWords.FAILED, published),
            both(requests, RequestWords.AVAILABLE, published),
            both(requests, RequestWords.ACCEPTED, published),
            both(requests, RequestWords.ROWS, published),
            RequestWords.figure(requests, RequestWords.P50)
                + ", "
                + RequestWords.figure(requests, RequestWords.P99),
            RequestWords.others(cell),
            requests.lost())
        + " |";
  }

  private static String both(CellRequests requests, String metric, Map<String, String> published) {
    String there = published.getOrDefault(metric, "");
    return RequestWords.both(requests, metric) + (there.isEmpty() ? "" : "; " + plain(there));
  }

  /** Over load ÷ capacity no two points share a number, and most stand in the table of steps. */
  private static void axis(Axis axis, List<String> lines) {
    if (axis.ofLoad()) {
      if (!StepsTable.tells(axis.metric())) {
        overLoad(axis, lines);
      }
      return;
    }
    Map<Double, String> columns = new TreeMap<>();
    axis.lines()
        .forEach(line -> line.points().forEach(point -> columns.put(point.at(), point.text())));
    lines.add("");
    lines.add(
        "| "
            + ComparisonWords.heading(axis)
            + " | "
            + columns.values().stream()
                .map(ComparisonMarkdown::plain)
                .collect(Collectors.joining(" | "))
            + " |");
    lines.add("|---".repeat(columns.size() + 1) + "|");
    for (AxisLine line : axis.lines()) {
      StringBuilder row = new StringBuilder("| " + plain(line.label()) + " |");
      for (double at : columns.keySet()) {
        String figure =
            line.points().stream()
                .filter(point -> point.at() == at)
                .map(point -> ComparisonWords.figure(axis.metric(), point.figure()))
                .findFirst()
                .orElse(ComparisonWords.NONE);
        row.append(' ').append(figure).append(" |");
      }
      lines.add(row.toString());
    }
  }

  private static void overLoad(Axis axis, List<String> lines) {
    lines.add("");
    lines.add("| " + ComparisonWords.heading(axis) + " | load ÷ capacity | |");
    lines.add("|---|---|---|");
    for (AxisLine line : axis.lines()) {
      for (Point point : line.points()) {
        lines.add(
            "| "
                + String.join(
                    " | ",
                    plain(line.label()),
                    point.text(),
                    ComparisonWords.figure(axis.metric(), point.figure()))
                + " |");
      }
    }
  }

  /** Scenario, engine, and profile with what else sets it apart. */
  private static List<String> names(CellFigures cell) {
    String variant = cell.cell().variant();
    return List.of(
        plain(cell.cell().scenario()),
        plain(cell.cell().engine() + " " + cell.cell().version()),
        plain(cell.cell().profile() + (variant.isEmpty() ? "" : ", " + variant)));
  }

  private static String row(CellFigures cell, boolean published, boolean guarantees) {
    return "| "
        + String.join(" | ", names(cell))
        + " | "
        + (guarantees ? SteadyWords.guarantee(cell) + " | " : "")
        + String.join(
            " | ",
            cell.runs().size() + ", " + ComparisonWords.faults(cell),
            ComparisonWords.millis(cell.outage()) + " " + ComparisonWords.sure(cell.outage()),
            ComparisonWords.millis(cell.recovery()) + " " + ComparisonWords.sure(cell.recovery()),
            ComparisonWords.load(cell))
        + " | "
        + (published ? published(cell) + " | " : "")
        + String.join(", ", ComparisonWords.findings(cell))
        + " |";
  }

  private static String published(CellFigures cell) {
    return cell.published().stream()
        .filter(figure -> figure.metric().equals(FaultFigure.RECOVERY))
        .map(ComparisonMarkdown::published)
        .findFirst()
        .orElse(ComparisonWords.NONE);
  }

  private static String published(PublishedFigure figure) {
    return ComparisonWords.published(figure)
        + " ("
        + figure.statistic()
        + ", load ÷ capacity not published)";
  }

  static String plain(String text) {
    return text.replace("|", "\\|").replace("\n", " ");
  }
}
