package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison;
import java.util.ArrayList;
import java.util.List;

/**
 * A study in pictures: what became of requests, outages and recoveries, and metrics over numbers in
 * which cells differ; ratios of pairs, too, where there is nothing of these. Pure.
 */
final class StudyPicture {
  private StudyPicture() {}

  /** All charts, one below the other, as a file's content. */
  static String of(Comparison comparison) {
    List<Chart> charts = figures(comparison);
    boolean nothing = charts.size() == comparison.axes().size();
    if (nothing) {
      charts.addAll(RatioPicture.of(comparison.differences()));
    }
    StringBuilder marks = new StringBuilder();
    int height = 0;
    for (Chart chart : charts) {
      marks.append(Svg.below(height, chart.marks()));
      height += chart.height();
    }
    boolean requests = comparison.cells().stream().anyMatch(cell -> cell.requests() != null);
    String title =
        nothing
            ? "Figures"
            : requests ? "Requests, outage and recovery time" : "Outage and recovery time";
    return Svg.file(
        title + ": " + comparison.title(), Chart.WIDTH, Math.max(40, height), marks.toString());
  }

  /** Every chart, also of ratios, to be a file of its own. */
  static List<Chart> charts(Comparison comparison) {
    List<Chart> charts = figures(comparison);
    charts.addAll(RatioPicture.of(comparison.differences()));
    return charts;
  }

  private static List<Chart> figures(Comparison comparison) {
    List<Chart> charts = new ArrayList<>(RequestPicture.of(comparison.cells()));
    charts.addAll(LossPicture.of(comparison.cells()));
    charts.addAll(RecoveryPicture.of(comparison.cells()));
    comparison.axes().forEach(axis -> charts.add(AxisPicture.of(axis)));
    return charts;
  }
}
