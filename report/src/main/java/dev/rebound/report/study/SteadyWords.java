package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.FindingCount;
import dev.rebound.analysis.compare.Comparison.PublishedFigure;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.units.Words;
import dev.rebound.report.picture.Chart;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes what cells without faults are told by: how fast they worked off a backlog, their latency,
 * and whether their guarantee was kept. Pure.
 */
final class SteadyWords {
  private static final MathContext DIGITS = new MathContext(3);
  private static final double MILLION = 1e6;

  private SteadyWords() {}

  /** Cells without faults; what became of requests has a table of its own. */
  static List<CellFigures> cells(List<CellFigures> all) {
    return all.stream()
        .filter(cell -> cell.requests() == null && !ComparisonWords.hasRecovery(cell))
        .toList();
  }

  /** The columns behind a cell's name; what no cell has is no column. */
  static List<Column<CellFigures>> columns(List<CellFigures> cells) {
    List<Column<CellFigures>> columns = new ArrayList<>();
    columns.add(new Column<>("runs", cell -> Integer.toString(cell.runs().size())));
    columns.add(new Column<>("guarantee, as audited", SteadyWords::guarantee));
    List<Column<CellFigures>> figures =
        List.of(
            new Column<>(
                "records/s flat out [95 %]",
                cell -> rounded(cell.steady(Metrics.BACKLOG_RATE), rate -> rate)),
            new Column<>(
                "records a CPU-second [95 %]",
                cell -> rounded(cell.steady(Metrics.COST), seconds -> MILLION / seconds)),
            new Column<>("latency p50, p99", cell -> latency(cell, "append")),
            new Column<>("visible p50, p99", cell -> latency(cell, "visible")),
            new Column<>("published", SteadyWords::published));
    figures.stream()
        .filter(
            column ->
                cells.stream()
                    .anyMatch(cell -> !column.words().apply(cell).equals(ComparisonWords.NONE)))
        .forEach(columns::add);
    columns.add(
        new Column<>(
            "lost, duplicated, diverged",
            cell -> String.join(", ", ComparisonWords.findings(cell))));
    return columns;
  }

  /** {@code exactly-once: kept}: what is declared, and what the audits of all runs found of it. */
  static String guarantee(CellFigures cell) {
    String declared = cell.cell().guarantee();
    return declared + (declared.equals(Guarantee.NONE.toString()) ? "" : ": " + kept(cell));
  }

  private static String kept(CellFigures cell) {
    String broken =
        cell.findings().stream()
            .filter(finding -> finding.count() > 0 && !finding.allowed())
            .map(finding -> finding.kind().toString())
            .collect(Collectors.joining(", "));
    if (!broken.isEmpty()) {
      return "not kept (" + broken + ")";
    }
    boolean unknown =
        cell.findings().stream()
            .filter(finding -> FindingKind.ofCells().contains(finding.kind()))
            .map(FindingCount::unknown)
            .anyMatch(why -> !why.isEmpty());
    return unknown ? "unknown" : "kept";
  }

  /** A chart for each scenario whose cells worked off a backlog. */
  static List<Chart> charts(List<CellFigures> all) {
    return BarPicture.charts(
        StudyPicture.grouped(
            cells(all).stream().filter(cell -> cell.steady(Metrics.BACKLOG_RATE) != null),
            cell -> cell.cell().scenario()),
        SteadyWords::group);
  }

  private static BarPicture.Bar bar(CellFigures cell) {
    Estimate rate = cell.steady(Metrics.BACKLOG_RATE);
    String published = published(cell);
    return new BarPicture.Bar(
        cell,
        rate,
        rounded(rate, value -> value)
            + (published.equals(ComparisonWords.NONE) ? "" : ", published " + published),
        kept(cell).startsWith("not") ? kept(cell) : "");
  }

  private static BarPicture.Group group(String scenario, List<CellFigures> cells) {
    return new BarPicture.Group(
        "rates-" + scenario,
        ComparisonWords.heading(scenario) + ": records worked off a second (higher is better)",
        Metrics.BACKLOG_RATE,
        cells.stream().map(SteadyWords::bar).toList(),
        "Bar: the mean over runs.");
  }

  /** A figure to three digits, and its interval, as made of what was measured. */
  private static String rounded(@Nullable Estimate figure, DoubleUnaryOperator as) {
    if (figure == null) {
      return ComparisonWords.NONE;
    }
    BoundedValue interval = figure.interval();
    return ComparisonWords.figure(
        new Estimate(
            made(figure.value(), as),
            interval == null ? null : made(interval, as),
            figure.runs(),
            figure.values(),
            figure.note()),
        SteadyWords::digits);
  }

  private static BoundedValue made(BoundedValue value, DoubleUnaryOperator as) {
    double one = as.applyAsDouble(value.low());
    double other = as.applyAsDouble(value.high());
    return new BoundedValue(Math.min(one, other), Math.max(one, other));
  }

  private static String digits(double value) {
    return Double.isInfinite(value)
        ? "∞"
        : Words.count(new BigDecimal(value).round(DIGITS).doubleValue());
  }

  private static String latency(CellFigures cell, String kind) {
    Estimate median = cell.steady(Metrics.latency("baseline", kind, "p50"));
    Estimate high = cell.steady(Metrics.latency("baseline", kind, "p99"));
    return median == null && high == null
        ? ComparisonWords.NONE
        : ComparisonWords.millis(median) + ", " + ComparisonWords.millis(high);
  }

  /** Published figures of what this table has; a dash if there are none. */
  private static String published(CellFigures cell) {
    List<String> words = new ArrayList<>();
    for (PublishedFigure figure : cell.published()) {
      if (figure.metric().equals(Metrics.BACKLOG_RATE)) {
        words.add(Words.count(figure.value()));
      } else if (figure.metric().startsWith("baseline.")) {
        words.add(
            ComparisonWords.noun(figure.metric())
                + " "
                + ComparisonWords.metric(figure.metric(), figure.value()));
      }
    }
    return words.isEmpty() ? ComparisonWords.NONE : String.join("; ", words);
  }
}
