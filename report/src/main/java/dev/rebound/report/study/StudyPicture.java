package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.PublishedFigure;
import dev.rebound.analysis.compare.Comparison.RunRef;
import dev.rebound.analysis.compare.Comparison.TradeOff;
import dev.rebound.analysis.compare.Estimate;
import dev.rebound.analysis.compare.Value;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Outages and recoveries of a study in one picture: a row for each cell, on one logarithmic axis; a
 * dot for each fault, a line of dots for each run, and the cell's figure with its interval behind
 * them. An SVG that is readable on paper, and on light and dark screens. Pure.
 */
final class StudyPicture {
  /** The width that labels take at least and at most: the more, the longer the longest is. */
  private static final int LABELS_MIN = 150;

  private static final int LABELS_MAX = 420;
  private static final double LETTER = 6.2;
  private static final int PANEL = 330;
  private static final int GAP = 30;
  private static final int ROW = 34;
  private static final int HEAD = 26;
  private static final int TOP = 40;
  private static final double[] STEPS = {1, 3};

  private static final String STYLE =
      """
      <style>
        text { font: 12px system-ui, sans-serif; fill: #222 }
        .paper { fill: #fff } .title { font-weight: bold } .soft { fill: #555 } .grid { stroke: #ddd; fill: none }
        .a { stroke: #1b62a5; fill: #1b62a5 } .b { stroke: #b3470e; fill: #b3470e }
        .c { stroke: #2d7d2d; fill: #2d7d2d } .d { stroke: #7a3e9d; fill: #7a3e9d }
        .interval { stroke-width: 12; stroke-opacity: .22; fill: none } .figure { stroke-width: 2; fill: none }
        .bar { stroke: none; fill-opacity: .45 } .lost { fill: #b3261e } .bounds { stroke-opacity: .6; fill: none } .open { fill: none } .paper-mark { fill: none; stroke: #555 }
        @media (prefers-color-scheme: dark) {
          text { fill: #ddd } .paper { fill: #16181d } .soft { fill: #aaa } .grid { stroke: #333 } .paper-mark { stroke: #aaa }
          .a { stroke: #7db8f0; fill: #7db8f0 } .b { stroke: #f0a070; fill: #f0a070 }
          .c { stroke: #8fd08f; fill: #8fd08f } .d { stroke: #cfa6e6; fill: #cfa6e6 }
          .open { fill: none } .interval { fill: none } .figure { fill: none } .bar { stroke: none } .lost { fill: #f2a09a }
        }
        @media print { text { fill: #000 } .paper { fill: #fff } .grid { stroke: #ddd } }
      </style>
      """;

  private final StringBuilder svg = new StringBuilder();
  private final List<CellFigures> cells;
  private final List<String> engines;
  private final int labels;
  private final double least;
  private final double most;

  private StudyPicture(Comparison comparison) {
    cells =
        comparison.cells().stream()
            .filter(cell -> !cell.runs().isEmpty() && ComparisonWords.hasRecovery(cell))
            .toList();
    engines = cells.stream().map(cell -> cell.cell().engine()).distinct().toList();
    int longest =
        (cells.isEmpty() ? SteadyWords.cells(comparison.cells()) : cells)
            .stream().mapToInt(cell -> cell.label().length()).max().orElse(0);
    labels = (int) Math.max(LABELS_MIN, Math.min(LABELS_MAX, 24 + LETTER * longest));
    List<Double> all = new ArrayList<>();
    for (CellFigures cell : cells) {
      for (FaultResult fault : hits(cell)) {
        add(all, fault.outage());
        add(all, fault.recovery());
      }
      published(cell).forEach(figure -> all.add(figure.value()));
    }
    double first = all.stream().mapToDouble(v -> v).min().orElse(1000);
    double last = all.stream().mapToDouble(v -> v).max().orElse(10_000);
    least = Math.pow(10, Math.floor(Math.log10(Math.max(10, first * 0.9)) * 2) / 2);
    most = Math.max(least * 10, last * 1.25);
  }

  /** The picture as a file's content. */
  static String of(Comparison comparison) {
    return new StudyPicture(comparison).drawn(comparison);
  }

  private static void add(List<Double> all, Span span) {
    if (span.state() != SpanState.UNKNOWN) {
      all.add((double) Math.max(span.millis(), span.floorMillis()));
    }
  }

  private static List<FaultResult> hits(CellFigures cell) {
    return cell.runs().stream()
        .flatMap(run -> run.faults().stream())
        .filter(fault -> fault.impact() == Impact.HIT)
        .toList();
  }

  private static List<PublishedFigure> published(CellFigures cell) {
    return cell.published().stream().filter(figure -> figure.metric().equals("recovery")).toList();
  }

  private String drawn(Comparison comparison) {
    int groups = (int) cells.stream().map(cell -> cell.cell().scenario()).distinct().count();
    int body = groups * HEAD + cells.size() * ROW;
    int width = labels + 2 * PANEL + 2 * GAP;
    BarPicture requests = RequestPicture.of(comparison.cells());
    BarPicture rates = SteadyWords.bars(comparison.cells());
    int above = requests.height() + rates.height();
    List<TradeOff> trades =
        comparison.tradeOffs().stream().filter(trade -> !trade.between().isEmpty()).toList();
    boolean recoveries =
        !cells.isEmpty() || (above == 0 && trades.isEmpty() && comparison.axes().isEmpty());
    int axes = above + (recoveries ? TOP + body + 76 : 0);
    int fronts = axes + comparison.axes().size() * AxisPicture.HEIGHT;
    int height = fronts + trades.size() * TradePicture.HEIGHT;
    svg.append(
        text(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
            width, height));
    svg.append(
        text(
            "<title>%s: %s</title>\n",
            title(requests.height() > 0, rates.height() > 0, recoveries),
            escaped(comparison.title())));
    svg.append(STYLE);
    svg.append(text("<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n", width, height));
    svg.append(requests.drawn(0, width));
    svg.append(rates.drawn(requests.height(), width));
    if (recoveries) {
      recoveries(above, body);
    }
    for (int i = 0; i < comparison.axes().size(); i++) {
      svg.append(AxisPicture.of(comparison.axes().get(i), axes + i * AxisPicture.HEIGHT, width));
    }
    for (int i = 0; i < trades.size(); i++) {
      svg.append(TradePicture.of(trades.get(i), fronts + i * TradePicture.HEIGHT, width));
    }
    return svg.append("</svg>\n").toString();
  }

  private static String title(boolean requests, boolean rates, boolean recoveries) {
    if (requests) {
      return "Requests, outage and recovery time";
    }
    return !rates
        ? "Outage and recovery time"
        : recoveries ? "Rates, outage and recovery time" : "Rates";
  }

  private void recoveries(int top, int body) {
    int recovery = labels + PANEL + GAP;
    panel("Outage", labels, top, body);
    panel("Recovery time", recovery, top, body);
    int y = top + TOP;
    String scenario = "";
    for (CellFigures cell : cells) {
      if (!cell.cell().scenario().equals(scenario)) {
        scenario = cell.cell().scenario();
        label("title", 8, y + 18, ComparisonWords.heading(scenario));
        y += HEAD;
      }
      label("", 16, y + ROW / 2 + 4, BarPicture.shortened(cell.label(), labels - 16));
      row(cell, labels, y + ROW / 2, cell.outage(), FaultResult::outage);
      row(cell, recovery, y + ROW / 2, cell.recovery(), FaultResult::recovery);
      for (PublishedFigure figure : published(cell)) {
        diamond(recovery + x(figure.value()), y + ROW / 2);
      }
      y += ROW;
    }
    legend(y + 46);
  }

  private void legend(int y) {
    label(
        "soft",
        8,
        y,
        "Dot: one fault, with what it is known to lie between; ring: it was shorter; triangle: it"
            + " was longer.");
    label(
        "soft",
        8,
        y + 18,
        "Upright lines: the mean over runs lies between them. Bar: its 95 % interval. Diamond: the"
            + " published mean, of other machines.");
  }

  private void panel(String title, int left, int above, int body) {
    int top = above + TOP;
    label("title", left, top - 16, title);
    for (double decade = 10; decade <= most; decade *= 10) {
      for (double step : STEPS) {
        double at = decade * step;
        if (at >= least && at <= most) {
          path("grid", text("M%.1f %dV%d", left + x(at), top, top + body + 4));
          svg.append(
              text(
                  "<text class=\"soft\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s s</text>\n",
                  left + x(at), top + body + 20, seconds(at)));
        }
      }
    }
  }

  private static String seconds(double millis) {
    return millis >= 1000 ? text("%.0f", millis / 1000) : text("%s", millis / 1000);
  }

  private void row(
      CellFigures cell,
      int left,
      int y,
      @Nullable Estimate estimate,
      Function<FaultResult, Span> kind) {
    String colour = String.valueOf((char) ('a' + engines.indexOf(cell.cell().engine()) % 4));
    if (estimate != null) {
      Value interval = estimate.interval();
      if (interval != null) {
        double to = left + x(interval.high());
        path(colour + " interval", text("M%.1f %dH%.1f", left + x(interval.low()), y, to));
      }
      Value value = estimate.value();
      upright(colour, left + x(value.low() == 0 ? value.high() : value.low()), y);
      if (value.bounded() && !value.exact()) {
        upright(colour, left + x(value.high()), y);
      }
    }
    int runs = cell.runs().size();
    for (int r = 0; r < runs; r++) {
      RunRef run = cell.runs().get(r);
      double at = runs == 1 ? y : y - 9 + 18.0 * r / (runs - 1);
      for (FaultResult fault : run.faults()) {
        if (fault.impact() == Impact.HIT) {
          point(colour, left, at, kind.apply(fault));
        }
      }
    }
  }

  private void upright(String colour, double x, int y) {
    path(colour + " figure", text("M%.1f %dV%d", x, y - 11, y + 11));
  }

  private void point(String colour, int left, double y, Span span) {
    switch (span.state()) {
      case ENDED -> {
        double from = left + x((double) span.lowMillis());
        double to = left + x(span.highOrInfinite());
        if (to - from > 4) {
          path(colour + " bounds", text("M%.1f %.1fH%.1f", from, y, to));
        }
        circle(colour, left + x((double) span.millis()), y);
      }
      case NO_DIP -> circle(colour + " open", left + x(span.highOrInfinite()), y);
      case UNENDED ->
          path(
              colour, text("M%.1f %.1fl6 3l-6 3z", left + x((double) span.lowMillis()) - 2, y - 3));
      case UNKNOWN -> {
        // Nothing is known of it, so there is no place for it.
      }
    }
  }

  private void diamond(double x, int y) {
    path("paper-mark", text("M%.1f %dl5 5l-5 5l-5 -5z", x, y - 5));
  }

  private void circle(String kind, double x, double y) {
    svg.append(text("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\"/>\n", kind, x, y));
  }

  private void path(String kind, String d) {
    svg.append(text("<path class=\"%s\" d=\"%s\"/>\n", kind, d));
  }

  private void label(String kind, int x, int y, String words) {
    svg.append(
        text("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", kind, x, y, escaped(words)));
  }

  /** Place on an axis; what lies beyond an end is put there. */
  private double x(double millis) {
    double within = Math.max(least, Math.min(most, millis));
    return PANEL * Math.log(within / least) / Math.log(most / least);
  }

  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
