package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.Axis;
import dev.rebound.analysis.compare.Comparison.AxisLine;
import dev.rebound.analysis.compare.Comparison.Point;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.units.Words;
import dev.rebound.report.picture.AxisScale;
import dev.rebound.report.picture.Chart;
import dev.rebound.report.picture.EngineColours;
import dev.rebound.report.picture.Svg;
import dev.rebound.report.terminal.Wrapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A metric over a number in which cells differ: a line for those that agree in all else, with the
 * 95 % interval of each figure as an upright line. A bound is drawn as one. Pure.
 */
final class AxisPicture {
  private static final int LEFT = 80;
  private static final int RIGHT = 40;
  private static final int HEAD = 32;
  private static final int NAME = 18;
  private static final int BODY = 170;
  private static final int FOOT = 56;
  private static final int LEGEND = 16;

  /** Characters that a line of the legend has room for. */
  private static final int COLUMNS = 150;

  /** Bounds that are no farther from each other are drawn as a figure. */
  private static final int NARROW = 6;

  private static final int SPACE = 14;

  /** Lines of one chart stand so far from each other where they share a number. */
  private static final int APART = 7;

  /** From this ratio of the greatest number to the least on, the axis is logarithmic. */
  private static final double WIDE = 8;

  /** Straight pieces of a curve between two points. */
  private static final int STEPS = 8;

  private final Svg svg = new Svg();
  private final Axis axis;
  private final int[] colours;
  private final int top;
  private final AxisScale values;
  private final boolean logarithmic;
  private final double first;
  private final double least;
  private final double greatest;

  /** Marks of an axis of load ÷ capacity: tenths, two by two. */
  private static final int SHARES = 5;

  private record Tick(double x, String words) {}

  private AxisPicture(Axis axis) {
    this.axis = axis;
    colours = EngineColours.of(axis.lines().stream().map(AxisLine::label).toList());
    top = HEAD + axis.lines().size() * NAME + SPACE;
    double last = numbers(axis).max().orElse(1);
    first = numbers(axis).filter(number -> number > 0).min().orElse(0);
    logarithmic = !axis.ofLoad() && first > 0 && last / first >= WIDE;
    greatest = placed(last);
    least = placed(numbers(axis).min().orElse(0));
    List<Estimate> figures = points(axis).map(Point::figure).toList();
    Stream<Point> predicted = axis.lines().stream().flatMap(line -> line.predicted().stream());
    values =
        AxisScale.of(
            Stream.concat(figures.stream(), predicted.map(Point::figure))
                .map(Estimate::value)
                .toList(),
            figures.stream().map(Estimate::interval).filter(Objects::nonNull).toList(),
            BODY);
  }

  static Chart of(Axis axis) {
    AxisPicture picture = new AxisPicture(axis);
    return new Chart(
        name(axis),
        ComparisonWords.heading(axis),
        picture.top + BODY + FOOT + LEGEND * (picture.legend().size() - 1),
        picture.drawn());
  }

  static String name(Axis axis) {
    return axis.metric() + "-over-" + axis.key();
  }

  private static Stream<Point> points(Axis axis) {
    return axis.lines().stream().flatMap(line -> line.points().stream());
  }

  /** An axis of load ÷ capacity reaches from nothing to all of it, whatever was tried. */
  private static DoubleStream numbers(Axis axis) {
    DoubleStream numbers = points(axis).mapToDouble(Point::at);
    return axis.ofLoad() ? DoubleStream.concat(DoubleStream.of(0, 1), numbers) : numbers;
  }

  private Stream<Tick> ticks() {
    return axis.ofLoad()
        ? IntStream.rangeClosed(0, SHARES)
            .mapToDouble(number -> number / (double) SHARES)
            .mapToObj(share -> new Tick(x(share), Words.percent(share)))
        : points(axis).map(point -> new Tick(x(point.at()), point.text())).distinct();
  }

  private String drawn() {
    String better = StudyData.better(axis.metric());
    svg.label(
        "title",
        8,
        20,
        ComparisonWords.heading(axis)
            + (better.isEmpty() ? "" : " (" + better + ")")
            + (values.isLogarithmic() ? "; logarithmic" : ""));
    for (double mark : values.marks(axis.metric())) {
      svg.path("grid", "M%d %.1fH%d", LEFT, y(mark), Chart.WIDTH - RIGHT);
      svg.end("soft", LEFT - 8, y(mark) + 4, AxisScale.said(axis.metric(), mark));
    }
    ticks().forEach(tick -> svg.middle("soft", tick.x(), top + BODY + 18, tick.words()));
    for (int i = 0; i < axis.lines().size(); i++) {
      line(axis.lines().get(i), i);
    }
    List<String> legend = legend();
    for (int i = 0; i < legend.size(); i++) {
      svg.label("soft", 8, top + BODY + 40 + LEGEND * i, legend.get(i));
    }
    return svg.toString();
  }

  private void line(AxisLine line, int number) {
    String colour = Svg.colour(colours[number]);
    int name = HEAD + 4 + NAME * number;
    svg.path(colour + " figure", "M16 %dh18", name);
    svg.label("", 42, name + 4, line.label());
    double aside = axis.ofLoad() ? 0 : APART * (number - (axis.lines().size() - 1) / 2.0);
    predicted(line, colour);
    Point last = null;
    for (Point point : line.points()) {
      if (last != null) {
        boolean known = narrow(last.figure().value()) && narrow(point.figure().value());
        svg.path(
            colour + (known ? " figure" : " bounds"),
            Svg.way(
                List.of(last, point),
                one -> x(one.at()) + aside,
                one -> y(AxisScale.place(one.figure().value()))));
      }
      last = point;
    }
    for (Point point : line.points()) {
      String figure = ComparisonWords.figure(axis.metric(), point.figure());
      String hint = "%s, %s: %s".formatted(line.label(), point.text(), figure);
      point(point, colour, x(point.at()) + aside, hint);
    }
  }

  private boolean narrow(BoundedValue value) {
    return value.bounded() && y(value.low()) - y(value.high()) <= NARROW;
  }

  private void predicted(AxisLine line, String colour) {
    List<List<Double>> places = curve(line.predicted());
    if (!places.isEmpty()) {
      svg.path(
          colour + " dashed", Svg.way(places, place -> x(place.get(0)), place -> y(place.get(1))));
    }
  }

  /**
   * What a queue predicts between the loads that were tried, as pairs of share and value: an outage
   * between those of its neighbours, divided by what is left of the capacity.
   */
  static List<List<Double>> curve(List<Point> predicted) {
    List<Point> known = predicted.stream().filter(p -> p.figure().value().bounded()).toList();
    List<List<Double>> curve = new ArrayList<>();
    for (int i = 0; i < known.size(); i++) {
      boolean last = i == known.size() - 1;
      Point from = known.get(i);
      Point to = last ? from : known.get(i + 1);
      for (int step = 0; step < (last ? 1 : STEPS); step++) {
        double way = step / (double) STEPS;
        double share = between(from.at(), to.at(), way);
        curve.add(List.of(share, between(outage(from), outage(to), way) / (1 - share)));
      }
    }
    return curve;
  }

  private static double outage(Point predicted) {
    return AxisScale.middle(predicted.figure().value()) * (1 - predicted.at());
  }

  private static double between(double from, double to, double way) {
    return from + (to - from) * way;
  }

  private void point(Point point, String colour, double x, String hint) {
    BoundedValue interval = point.figure().interval();
    if (interval != null) {
      upright(colour + " bounds", colour, x, interval);
    }
    BoundedValue value = point.figure().value();
    double y = y(AxisScale.place(value));
    svg.hint(hint);
    if (value.exact()) {
      svg.circle(colour, x, y, 3);
    } else if (!value.bounded()) {
      svg.path(colour, "M%.1f %.1fl4 7h-8z", x, y - 7);
    } else if (value.low() == 0) {
      svg.circle(colour + " open", x, y, 3.5);
    } else {
      svg.path(colour + " figure", "M%.1f %.1fV%.1f", x, y(value.low()), y(value.high()));
      for (double end : List.of(value.low(), value.high())) {
        svg.path(colour + " figure", "M%.1f %.1fh8", x - 4, y(end));
      }
    }
  }

  private void upright(String kind, String colour, double x, BoundedValue interval) {
    svg.path(kind, "M%.1f %.1fV%.1f", x, y(interval.low()), y(interval.high()));
    if (values.isAbove(interval.high())) {
      svg.path(colour, "M%.1f %dl4 6h-8z", x, top - 4);
    }
    if (values.isBelow(interval.low())) {
      svg.path(colour, "M%.1f %dl4 -6h-8z", x, top + BODY + 4);
    }
  }

  /** What the marks mean, of those that there are, line by line. */
  private List<String> legend() {
    List<Estimate> figures = points(axis).map(Point::figure).toList();
    List<BoundedValue> known = figures.stream().map(Estimate::value).toList();
    List<BoundedValue> intervals =
        figures.stream().map(Estimate::interval).filter(Objects::nonNull).toList();
    return Wrapping.lines(
        "Dot: the figure."
            + where(known, AxisPicture::isRange, "Two short lines: it lies between.")
            + where(known, AxisPicture::isAtMost, "Ring: at most that.")
            + where(known, value -> !value.bounded(), "Triangle: at least that.")
            + where(intervals, any -> true, "Upright line: 95 % interval.")
            + where(
                intervals,
                value -> values.isAbove(value.high()) || values.isBelow(value.low()),
                "Arrowhead: it goes on.")
            + where(
                axis.lines(),
                line -> !line.predicted().isEmpty(),
                "Dashed: what a queue predicts, outage ÷ (1 − load ÷ capacity), plus the time to do"
                    + " half a commit interval's work again."),
        COLUMNS);
  }

  private static <T> String where(List<T> all, Predicate<T> any, String words) {
    return all.stream().anyMatch(any) ? " " + words : "";
  }

  private static boolean isRange(BoundedValue value) {
    return !value.exact() && value.bounded() && value.low() > 0;
  }

  private static boolean isAtMost(BoundedValue value) {
    return !value.exact() && value.bounded() && value.low() == 0;
  }

  private double x(double number) {
    double width = Chart.WIDTH - LEFT - RIGHT;
    if (greatest == least) {
      return LEFT + width / 2;
    }
    return LEFT + 40 + (width - 80) * (placed(number) - least) / (greatest - least);
  }

  /** A number as it is spaced; on a logarithmic axis 0 stands apart from the least above it. */
  private double placed(double number) {
    if (!logarithmic) {
      return number;
    }
    return number > 0 ? Math.log(number / first) : -Math.log(WIDE) / 2;
  }

  /** Place of a value; what lies beyond an end is put there. */
  private double y(double value) {
    return top + BODY - values.at(value);
  }
}
