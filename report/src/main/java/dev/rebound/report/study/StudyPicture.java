package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison;
import dev.rebound.report.picture.Chart;
import dev.rebound.report.picture.Svg;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A study in pictures: what became of requests, rates, outages and recoveries, metrics over numbers
 * in which cells differ, how rates grow with these, and what cells pay in one metric for another;
 * ratios of pairs, too, where there is nothing of the first of these. Pure.
 */
final class StudyPicture {
  private StudyPicture() {}

  /** All charts, one below the other, as a file's content. */
  static String of(Comparison comparison) {
    List<Chart> rates = SteadyWords.charts(comparison.cells());
    List<Chart> recoveries = RecoveryPicture.of(comparison.cells());
    boolean requests = comparison.cells().stream().anyMatch(cell -> cell.requests() != null);
    List<Chart> charts = figures(comparison, rates, recoveries);
    if (rates.isEmpty() && recoveries.isEmpty() && !requests) {
      charts.addAll(RatioPicture.of(comparison.differences()));
    }
    StringBuilder marks = new StringBuilder();
    int height = 0;
    for (Chart chart : charts) {
      marks.append(Svg.below(height, chart.marks()));
      height += chart.height();
    }
    return Svg.file(
        title(requests, !rates.isEmpty(), !recoveries.isEmpty()) + ": " + comparison.title(),
        Chart.WIDTH,
        Math.max(40, height),
        marks.toString());
  }

  private static String title(boolean requests, boolean rates, boolean recoveries) {
    if (requests) {
      return "Requests, outage and recovery time";
    }
    String after = recoveries ? "outage and recovery time" : "";
    String title = rates ? (recoveries ? "rates, " : "rates") + after : after;
    return title.isEmpty() ? "Figures" : ComparisonWords.heading(title);
  }

  /** Those that a page has: curves, and what stands over a number. */
  static String ofPage(Comparison comparison) {
    List<Chart> charts = new ArrayList<>(CurvePicture.of(comparison.cells()));
    comparison.axes().forEach(axis -> charts.add(AxisPicture.of(axis)));
    comparison.scalings().forEach(scaling -> charts.addAll(ScalingPicture.charts(scaling)));
    return charts.stream().map(Chart::inPage).collect(Collectors.joining());
  }

  /** Every chart, also of ratios, to be a file of its own. */
  static List<Chart> charts(Comparison comparison) {
    List<Chart> charts =
        figures(
            comparison,
            SteadyWords.charts(comparison.cells()),
            RecoveryPicture.of(comparison.cells()));
    charts.addAll(RatioPicture.of(comparison.differences()));
    return charts;
  }

  /** What a chart has each, in order, and what stands in each. */
  static <K, T> Map<K, List<T>> grouped(Stream<T> all, Function<T, K> by) {
    return all.collect(Collectors.groupingBy(by, LinkedHashMap::new, Collectors.toList()));
  }

  private static List<Chart> figures(
      Comparison comparison, List<Chart> rates, List<Chart> recoveries) {
    List<Chart> charts = new ArrayList<>(RequestPicture.of(comparison.cells()));
    charts.addAll(CountPicture.of(comparison.cells()));
    charts.addAll(rates);
    charts.addAll(recoveries);
    comparison.axes().forEach(axis -> charts.add(AxisPicture.of(axis)));
    comparison.scalings().forEach(scaling -> charts.addAll(ScalingPicture.charts(scaling)));
    comparison.tradeOffs().stream()
        .filter(trade -> !trade.between().isEmpty())
        .forEach(trade -> charts.add(TradePicture.of(trade)));
    return charts;
  }
}
