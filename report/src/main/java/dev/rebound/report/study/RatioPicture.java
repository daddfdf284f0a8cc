package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Comparison.PairOutcome;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.report.picture.AxisScale;
import dev.rebound.report.picture.CellLabels;
import dev.rebound.report.picture.Chart;
import dev.rebound.report.picture.Svg;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How many times as much one cell of a pair has of a metric as the other one, with the 95 %
 * interval of each ratio: one that holds 1 shows no difference. Pure.
 */
final class RatioPicture {
  private static final String METRIC = "ratio";
  private static final String AND = " and ";
  private static final String OVER = " ÷ ";
  private static final int HEAD = 52;
  private static final int FOOT = 56;
  private static final int ROW = 48;
  private static final int LINE = 14;
  private static final int LABELS = 470;
  private static final int WORDS = 210;
  private static final int LENGTH = Chart.WIDTH - LABELS - WORDS;

  /** An interval is drawn no farther than so many times beyond the ratios. */
  private static final double DRAWN = 5;

  private final Svg svg = new Svg();
  private final List<Difference> pairs;
  private final AxisScale values;

  private RatioPicture(List<Difference> pairs) {
    this.pairs = pairs;
    DoubleSummaryStatistics figures =
        withOne(
            pairs.stream()
                .map(pair -> pair.ratio().value())
                .flatMapToDouble(v -> DoubleStream.of(v.low(), v.bounded() ? v.high() : v.low())));
    DoubleSummaryStatistics intervals =
        withOne(
            pairs.stream()
                .flatMap(pair -> Stream.ofNullable(interval(pair)))
                .flatMapToDouble(v -> DoubleStream.of(v.low(), v.high())));
    double from =
        Math.max(Math.min(figures.getMin(), intervals.getMin()), figures.getMin() / DRAWN);
    double to = Math.min(Math.max(figures.getMax(), intervals.getMax()), figures.getMax() * DRAWN);
    values = AxisScale.logarithmic(Math.min(from / 1.1, 0.7), Math.max(to * 1.1, 2.1), LENGTH);
  }

  /** One is always on it. */
  private static DoubleSummaryStatistics withOne(DoubleStream values) {
    return DoubleStream.concat(DoubleStream.of(1), values).summaryStatistics();
  }

  /** A chart for each metric in which pairs have a ratio, by the metric. */
  static List<Chart> of(List<Difference> differences) {
    List<Chart> charts = new ArrayList<>();
    StudyPicture.grouped(
            differences.stream()
                .filter(pair -> pair.outcome() != PairOutcome.TOO_FEW && interval(pair) != null),
            Difference::metric)
        .forEach((metric, pairs) -> charts.add(new RatioPicture(pairs).drawn(metric)));
    return charts;
  }

  private static @Nullable BoundedValue interval(Difference pair) {
    BoundedValue interval = pair.ratio().interval();
    return interval == null || interval.low() <= 0 ? null : interval;
  }

  private Chart drawn(String metric) {
    String title =
        ComparisonWords.heading(ComparisonWords.noun(metric)) + ": how many times as much";
    int foot = HEAD + pairs.size() * ROW;
    svg.label("title", 8, 18, title);
    for (double mark : values.marks(METRIC)) {
      double x = LABELS + values.at(mark);
      svg.path("grid", "M%.1f %dV%d", x, HEAD - 6, foot);
      svg.middle("soft", x, HEAD - 12, "× " + AxisScale.said(METRIC, mark));
    }
    svg.path("paper-mark", "M%.1f %dV%d", LABELS + values.at(1), HEAD - 6, foot);
    int y = HEAD;
    for (Difference pair : pairs) {
      row(pair, metric, y + ROW / 2.0);
      y += ROW;
    }
    svg.label(
        "soft",
        8,
        foot + 22,
        "How many times as much the one has as the other. Upright line: the ratio. Bar: its 95 %"
            + " interval;");
    svg.label(
        "soft",
        8,
        foot + 40,
        "grey where it holds 1, so that no difference is shown. Logarithmic.");
    return new Chart("ratio-of-" + metric, title, foot + FOOT, svg.toString());
  }

  private void row(Difference pair, String metric, double y) {
    label(pair, metric, y);
    BoundedValue interval = interval(pair);
    if (interval == null) {
      return;
    }
    boolean shown = pair.outcome() == PairOutcome.SMALLER;
    String colour = shown ? "a" : "e";
    svg.path(
        colour + " interval",
        "M%.1f %.1fH%.1f",
        LABELS + values.at(interval.low()),
        y,
        LABELS + values.at(interval.high()));
    if (values.isAbove(interval.high())) {
      svg.arrow(colour, LABELS + LENGTH + 8, y, true);
    }
    if (values.isBelow(interval.low())) {
      svg.arrow(colour, LABELS - 8, y, false);
    }
    BoundedValue ratio = pair.ratio().value();
    for (double end : ratio.exact() ? List.of(ratio.low()) : List.of(ratio.low(), ratio.high())) {
      if (Double.isFinite(end)) {
        svg.path(colour + " figure", "M%.1f %.1fV%.1f", LABELS + values.at(end), y - 10, y + 10);
      }
    }
    svg.label(shown ? "" : "soft", Chart.WIDTH - WORDS + 20, y + 4, pair.seen());
  }

  /** What the two share in grey above their names, the one with more before the other. */
  private void label(Difference pair, String metric, double y) {
    String both =
        pair.between().replaceFirst(", " + Pattern.quote(ComparisonWords.noun(metric)) + "$", "");
    int colon = both.indexOf(": ");
    String names = both.substring(colon < 0 ? 0 : colon + 2);
    List<String> lines = new ArrayList<>();
    if (colon >= 0) {
      lines.add(both.substring(0, colon));
    }
    int and = names.indexOf(AND);
    String less = names.substring(0, Math.max(0, and));
    String more = names.substring(and < 0 ? 0 : and + AND.length());
    if (and < 0 || CellLabels.fits(more + OVER + less, LABELS - 28)) {
      lines.add(and < 0 ? names : more + OVER + less);
    } else {
      lines.add(more);
      lines.add((OVER + less).strip());
    }
    for (int i = 0; i < lines.size(); i++) {
      svg.label(
          i == 0 && colon >= 0 ? "soft" : "",
          16,
          y + 4 + LINE * (i - (lines.size() - 1) / 2.0),
          CellLabels.shortened(lines.get(i), LABELS - 28));
    }
  }
}
