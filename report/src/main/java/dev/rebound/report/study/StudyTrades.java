package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.TradeOff;
import dev.rebound.analysis.compare.Comparison.TradePoint;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.report.page.JsonFields;
import dev.rebound.report.picture.AxisScale;
import dev.rebound.report.picture.EngineColours;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The price that cells pay in one metric for another, as data of the page. Pure. */
final class StudyTrades {
  private StudyTrades() {}

  /** One chart. */
  static Map<String, Object> data(TradeOff trade) {
    List<String> engines =
        trade.points().stream()
            .map(point -> Cell.engineName(point.cell().engine()))
            .distinct()
            .toList();
    return JsonFields.of(
        "wanted", metric(trade.metric()),
        "cost", metric(trade.against()),
        "engines", engines,
        "colours", EngineColours.of(engines),
        "points", trade.points().stream().map(point -> point(point, trade)).toList());
  }

  private static Map<String, Object> metric(String name) {
    return JsonFields.of(
        "noun", ComparisonWords.noun(name),
        "unit", StudyData.unit(name),
        "better", StudyData.better(name));
  }

  private static Map<String, Object> point(TradePoint point, TradeOff trade) {
    return JsonFields.of(
        "scenario", ComparisonWords.heading(point.cell().scenario()),
        "engine", Cell.engineName(point.cell().engine()),
        "label", point.label(),
        "front", point.front(),
        "wanted", figure(trade.metric(), point.figure()),
        "cost", figure(trade.against(), point.paid()));
  }

  /**
   * Low and high are those of the 95 % interval; without one, what the figure lies between. That
   * has names of its own where the figure is not known, so that nothing is drawn as a point.
   */
  private static Map<String, Object> figure(String metric, Estimate estimate) {
    BoundedValue value = estimate.value();
    BoundedValue interval = estimate.interval();
    BoundedValue known = interval == null ? value : interval;
    Map<String, Object> map =
        JsonFields.of(
            "at", AxisScale.middle(value),
            "text", ComparisonWords.figure(metric, estimate),
            "sure", interval != null);
    if (!value.exact()) {
      map.put("from", value.low());
      map.put("to", value.bounded() ? value.high() : null);
    }
    map.put("low", known.low());
    map.put("high", known.bounded() ? known.high() : null);
    map.values().removeIf(Objects::isNull);
    return map;
  }
}
