package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.Axis;
import dev.rebound.analysis.compare.Comparison.AxisLine;
import dev.rebound.analysis.compare.Comparison.Point;
import dev.rebound.analysis.compare.statistics.Value;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Metrics.Better;
import dev.rebound.analysis.result.Metrics.Metric;
import dev.rebound.analysis.result.Metrics.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures over numbers in which cells differ, as data of the page. Pure. */
final class StudyAxes {
  /** Straight pieces of a curve between two points. */
  private static final int STEPS = 8;

  private StudyAxes() {}

  /** One chart. */
  static Map<String, Object> data(Axis axis) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("title", ComparisonWords.heading(axis));
    map.put("unit", Metrics.find(axis.metric()).map(Metric::unit).map(Unit::text).orElse(""));
    map.put("better", better(axis.metric()));
    if (axis.ofLoad()) {
      map.put("share", true);
    }
    map.put("lines", axis.lines().stream().map(line -> line(line, axis.metric())).toList());
    return map;
  }

  private static Map<String, Object> line(AxisLine line, String metric) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("label", line.label());
    List<Map<String, Object>> points =
        line.points().stream().map(point -> point(point, metric)).toList();
    map.put("points", points);
    if (!line.predicted().isEmpty()) {
      map.put("predicted", line.predicted().stream().map(p -> point(p, metric)).toList());
      map.put("curve", curve(line.predicted()));
    }
    return map;
  }

  private static Map<String, Object> point(Point point, String metric) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("at", point.at());
    map.put("name", point.text());
    map.put("value", drawn(point.figure().value()));
    map.put("text", ComparisonWords.figure(metric, point.figure()));
    Value interval = point.figure().interval();
    if (interval != null && interval.bounded()) {
      map.put("low", interval.low());
      map.put("high", interval.high());
    }
    return map;
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
    return drawn(predicted.figure().value()) * (1 - predicted.at());
  }

  private static double between(double from, double to, double way) {
    return from + (to - from) * way;
  }

  /** Where a figure stands: in the middle of what it lies between, at the least if that is open. */
  static double drawn(Value value) {
    return value.bounded() ? (value.low() + value.high()) / 2 : value.low();
  }

  /** Which of two values is the better one, in words; empty if neither. */
  static String better(String metric) {
    Better better = Metrics.find(metric).map(Metric::better).orElse(Better.NEITHER);
    return switch (better) {
      case LOWER -> "lower is better";
      case HIGHER -> "higher is better";
      case NEITHER -> "";
    };
  }
}
