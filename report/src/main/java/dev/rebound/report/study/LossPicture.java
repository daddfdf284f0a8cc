package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.CellRequests;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Accepted requests that left nothing, of each run, in scenarios where there are any: none has a
 * place of its own beside a logarithmic axis. Pure.
 */
final class LossPicture {
  private static final String METRIC = "lost";
  private static final int HEAD = 52;
  private static final int FOOT = 40;
  private static final int ROW = 34;
  private static final int LABELS = 310;

  /** Where the axis begins, right of the place of none. */
  private static final int BREAK = 44;

  private static final int WORDS = 300;
  private static final int LENGTH = Chart.WIDTH - LABELS - WORDS - BREAK;

  private final Svg svg = new Svg();
  private final List<CellFigures> cells;
  private final Ruler values;

  private LossPicture(List<CellFigures> cells) {
    this.cells = cells;
    double most = lost(cells).stream().mapToLong(v -> v).max().orElse(1);
    values = Ruler.logarithmic(1, Math.max(10, most * 1.3), LENGTH);
  }

  /** A chart for each scenario in which something was lost. */
  static List<Chart> of(List<CellFigures> all) {
    Map<String, List<CellFigures>> scenarios = new LinkedHashMap<>();
    for (CellFigures cell : all) {
      if (cell.requests() != null) {
        scenarios.computeIfAbsent(cell.cell().scenario(), any -> new ArrayList<>()).add(cell);
      }
    }
    List<Chart> charts = new ArrayList<>();
    scenarios.forEach(
        (scenario, cells) -> {
          if (lost(cells).stream().anyMatch(lost -> lost > 0)) {
            charts.add(new LossPicture(cells).drawn(scenario));
          }
        });
    return charts;
  }

  private static List<Long> lost(List<CellFigures> cells) {
    return cells.stream()
        .map(CellFigures::requests)
        .filter(Objects::nonNull)
        .flatMap(requests -> requests.lostByRun().stream())
        .toList();
  }

  private Chart drawn(String scenario) {
    String title = ComparisonWords.heading(scenario) + ": accepted requests that were lost, by run";
    List<String> shared = CellLabels.shared(cells);
    int foot = HEAD + cells.size() * ROW;
    svg.label("title", 8, 18, title);
    svg.end("soft", Chart.WIDTH - 8, 18, String.join(", ", shared));
    svg.path("grid", "M%d %dV%d", LABELS, HEAD - 6, foot);
    svg.middle("soft", LABELS, HEAD - 12, "none");
    svg.path("paper-mark", "M%d %dl4 -8m4 8l4 -8", LABELS + BREAK / 2 - 6, foot + 4);
    for (double mark : values.marks(METRIC)) {
      double x = LABELS + BREAK + values.at(mark);
      svg.path("grid", "M%.1f %dV%d", x, HEAD - 6, foot);
      svg.middle("soft", x, HEAD - 12, Ruler.said(METRIC, mark));
    }
    int y = HEAD;
    for (CellFigures cell : cells) {
      row(cell, CellLabels.wrapped(CellLabels.without(shared, cell), LABELS - 32), y);
      y += ROW;
    }
    svg.label("soft", 8, foot + 24, "Dot: one run. Logarithmic, with a place for none.");
    return new Chart("lost-" + scenario, title, foot + FOOT, svg.toString());
  }

  private void row(CellFigures cell, List<String> label, int top) {
    double middle = top + ROW / 2.0;
    for (int i = 0; i < label.size(); i++) {
      svg.label("", 16, middle + 4 + 14 * (i - (label.size() - 1) / 2.0), label.get(i));
    }
    CellRequests requests = cell.requests();
    if (requests == null) {
      return;
    }
    List<Long> lost = requests.lostByRun();
    for (int r = 0; r < lost.size(); r++) {
      double y = lost.size() == 1 ? middle : middle - 8 + 16.0 * r / (lost.size() - 1);
      double runs = (double) lost.get(r);
      svg.circle(runs > 0 ? "r" : "a", runs > 0 ? LABELS + BREAK + values.at(runs) : LABELS, y, 3);
    }
    svg.label(
        lost.stream().anyMatch(one -> one > 0) ? "lost" : "",
        Chart.WIDTH - WORDS + 20,
        middle + 4,
        CellLabels.shortened(requests.lost(), WORDS - 20));
  }
}
