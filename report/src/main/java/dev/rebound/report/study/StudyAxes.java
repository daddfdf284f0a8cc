package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.Axis;
import dev.rebound.analysis.compare.Comparison.AxisLine;
import dev.rebound.analysis.compare.Comparison.Point;
import dev.rebound.analysis.compare.Value;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Metrics.Better;
import dev.rebound.analysis.result.Metrics.Metric;
import dev.rebound.analysis.result.Metrics.Unit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures over numbers in which cells differ, as data of the page. Pure. */
final class StudyAxes {
  private StudyAxes() {}

  /** One chart. */
  static Map<String, Object> data(Axis axis) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("title", ComparisonWords.heading(axis));
    map.put("unit", Metrics.find(axis.metric()).map(Metric::unit).map(Unit::text).orElse(""));
    map.put("better", better(axis.metric()));
    map.put("lines", axis.lines().stream().map(line -> line(line, axis.metric())).toList());
    return map;
  }

  private static Map<String, Object> line(AxisLine line, String metric) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("label", line.label());
    List<Map<String, Object>> points =
        line.points().stream().map(point -> point(point, metric)).toList();
    map.put("points", points);
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
