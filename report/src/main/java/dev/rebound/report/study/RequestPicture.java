package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.CellRequests;
import dev.rebound.analysis.compare.Comparison.PublishedFigure;
import dev.rebound.analysis.compare.Estimate;
import dev.rebound.analysis.compare.Value;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The fates of requests, as bars: the share that failed in each cell of a scenario, or the accepted
 * ones a second where none failed, with its 95 % interval. All scenarios share one scale. Pure.
 */
final class RequestPicture {
  private static final int HEAD = 52;
  private static final int FOOT = 40;
  private static final int ROW = 34;
  private static final int BAR = 12;
  private static final int LABELS = 310;

  /** The width that the words beside a bar take. */
  private static final int WORDS = 330;

  private static final int LENGTH = Chart.WIDTH - LABELS - WORDS;
  private static final Pattern NONE_LOST = Pattern.compile("0 of [0-9,]+(: ≤ 3/[0-9,]+)?");

  private final Svg svg = new Svg();
  private final List<CellFigures> cells;
  private final String metric;
  private final Ruler values;

  private RequestPicture(List<CellFigures> cells, String metric, Ruler values) {
    this.cells = cells;
    this.metric = metric;
    this.values = values;
  }

  /** A chart for each scenario that sent requests. */
  static List<Chart> of(List<CellFigures> cells) {
    Map<String, List<CellFigures>> scenarios = new LinkedHashMap<>();
    for (CellFigures cell : cells) {
      if (cell.requests() != null) {
        scenarios.computeIfAbsent(cell.cell().scenario(), any -> new ArrayList<>()).add(cell);
      }
    }
    Map<String, Double> most = new LinkedHashMap<>();
    for (List<CellFigures> some : scenarios.values()) {
      most.merge(metric(some), end(some, metric(some)), Math::max);
    }
    List<Chart> charts = new ArrayList<>();
    scenarios.forEach(
        (scenario, some) -> {
          String metric = metric(some);
          Ruler values = Ruler.linear(Objects.requireNonNull(most.get(metric)), LENGTH);
          charts.add(new RequestPicture(some, metric, values).drawn(scenario));
        });
    return charts;
  }

  private static String metric(List<CellFigures> cells) {
    boolean failed =
        cells.stream()
            .flatMap(cell -> figures(cell, RequestWords.FAILED).stream())
            .anyMatch(figure -> figure.value().high() > 0);
    return failed ? RequestWords.FAILED : RequestWords.ACCEPTED;
  }

  /** The greatest value that the bars of some cells and their intervals reach. */
  private static double end(List<CellFigures> cells, String metric) {
    return cells.stream()
        .flatMap(cell -> figures(cell, metric).stream())
        .mapToDouble(RequestPicture::end)
        .filter(Double::isFinite)
        .max()
        .orElse(0);
  }

  private static double end(Estimate figure) {
    Value interval = figure.interval();
    double value = StudyAxes.drawn(figure.value());
    return interval == null || Double.isInfinite(interval.high())
        ? value
        : Math.max(value, interval.high());
  }

  private static List<Estimate> figures(CellFigures cell, String metric) {
    CellRequests requests = cell.requests();
    Estimate figure = requests == null ? null : requests.figure(metric);
    return figure == null ? List.of() : List.of(figure);
  }

  private Chart drawn(String scenario) {
    boolean failed = metric.equals(RequestWords.FAILED);
    String title =
        ComparisonWords.heading(scenario)
            + (failed ? ": requests that failed" : ": accepted requests a second");
    List<String> shared = CellLabels.shared(cells);
    svg.label("title", 8, 18, title);
    svg.end("soft", Chart.WIDTH - 8, 18, String.join(", ", shared));
    int foot = HEAD + cells.size() * ROW;
    for (double mark : values.marks(metric)) {
      svg.path("grid", "M%.1f %dV%d", LABELS + values.at(mark), HEAD - 6, foot);
      String words = failed ? Words.percent(mark) : Ruler.said(metric, mark);
      svg.middle("soft", LABELS + values.at(mark), HEAD - 12, words);
    }
    int y = HEAD;
    for (CellFigures cell : cells) {
      row(cell, CellLabels.wrapped(CellLabels.without(shared, cell), LABELS - 24), y);
      y += ROW;
    }
    boolean published = cells.stream().anyMatch(cell -> published(cell) != null);
    svg.label(
        "soft",
        8,
        foot + 20,
        (failed ? "Bar: the share of all requests." : "Bar: the mean rate.")
            + " Line: its 95 % interval over runs."
            + (published ? " Diamond: published, of other machines." : ""));
    return new Chart("requests-" + scenario.replace(' ', '-'), title, foot + FOOT, svg.toString());
  }

  private void row(CellFigures cell, List<String> label, int top) {
    CellRequests requests = cell.requests();
    if (requests == null) {
      return;
    }
    double middle = top + ROW / 2.0;
    for (int i = 0; i < label.size(); i++) {
      svg.label("", 16, middle + 4 + 14 * (i - (label.size() - 1) / 2.0), label.get(i));
    }
    for (Estimate figure : figures(cell, metric)) {
      double length = Math.max(1, values.at(StudyAxes.drawn(figure.value())));
      svg.rectangle("a bar", LABELS, middle - BAR / 2.0, length, BAR);
      Value interval = figure.interval();
      if (interval != null) {
        svg.path(
            "b figure",
            "M%.1f %.1fH%.1f",
            LABELS + values.at(interval.low()),
            middle,
            LABELS + values.at(interval.high()));
        if (values.isAbove(interval.high())) {
          svg.arrow("b", LABELS + LENGTH + 8, middle, true);
        }
      }
    }
    PublishedFigure there = published(cell);
    if (there != null && !values.isAbove(there.value())) {
      svg.diamond(LABELS + values.at(there.value()), middle);
    }
    words(cell, requests, middle);
  }

  private void words(CellFigures cell, CellRequests requests, double middle) {
    String published = RequestWords.published(cell).getOrDefault(metric, "");
    boolean lost = !NONE_LOST.matcher(requests.lost()).matches();
    double left = LABELS + LENGTH + 16;
    svg.label(
        "",
        left,
        middle + (lost ? 11 : 4),
        RequestWords.both(requests, metric) + (published.isEmpty() ? "" : ", " + published));
    if (lost) {
      svg.label("lost", left, middle - 4, CellLabels.shortened("lost " + requests.lost(), WORDS));
    }
  }

  private @Nullable PublishedFigure published(CellFigures cell) {
    return cell.published().stream()
        .filter(figure -> figure.metric().equals(metric))
        .findFirst()
        .orElse(null);
  }
}
