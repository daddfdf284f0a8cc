package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.CellRequests;
import dev.rebound.analysis.compare.Comparison.PublishedFigure;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.FindingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The cells of a comparison by what their tables tell: what became of requests, outages and
 * recoveries, and figures without faults. Each table has two sets of columns: below the names of
 * scenarios, and with these in columns of their own. Pure.
 */
record ComparisonTables(
    List<CellFigures> requests, List<CellFigures> recoveries, List<CellFigures> steady) {
  /** What stands below the table of requests. */
  static final String ABOUT_REQUESTS =
      "Failed is of all requests; figures are means over runs, in brackets their 95 %"
          + " intervals. A fault may lose many together, so that none lost of n is told with"
          + " their number.";

  private static final String NO_INTERVAL = "needs 3 runs";

  /** Columns, and the cells that are their rows. */
  record CellTable(List<Column<CellFigures>> columns, List<CellFigures> cells) {
    boolean isEmpty() {
      return cells.isEmpty();
    }
  }

  static ComparisonTables of(List<CellFigures> cells) {
    return new ComparisonTables(
        cells.stream().filter(cell -> cell.requests() != null).toList(),
        cells.stream().filter(ComparisonWords::hasRecovery).toList(),
        SteadyWords.cells(cells));
  }

  CellTable requestsInGroups() {
    return new CellTable(
        List.of(
            new Column<>("runs", cell -> Integer.toString(cell.runs().size())),
            figure("failed", RequestWords.FAILED),
            new Column<>("95 %", cell -> RequestWords.sure(of(cell), RequestWords.FAILED)),
            figure("available", RequestWords.AVAILABLE),
            figure("accepted", RequestWords.ACCEPTED),
            figure("rows", RequestWords.ROWS),
            figure("p50", RequestWords.P50),
            figure("p99", RequestWords.P99),
            new Column<>("dup, unexp, div", RequestWords::others),
            new Column<>("accepted and lost", cell -> of(cell).lost())),
        requests);
  }

  CellTable requestsByScenario() {
    return new CellTable(
        List.of(
            new Column<>("scenario", cell -> cell.cell().scenario()),
            new Column<>("cell", CellFigures::label),
            new Column<>("runs", cell -> Integer.toString(cell.runs().size())),
            new Column<>("failed", cell -> RequestWords.failed(of(cell))),
            both("share [95 %]", RequestWords.FAILED),
            both("available [95 %]", RequestWords.AVAILABLE),
            both("accepted [95 %]", RequestWords.ACCEPTED),
            both("rows [95 %]", RequestWords.ROWS),
            new Column<>("p50, p99", cell -> RequestWords.medianAndHigh(of(cell))),
            new Column<>("twice, unexpected, diverged", RequestWords::others),
            new Column<>("accepted and lost", cell -> of(cell).lost())),
        requests);
  }

  private static CellRequests of(CellFigures cell) {
    return Objects.requireNonNull(cell.requests());
  }

  private static Column<CellFigures> figure(String name, String metric) {
    return new Column<>(name, cell -> RequestWords.figure(of(cell), metric));
  }

  private static Column<CellFigures> both(String name, String metric) {
    return new Column<>(name, cell -> RequestWords.withPublished(cell, metric, "; "));
  }

  CellTable recoveriesInGroups() {
    List<Column<CellFigures>> columns = new ArrayList<>();
    columns.add(new Column<>("runs", ComparisonTables::runs));
    columns.add(new Column<>("faults", ComparisonWords::faults));
    for (String name : List.of("outage", "recovery")) {
      Function<CellFigures, Estimate> which =
          name.equals("outage") ? CellFigures::outage : CellFigures::recovery;
      columns.add(new Column<>(name, cell -> ComparisonWords.millis(which.apply(cell))));
      columns.add(
          new Column<>("95 %", cell -> ComparisonWords.interval(which.apply(cell), NO_INTERVAL)));
    }
    columns.add(new Column<>("load÷cap", ComparisonWords::medianLoad));
    columns.add(
        new Column<>("lost", cell -> finding(cell, FindingKind.LOST, ComparisonWords.NONE)));
    columns.add(new Column<>("dup", cell -> finding(cell, FindingKind.DUPLICATED, "")));
    columns.add(new Column<>("diverged", cell -> finding(cell, FindingKind.DIVERGED, "")));
    return new CellTable(columns, recoveries);
  }

  private static String runs(CellFigures cell) {
    int controls = cell.controls().size();
    return cell.runs().isEmpty()
        ? controls + " ctl"
        : cell.runs().size() + (controls == 0 ? "" : "+" + controls);
  }

  private static String finding(CellFigures cell, FindingKind kind, String none) {
    return cell.runs().isEmpty() ? none : ComparisonWords.finding(cell, kind);
  }

  CellTable recoveriesByScenario() {
    List<CellFigures> cells = recoveries.stream().filter(cell -> !cell.runs().isEmpty()).toList();
    List<Column<CellFigures>> columns = new ArrayList<>(names());
    if (cells.stream().map(cell -> cell.cell().guarantee()).distinct().count() > 1) {
      columns.add(new Column<>("guarantee, as audited", SteadyWords::guarantee));
    }
    columns.add(
        new Column<>(
            "runs, faults", cell -> cell.runs().size() + ", " + ComparisonWords.faults(cell)));
    columns.add(new Column<>("outage [95 %]", cell -> ComparisonWords.both(cell.outage())));
    columns.add(new Column<>("recovery [95 %]", cell -> ComparisonWords.both(cell.recovery())));
    columns.add(new Column<>("load ÷ capacity", ComparisonWords::load));
    if (cells.stream().flatMap(ComparisonTables::published).findAny().isPresent()) {
      columns.add(new Column<>("published recovery", ComparisonTables::publishedRecovery));
    }
    columns.add(
        new Column<>(
            "lost, duplicated, diverged",
            cell -> String.join(", ", ComparisonWords.findings(cell))));
    return new CellTable(columns, cells);
  }

  /** The recovery times that were published for a cell. */
  static Stream<PublishedFigure> published(CellFigures cell) {
    return cell.published().stream().filter(figure -> figure.metric().equals(FaultFigure.RECOVERY));
  }

  private static String publishedRecovery(CellFigures cell) {
    return published(cell)
        .findFirst()
        .map(
            figure ->
                "%s (%s, load ÷ capacity not published)"
                    .formatted(ComparisonWords.published(figure), figure.statistic()))
        .orElse(ComparisonWords.NONE);
  }

  CellTable steadyInGroups() {
    return new CellTable(SteadyWords.columns(steady), steady);
  }

  CellTable steadyByScenario() {
    return new CellTable(
        Stream.concat(names().stream(), SteadyWords.columns(steady).stream()).toList(), steady);
  }

  /** Scenario, engine, and profile with what else sets it apart. */
  private static List<Column<CellFigures>> names() {
    return List.of(
        new Column<>("scenario", cell -> cell.cell().scenario()),
        new Column<>("engine", cell -> cell.cell().engine() + " " + cell.cell().version()),
        new Column<>(
            "profile",
            cell ->
                cell.cell().profile()
                    + (cell.cell().variant().isEmpty() ? "" : ", " + cell.cell().variant())));
  }
}
