package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.TradeOff;
import dev.rebound.analysis.compare.Comparison.TradePoint;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.compare.statistics.Value;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Metrics.Metric;
import dev.rebound.analysis.result.Metrics.Unit;
import java.util.LinkedHashMap;
import java.util.Map;

/** The price that cells pay in one metric for another, as data of the page. Pure. */
final class StudyTrades {
  private StudyTrades() {}

  /** One chart. */
  static Map<String, Object> data(TradeOff trade) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("wanted", metric(trade.metric()));
    map.put("cost", metric(trade.against()));
    map.put("points", trade.points().stream().map(point -> point(point, trade)).toList());
    return map;
  }

  private static Map<String, Object> metric(String name) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("noun", Metrics.find(name).map(Metric::noun).orElse(name));
    map.put("unit", Metrics.find(name).map(Metric::unit).map(Unit::text).orElse(""));
    map.put("better", StudyAxes.better(name));
    return map;
  }

  private static Map<String, Object> point(TradePoint point, TradeOff trade) {
    Cell cell = point.cell();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("scenario", ComparisonWords.heading(cell.scenario()));
    map.put("engine", Cell.engineName(cell.engine()));
    map.put("label", point.label());
    map.put("front", point.front());
    map.put("wanted", figure(trade.metric(), point.figure()));
    map.put("cost", figure(trade.against(), point.paid()));
    return map;
  }

  /**
   * Low and high are those of the 95 % interval; without one, what the figure lies between. That
   * has names of its own where the figure is not known, so that nothing is drawn as a point.
   */
  private static Map<String, Object> figure(String metric, Estimate estimate) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("at", StudyAxes.drawn(estimate.value()));
    map.put("text", ComparisonWords.figure(metric, estimate));
    Value interval = estimate.interval();
    Value known = interval == null ? estimate.value() : interval;
    map.put("sure", interval != null);
    if (!estimate.value().exact()) {
      map.put("from", estimate.value().low());
      if (estimate.value().bounded()) {
        map.put("to", estimate.value().high());
      }
    }
    map.put("low", known.low());
    if (known.bounded()) {
      map.put("high", known.high());
    }
    return map;
  }
}
