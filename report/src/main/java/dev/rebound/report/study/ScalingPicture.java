package dev.rebound.report.study;

import dev.rebound.analysis.compare.Scaling;
import dev.rebound.analysis.compare.Scaling.LawRate;
import dev.rebound.analysis.compare.Scaling.ScalingLaw;
import dev.rebound.analysis.compare.Scaling.ScalingLine;
import dev.rebound.analysis.compare.Scaling.ScalingPoint;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.report.picture.AxisScale;
import dev.rebound.report.picture.Chart;
import dev.rebound.report.picture.EngineColours;
import dev.rebound.report.picture.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A rate over a number, to the right and logarithmic: points with their intervals, the fitted curve
 * dashed through them, and right of what was measured, set apart, what the model says. Pure.
 */
final class ScalingPicture {
  private static final int LEFT = 80;
  private static final int RIGHT = 30;
  private static final int HEAD = 34;
  private static final int NAME = 18;
  private static final int SPACE = 22;
  private static final int BODY = 260;
  private static final int FOOT = 78;
  private static final int WIDTH = Chart.WIDTH - LEFT - RIGHT;
  private static final int APART = 4;

  /** An interval is drawn no farther than so many times the greatest figure. */
  private static final double FAR = 1.6;

  private final Svg svg = new Svg();
  private final Scaling scaling;
  private final List<ScalingLine> lines;
  private final int[] colours;
  private final int top;
  private final AxisScale rates;
  private final double first;
  private final double measured;
  private final double last;

  private ScalingPicture(Scaling scaling, List<ScalingLine> lines) {
    this.scaling = scaling;
    this.lines = lines;
    colours = EngineColours.of(lines.stream().map(ScalingLine::label).toList());
    top = HEAD + lines.size() * NAME + SPACE;
    first = numbers(lines).min().orElse(1);
    measured = lines.stream().mapToDouble(ScalingLine::last).max().orElse(1);
    last =
        Math.max(
            measured,
            fits(lines).stream()
                .flatMap(fit -> fit.curve().stream())
                .mapToDouble(LawRate::at)
                .max()
                .orElse(measured));
    rates = AxisScale.linear(greatest(lines), BODY);
  }

  /** A chart for each scenario. */
  static List<Chart> charts(Scaling scaling) {
    List<Chart> charts = new ArrayList<>();
    StudyPicture.grouped(scaling.lines().stream(), ScalingLine::scenario)
        .forEach((scenario, lines) -> charts.add(chart(scaling, scenario, lines)));
    return charts;
  }

  private static Chart chart(Scaling scaling, String scenario, List<ScalingLine> lines) {
    ScalingPicture picture = new ScalingPicture(scaling, lines);
    String title = ComparisonWords.heading(scenario) + ": " + ScalingWords.heading(scaling);
    return new Chart(
        name(scaling, scenario), title, picture.top + BODY + FOOT, picture.drawn(title));
  }

  static String name(Scaling scaling, String scenario) {
    return scaling.metric() + "-scaling-over-" + scaling.key() + "-" + scenario;
  }

  private static DoubleStream numbers(List<ScalingLine> lines) {
    return lines.stream().flatMap(line -> line.points().stream()).mapToDouble(ScalingPoint::at);
  }

  private static List<ScalingLaw> fits(List<ScalingLine> lines) {
    return lines.stream().flatMap(line -> Stream.ofNullable(line.fit())).toList();
  }

  private static double greatest(List<ScalingLine> lines) {
    List<Estimate> figures = new ArrayList<>();
    lines.forEach(line -> line.points().forEach(step -> figures.add(step.figure())));
    fits(lines).forEach(fit -> fit.curve().forEach(modelled -> figures.add(modelled.rate())));
    double most =
        figures.stream().mapToDouble(figure -> AxisScale.middle(figure.value())).max().orElse(1);
    double far = most;
    for (Estimate figure : figures) {
      BoundedValue interval = figure.interval();
      far = Math.max(far, interval == null ? 0 : Math.min(interval.high(), FAR * most));
    }
    return far;
  }

  private String drawn(String title) {
    svg.label("title", 8, 20, title);
    for (double mark : rates.marks(scaling.metric())) {
      svg.path("grid", "M%d %.1fH%d", LEFT, y(mark), Chart.WIDTH - RIGHT);
      svg.end("soft", LEFT - 8, y(mark) + 4, AxisScale.said(scaling.metric(), mark));
    }
    TreeSet<Double> ticks = new TreeSet<>();
    numbers(lines).forEach(ticks::add);
    fits(lines).forEach(fit -> fit.predictions().forEach(modelled -> ticks.add(modelled.at())));
    ticks.forEach(at -> svg.middle("soft", x(at), top + BODY + 18, ScalingWords.number(at)));
    svg.end("soft", Chart.WIDTH - RIGHT, top + BODY + 36, scaling.key() + " →");
    boolean ahead = last > measured;
    if (ahead) {
      double end = x(measured) + 10;
      svg.path("grid", "M%.1f %dV%d", end, top - SPACE + 6, top + BODY);
      svg.end("soft", end - 6, top - 8, "← measured");
      svg.label("soft", end + 6, top - 8, "a model, not measured →");
    }
    for (int i = 0; i < lines.size(); i++) {
      line(lines.get(i), i);
    }
    svg.label("soft", 8, top + BODY + 54, legend(ahead));
    svg.label(
        "soft",
        8,
        top + BODY + 70,
        ahead ? "The model's interval holds only if the Universal Scalability Law does." : "");
    return svg.toString();
  }

  private static String legend(boolean ahead) {
    return "Dot: the mean over runs, upright line: its 95 % interval."
        + (ahead
            ? " Dashed: the fitted law; beyond what was measured with thin lines at the ends of its"
                + " 95 % interval."
            : "");
  }

  private void line(ScalingLine line, int number) {
    String colour = Svg.colour(colours[number]);
    int name = HEAD + 4 + NAME * number;
    ScalingLaw fit = line.fit();
    svg.path(colour + " figure" + (fit == null ? "" : " dashed"), "M16 %dh18", name);
    svg.circle(colour, 25, name, 3);
    svg.label("", 42, name + 4, line.label());
    if (fit == null) {
      ScalingPoint before = line.points().get(0);
      for (ScalingPoint step : line.points()) {
        svg.path(
            colour + " figure",
            Svg.way(
                List.of(before, step),
                one -> x(one.at()),
                one -> y(AxisScale.middle(one.figure().value()))));
        before = step;
      }
    } else {
      List<LawRate> within = new ArrayList<>();
      List<LawRate> beyond = new ArrayList<>();
      for (LawRate modelled : fit.curve()) {
        (modelled.at() <= line.last() ? within : beyond).add(modelled);
      }
      beyond.add(0, within.get(within.size() - 1));
      curve(colour + " figure dashed", within, ScalingPicture::rate);
      curve(colour + " dashed", beyond, ScalingPicture::rate);
      if (beyond.stream().allMatch(modelled -> modelled.rate().interval() != null)) {
        curve(colour + " bounds", beyond, modelled -> end(modelled, false));
        curve(colour + " bounds", beyond, modelled -> end(modelled, true));
      }
    }
    double aside = APART * (number - (lines.size() - 1) / 2.0);
    for (ScalingPoint step : line.points()) {
      String words = ScalingWords.figure(step.figure(), scaling.metric());
      String hint = "%s, %s: %s".formatted(line.label(), ScalingWords.number(step.at()), words);
      point(step.figure(), colour, x(step.at()) + aside, hint);
    }
  }

  private static double rate(LawRate modelled) {
    return modelled.rate().value().low();
  }

  private static double end(LawRate modelled, boolean high) {
    BoundedValue interval = modelled.rate().interval();
    return interval == null ? rate(modelled) : high ? interval.high() : interval.low();
  }

  private void curve(String kind, List<LawRate> points, ToDoubleFunction<LawRate> rate) {
    if (points.size() > 1) {
      svg.path(
          kind, Svg.way(points, point -> x(point.at()), point -> y(rate.applyAsDouble(point))));
    }
  }

  private void point(Estimate figure, String colour, double x, String hint) {
    BoundedValue interval = figure.interval();
    if (interval != null) {
      svg.path(colour + " bounds", "M%.1f %.1fV%.1f", x, y(interval.low()), y(interval.high()));
      if (rates.isAbove(interval.high())) {
        svg.path(colour, "M%.1f %dl4 6h-8z", x, top - 2);
      }
    }
    svg.hint(hint).circle(colour, x, y(AxisScale.middle(figure.value())), 3.5);
  }

  private double x(double number) {
    double width = WIDTH - 60;
    return LEFT
        + 30
        + (last > first ? width * Math.log(number / first) / Math.log(last / first) : 0);
  }

  /** Place of a rate; what lies beyond an end is put there. */
  private double y(double rate) {
    return top + BODY - rates.at(Math.max(0, rate));
  }
}
