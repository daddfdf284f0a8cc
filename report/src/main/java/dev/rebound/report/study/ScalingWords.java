package dev.rebound.report.study;

import dev.rebound.analysis.compare.Scaling;
import dev.rebound.analysis.compare.Scaling.ScalingLaw;
import dev.rebound.analysis.compare.Scaling.ScalingLine;
import dev.rebound.analysis.compare.Scaling.ScalingPoint;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.units.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** Writes how rates grow with a number: what was measured, and apart from it what a model says. */
final class ScalingWords {
  /** What stands above every table. */
  static final String ABOUT =
      "Speed-up is against the least number, efficiency is the speed-up divided by how many times"
          + " that number it is; in brackets 95 % intervals, of ratios within blocks where there are any.";

  /** What is fitted, and that it is no measurement. */
  static final String MODEL =
      "Model: Gunther's Universal Scalability Law, X(N) = λN ÷ (1 + σ(N − 1) + κN(N − 1)), fitted"
          + " to the runs with σ and κ not below 0. What it says beyond the numbers that were"
          + " measured is no measurement; its interval holds only if the law does.";

  private static final MathContext RATE = new MathContext(3);
  private static final MathContext FIGURE = new MathContext(2);
  private static final double SMALL = 1e-4;

  private ScalingWords() {}

  /** {@code Rate of a backlog over engine.workers}. */
  static String heading(Scaling scaling) {
    return ComparisonWords.heading(scaling.metric(), scaling.key());
  }

  /** What was measured of a line at a number. */
  record Step(ScalingLine line, ScalingPoint point) {
    /** At the least number nothing but itself is divided. */
    boolean least() {
      return point.at() == first(line);
    }

    private String speedUp() {
      return least() ? "1" : figure(point.speedUp(), r -> String.format(Locale.ROOT, "%.2f", r));
    }
  }

  /** A rate with its interval. */
  static String figure(Estimate rate, String metric) {
    return figure(rate, value -> rate(metric, value));
  }

  /** All that was measured, line by line. */
  static List<Step> steps(Scaling scaling) {
    return scaling.lines().stream()
        .flatMap(line -> line.points().stream().map(point -> new Step(line, point)))
        .toList();
  }

  static List<Column<Step>> columns(Scaling scaling) {
    String metric = scaling.metric();
    return List.of(
        new Column<>(scaling.key(), step -> number(step.point().at())),
        new Column<>(
            ComparisonWords.noun(metric),
            step -> figure(step.point().figure(), rate -> rate(metric, rate))),
        new Column<>("speed-up", Step::speedUp),
        new Column<>(
            "efficiency",
            step ->
                step.least() ? share(1) : figure(step.point().efficiency(), ScalingWords::share)));
  }

  /** The number against which all others are held. */
  private static double first(ScalingLine line) {
    return line.points().get(0).at();
  }

  private static String share(double ratio) {
    return String.format(Locale.ROOT, "%.0f %%", ratio * 100);
  }

  static String number(double number) {
    return Quantity.plain(number);
  }

  /**
   * What the law says of each line, what cannot be told, and what else may make the rates what they
   * are; what holds of several lines is told once.
   */
  static List<String> said(Scaling scaling) {
    List<String> said = new ArrayList<>();
    Map<String, List<String>> shared = new LinkedHashMap<>();
    for (ScalingLine line : scaling.lines()) {
      ScalingLaw fit = line.fit();
      if (fit != null) {
        said.add(line.label() + ": " + law(line, fit, scaling.metric()));
      } else {
        shared
            .computeIfAbsent("No law is fitted: " + line.noFit() + ".", any -> new ArrayList<>())
            .add(line.label());
      }
      line.threats()
          .forEach(
              threat -> shared.computeIfAbsent(threat, any -> new ArrayList<>()).add(line.label()));
    }
    shared.forEach(
        (sentence, labels) ->
            said.add(
                labels.size() == scaling.lines().size()
                    ? sentence
                    : String.join("; ", labels) + ": " + sentence));
    return said;
  }

  private static String law(ScalingLine line, ScalingLaw fit, String metric) {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "Model: λ %s%s, σ %s, κ %s; peak: %s%s."
            .formatted(
                first(line) == 1 ? "" : "(not measured) ",
                figure(fit.lambda(), rate -> rate(metric, rate)),
                figure(fit.sigma(), ScalingWords::small),
                figure(fit.kappa(), ScalingWords::small),
                peak(fit.peak()),
                fit.blocks()
                    ? "; within blocks"
                    : fit.lambda().interval() == null
                        ? ""
                        : "; runs of no known block, taken to be independent"));
    sentences.addAll(notTold(fit));
    sentences.add(predicted(fit, metric));
    return String.join(" ", sentences);
  }

  /** A table of what was measured, and below it what the law says of each line. */
  static void markdown(Scaling scaling, List<String> lines) {
    lines.add("");
    lines.add("**" + MarkdownTable.plain(heading(scaling)) + ".** " + ABOUT);
    lines.add("");
    List<Column<Step>> columns = new ArrayList<>();
    columns.add(new Column<>("", step -> step.least() ? step.line().label() : ""));
    columns.addAll(columns(scaling));
    MarkdownTable.add(columns, steps(scaling), lines);
    lines.add("");
    said(scaling).forEach(one -> lines.add("- " + MarkdownTable.plain(one)));
    if (isFitted(scaling)) {
      lines.add("");
      lines.add(MODEL);
    }
  }

  /** Whether there is a law of any line. */
  static boolean isFitted(Scaling scaling) {
    return scaling.lines().stream().anyMatch(line -> line.fit() != null);
  }

  /** {@code Not measured, the model says 80,000/s [60,000/s to 95,000/s] at 16 and … at 32.} */
  static String predicted(ScalingLaw fit, String metric) {
    return "Not measured, the model says "
        + fit.predictions().stream()
            .map(
                modelled ->
                    figure(modelled.rate(), rate -> rate(metric, rate))
                        + " at "
                        + number(modelled.at()))
            .collect(Collectors.joining(" and "))
        + ".";
  }

  private static List<String> notTold(ScalingLaw fit) {
    List<String> notTold = new ArrayList<>();
    BoundedValue sigma = fit.sigma().interval();
    BoundedValue kappa = fit.kappa().interval();
    if (sigma == null || kappa == null) {
      notTold.add(
          "The model's figures have no intervals (%s): they may be chance."
              .formatted(fit.sigma().note()));
    } else if (sigma.low() <= 0 && kappa.low() <= 0) {
      notTold.add(
          "σ and κ may both be 0: whether anything holds more of them back cannot be told.");
    } else if (sigma.low() <= 0) {
      notTold.add("σ may be 0: that all wait for something (contention) cannot be told.");
    } else if (kappa.low() <= 0) {
      notTold.add("κ may be 0: that more is less from some number on (coherency) cannot be told.");
    }
    if (fit.misfit()) {
      notTold.add(
          "The law does not fit: figures lie off its curve by more than runs differ, so that what it"
              + " says is of little use.");
    }
    return notTold;
  }

  private static String peak(Estimate peak) {
    double at = peak.value().low();
    BoundedValue interval = peak.interval();
    String words = Double.isInfinite(at) ? "none" : at < 1 ? "below 1" : "at " + digits(at, FIGURE);
    if (interval == null || Double.isInfinite(interval.low())) {
      return words;
    }
    String low = digits(interval.low(), FIGURE);
    String range =
        interval.bounded() ? low + " to " + digits(interval.high(), FIGURE) : "over " + low;
    return words + " [" + range + "]";
  }

  /** With the interval in brackets, or why there is none. */
  private static String figure(Estimate estimate, DoubleFunction<String> words) {
    return ComparisonWords.figure(estimate, words);
  }

  static String rate(String metric, double rate) {
    return ComparisonWords.metric(metric, new BigDecimal(rate).round(RATE).doubleValue());
  }

  private static String small(double figure) {
    return figure > 0 && figure < SMALL
        ? String.format(Locale.ROOT, "%.1e", figure)
        : digits(figure, FIGURE);
  }

  private static String digits(double figure, MathContext digits) {
    return number(new BigDecimal(figure).round(digits).doubleValue());
  }
}
