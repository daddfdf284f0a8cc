package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.PublishedFigure;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.units.Words;
import dev.rebound.report.picture.AxisScale;
import dev.rebound.report.picture.CellLabels;
import dev.rebound.report.picture.Chart;
import dev.rebound.report.picture.Svg;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Figures of cells as bars with their 95 % intervals, and words beside them: a chart for each
 * group. All groups of a metric share one scale. Pure.
 */
final class BarPicture {
  private static final int HEAD = 52;
  private static final int FOOT = 40;
  private static final int ROW = 34;
  private static final int BAR = 12;
  private static final int LABELS = 310;

  /** The width that the words beside a bar take. */
  private static final int WORDS = 330;

  private static final int LENGTH = Chart.WIDTH - LABELS - WORDS;

  /** Between the words on two marks. */
  private static final int GAP = 8;

  private final Svg svg = new Svg();
  private final Group group;
  private final AxisScale values;

  private BarPicture(Group group, AxisScale values) {
    this.group = group;
    this.values = values;
  }

  /**
   * Bars of one chart.
   *
   * @param name of a file that holds the chart alone, without its ending
   * @param note what a bar is
   */
  record Group(String name, String title, String metric, List<Bar> bars, String note) {}

  /**
   * A bar.
   *
   * @param figure null if there is none to draw
   * @param words beside it
   * @param alarm above these; may be empty
   */
  record Bar(CellFigures cell, @Nullable Estimate figure, String words, String alarm) {}

  /** A chart for each scenario, of its cells or bars. */
  static <T> List<Chart> charts(
      Map<String, List<T>> scenarios, BiFunction<String, List<T>, Group> as) {
    List<Group> groups = new ArrayList<>();
    scenarios.forEach((scenario, all) -> groups.add(as.apply(scenario, all)));
    return charts(groups);
  }

  /** A chart for each group. */
  static List<Chart> charts(List<Group> groups) {
    Map<String, Double> most = new HashMap<>();
    groups.forEach(group -> most.merge(group.metric(), end(group), Math::max));
    List<Chart> charts = new ArrayList<>();
    for (Group group : groups) {
      double end = Objects.requireNonNull(most.get(group.metric()));
      charts.add(new BarPicture(group, AxisScale.linear(end, LENGTH)).drawn());
    }
    return charts;
  }

  /** The greatest value that bars and their intervals reach. */
  private static double end(Group group) {
    return group.bars().stream()
        .flatMap(bar -> Stream.ofNullable(bar.figure()))
        .flatMapToDouble(
            figure ->
                DoubleStream.concat(
                    DoubleStream.of(AxisScale.middle(figure.value())),
                    Stream.ofNullable(figure.interval())
                        .filter(BoundedValue::bounded)
                        .mapToDouble(BoundedValue::high)))
        .reduce(0, Math::max);
  }

  private Chart drawn() {
    List<CellFigures> cells = group.bars().stream().map(Bar::cell).toList();
    List<String> shared = CellLabels.shared(cells);
    svg.label("title", 8, 18, group.title());
    svg.end("soft", Chart.WIDTH - 8, 18, String.join(", ", shared));
    int foot = HEAD + group.bars().size() * ROW;
    List<Double> marks = values.marks(group.metric());
    int every = every(marks);
    for (int i = 0; i < marks.size(); i++) {
      double x = LABELS + values.at(marks.get(i));
      svg.path("grid", "M%.1f %dV%d", x, HEAD - 6, foot);
      if (i % every == 0) {
        svg.middle("soft", x, HEAD - 12, said(marks.get(i)));
      }
    }
    int y = HEAD;
    for (Bar bar : group.bars()) {
      row(bar, CellLabels.wrapped(CellLabels.without(shared, bar.cell()), LABELS - 24), y);
      y += ROW;
    }
    boolean published = cells.stream().anyMatch(cell -> published(cell) != null);
    svg.label(
        "soft",
        8,
        foot + 20,
        "%s Line: its 95 %% interval over runs.%s"
            .formatted(group.note(), published ? " Diamond: published, of other machines." : ""));
    return new Chart(group.name(), group.title(), foot + FOOT, svg.toString());
  }

  /** Words on each so many marks have room beside each other, as the first mark is at nothing. */
  private int every(List<Double> marks) {
    int every = 1;
    while (every < marks.size() && !fit(marks, values.at(marks.get(every)))) {
      every++;
    }
    return every;
  }

  private boolean fit(List<Double> marks, double room) {
    return marks.stream().allMatch(mark -> CellLabels.fits(said(mark), room - GAP));
  }

  private String said(double mark) {
    boolean share =
        Metrics.find(group.metric()).map(m -> m.unit() == Metrics.Unit.RATIO).orElse(false);
    return share ? Words.percent(mark) : AxisScale.said(group.metric(), mark);
  }

  private void row(Bar bar, List<String> label, int top) {
    double middle = top + ROW / 2.0;
    svg.lines("", 16, middle, label);
    Estimate figure = bar.figure();
    if (figure != null) {
      bar(figure, middle);
    }
    PublishedFigure there = published(bar.cell());
    if (there != null && !values.isAbove(there.value())) {
      svg.diamond(LABELS + values.at(there.value()), middle);
    }
    double left = LABELS + LENGTH + 16;
    if (bar.alarm().isEmpty()) {
      svg.lines("", left, middle, CellLabels.wrapped(bar.words(), WORDS - 16));
    } else {
      svg.label("lost", left, middle - 4, CellLabels.shortened(bar.alarm(), WORDS - 16));
      svg.label("", left, middle + 11, CellLabels.wrapped(bar.words(), WORDS - 16).get(0));
    }
  }

  private void bar(Estimate figure, double middle) {
    double length = Math.max(1, values.at(AxisScale.middle(figure.value())));
    svg.rectangle("a bar", LABELS, middle - BAR / 2.0, length, BAR);
    BoundedValue interval = figure.interval();
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

  private @Nullable PublishedFigure published(CellFigures cell) {
    return cell.published().stream()
        .filter(figure -> figure.metric().equals(group.metric()))
        .findFirst()
        .orElse(null);
  }
}
