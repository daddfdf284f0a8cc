package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.Axis;
import dev.rebound.analysis.compare.Comparison.AxisLine;
import dev.rebound.analysis.compare.Comparison.Point;
import dev.rebound.analysis.compare.Estimate;
import dev.rebound.analysis.compare.Value;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A metric over a number in which cells differ: a line for those that agree in all else, with the
 * 95 % interval of each figure as an upright bar. A part of a study's picture. Pure.
 */
final class AxisPicture {
  /** The height that one takes of a picture. */
  static final int HEIGHT = 250;

  private static final int LEFT = 80;
  private static final int NAMES = 250;
  private static final int HEAD = 34;
  private static final int FOOT = 36;
  private static final int TICKS = 4;
  private static final int BODY = HEIGHT - HEAD - FOOT;

  /** From this ratio of the greatest number to the least on, the axis is logarithmic. */
  private static final double WIDE = 8;

  private final StringBuilder svg = new StringBuilder();
  private final Axis axis;
  private final int top;
  private final int width;
  private final boolean logarithmic;
  private final double first;
  private final double least;
  private final double greatest;
  private final double highest;

  private AxisPicture(Axis axis, int top, int width) {
    this.axis = axis;
    this.top = top + HEAD;
    this.width = width - LEFT - NAMES;
    double last = numbers(axis).max().orElse(1);
    first = numbers(axis).filter(number -> number > 0).min().orElse(0);
    logarithmic = first > 0 && last / first >= WIDE;
    greatest = placed(last);
    least = placed(numbers(axis).min().orElse(0));
    highest =
        points(axis)
            .map(Point::figure)
            .flatMapToDouble(AxisPicture::ends)
            .filter(Double::isFinite)
            .max()
            .orElse(1);
  }

  /** The part of the picture below some height. */
  static String of(Axis axis, int top, int width) {
    return new AxisPicture(axis, top, width).drawn();
  }

  private static Stream<Point> points(Axis axis) {
    return axis.lines().stream().flatMap(line -> line.points().stream());
  }

  private static DoubleStream numbers(Axis axis) {
    return points(axis).mapToDouble(Point::at);
  }

  private static DoubleStream ends(Estimate figure) {
    Value interval = figure.interval();
    return interval == null
        ? DoubleStream.of(StudyAxes.drawn(figure.value()))
        : DoubleStream.of(StudyAxes.drawn(figure.value()), interval.high());
  }

  private String drawn() {
    String better = StudyAxes.better(axis.metric());
    label(
        "title",
        8,
        top - 14,
        ComparisonWords.heading(axis) + (better.isEmpty() ? "" : " (" + better + ")"));
    for (int tick = 0; tick <= TICKS; tick++) {
      double value = highest * tick / TICKS;
      svg.append(
          text("<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y(value), LEFT + width + 10));
      svg.append(
          text(
              "<text class=\"soft\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
              LEFT - 8,
              y(value) + 4,
              escaped(tick == 0 ? "0" : ComparisonWords.metric(axis.metric(), value))));
    }
    points(axis)
        .map(point -> List.of(text("%.1f", x(point.at())), point.text()))
        .distinct()
        .forEach(
            name ->
                svg.append(
                    text(
                        "<text class=\"soft\" x=\"%s\" y=\"%d\""
                            + " text-anchor=\"middle\">%s</text>\n",
                        name.get(0), top + BODY + 18, escaped(name.get(1)))));
    for (int i = 0; i < axis.lines().size(); i++) {
      line(axis.lines().get(i), String.valueOf((char) ('a' + i % 4)), i);
    }
    return svg.toString();
  }

  private void line(AxisLine line, String colour, int number) {
    StringBuilder path = new StringBuilder();
    for (Point point : line.points()) {
      double at = x(point.at());
      double y = y(StudyAxes.drawn(point.figure().value()));
      path.append(text("%s%.1f %.1f", path.length() == 0 ? "M" : "L", at, y));
      Value interval = point.figure().interval();
      if (interval != null) {
        svg.append(
            text(
                "<path class=\"%s bounds\" d=\"M%.1f %.1fV%.1f\"/>\n",
                colour, at, y(interval.low()), y(interval.high())));
      }
      svg.append(text("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n", colour, at, y));
    }
    svg.append(text("<path class=\"%s figure\" d=\"%s\"/>\n", colour, path));
    int at = top + 6 + 18 * number;
    int names = LEFT + width + 26;
    svg.append(text("<path class=\"%s figure\" d=\"M%d %dh14\"/>\n", colour, names, at - 4));
    label("", names + 20, at, line.label());
  }

  private double x(double number) {
    if (greatest == least) {
      return LEFT + width / 2.0;
    }
    return LEFT + 16 + (width - 32) * (placed(number) - least) / (greatest - least);
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
    double within = Math.max(0, Math.min(highest, value));
    return top + BODY * (1 - (highest == 0 ? 0 : within / highest));
  }

  private void label(String kind, int x, int y, String words) {
    svg.append(
        text("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", kind, x, y, escaped(words)));
  }

  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
