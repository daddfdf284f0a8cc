package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.CellRequests;
import dev.rebound.analysis.compare.Comparison.MetricByRun;
import dev.rebound.analysis.compare.Comparison.RunValues;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.report.picture.AxisScale;
import dev.rebound.report.picture.CellLabels;
import dev.rebound.report.picture.Chart;
import dev.rebound.report.picture.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What should be none, of each run, in scenarios where there is some: accepted requests that left
 * nothing, and by how much states exceed what was due. None has a place of its own beside a
 * logarithmic axis. Pure.
 */
final class CountPicture {
  private static final int HEAD = 52;
  private static final int FOOT = 40;
  private static final int ROW = 34;
  private static final int LABELS = 310;

  /** Where the axis begins, right of the place of none. */
  private static final int BREAK = 44;

  private static final int WORDS = 300;
  private static final int LENGTH = Chart.WIDTH - LABELS - WORDS - BREAK;

  /**
   * A cell's line.
   *
   * @param counts of its runs of which it is known, in order of time
   * @param words what is said beside them
   */
  private record Row(CellFigures cell, List<Long> counts, String words) {
    boolean hasAny() {
      return counts.stream().anyMatch(count -> count > 0);
    }
  }

  private final Svg svg = new Svg();
  private final String metric;
  private final List<Row> rows;
  private final AxisScale values;

  private CountPicture(String metric, List<Row> rows) {
    this.metric = metric;
    this.rows = rows;
    double most =
        rows.stream().flatMap(row -> row.counts().stream()).mapToLong(v -> v).max().orElse(1);
    values = AxisScale.logarithmic(1, Math.max(10, most * 1.3), LENGTH);
  }

  /** A chart for each scenario in which there is any. */
  static List<Chart> of(List<CellFigures> all) {
    List<Chart> charts =
        new ArrayList<>(
            charts("lost", "accepted requests that were lost, by run", all, CountPicture::lost));
    charts.addAll(
        charts(
            Metrics.EXCESS,
            "by how much states exceed in the end, by run",
            all,
            CountPicture::excess));
    return charts;
  }

  private static List<Chart> charts(
      String metric, String says, List<CellFigures> all, Function<CellFigures, @Nullable Row> row) {
    List<Chart> charts = new ArrayList<>();
    StudyPicture.grouped(
            all.stream().flatMap(cell -> Stream.ofNullable(row.apply(cell))),
            told -> told.cell().cell().scenario())
        .forEach(
            (scenario, rows) -> {
              if (rows.stream().anyMatch(Row::hasAny)) {
                charts.add(new CountPicture(metric, rows).drawn(scenario, says));
              }
            });
    return charts;
  }

  private static @Nullable Row lost(CellFigures cell) {
    CellRequests requests = cell.requests();
    return requests == null ? null : new Row(cell, requests.lostByRun(), requests.lost());
  }

  private static @Nullable Row excess(CellFigures cell) {
    for (MetricByRun metric : cell.byRun()) {
      if (metric.metric().equals(Metrics.EXCESS)) {
        List<Long> counts =
            metric.runs().stream()
                .flatMap(run -> run.values().stream())
                .filter(BoundedValue::exact)
                .map(value -> Math.round(value.low()))
                .toList();
        String words =
            metric.runs().stream().map(CountPicture::said).collect(Collectors.joining(" · "));
        return new Row(cell, counts, words);
      }
    }
    return null;
  }

  /** A run of which nothing exact is known has no dot, and is not left unsaid. */
  private static String said(RunValues run) {
    return run.values().stream()
        .filter(BoundedValue::exact)
        .map(value -> Long.toString(Math.round(value.low())))
        .findFirst()
        .orElse("–");
  }

  private Chart drawn(String scenario, String says) {
    String title = ComparisonWords.heading(scenario) + ": " + says;
    List<CellFigures> cells = rows.stream().map(Row::cell).toList();
    List<String> shared = CellLabels.shared(cells);
    int foot = HEAD + rows.size() * ROW;
    svg.label("title", 8, 18, title);
    svg.end("soft", Chart.WIDTH - 8, 18, String.join(", ", shared));
    svg.path("grid", "M%d %dV%d", LABELS, HEAD - 6, foot);
    svg.middle("soft", LABELS, HEAD - 12, "none");
    svg.path("paper-mark", "M%d %dl4 -8m4 8l4 -8", LABELS + BREAK / 2 - 6, foot + 4);
    for (double mark : values.marks(metric)) {
      double x = LABELS + BREAK + values.at(mark);
      svg.path("grid", "M%.1f %dV%d", x, HEAD - 6, foot);
      svg.middle("soft", x, HEAD - 12, AxisScale.said(metric, mark));
    }
    int y = HEAD;
    for (Row row : rows) {
      draw(row, CellLabels.wrapped(CellLabels.without(shared, row.cell()), LABELS - 32), y);
      y += ROW;
    }
    svg.label("soft", 8, foot + 24, "Dot: one run. Logarithmic, with a place for none.");
    return new Chart(metric + "-" + scenario, title, foot + FOOT, svg.toString());
  }

  private void draw(Row row, List<String> label, int top) {
    double middle = top + ROW / 2.0;
    svg.lines("", 16, middle, label);
    List<Long> counts = row.counts();
    for (int r = 0; r < counts.size(); r++) {
      double y = counts.size() == 1 ? middle : middle - 8 + 16.0 * r / (counts.size() - 1);
      double count = (double) counts.get(r);
      svg.circle(
          count > 0 ? "r" : "a", count > 0 ? LABELS + BREAK + values.at(count) : LABELS, y, 3);
    }
    svg.label(
        row.hasAny() ? "lost" : "",
        Chart.WIDTH - WORDS + 20,
        middle + 4,
        CellLabels.shortened(row.words(), WORDS - 20));
  }
}
