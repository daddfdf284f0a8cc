package dev.rebound.report.study;

import dev.rebound.analysis.compare.Scaling;
import dev.rebound.analysis.compare.Scaling.LawRate;
import dev.rebound.analysis.compare.Scaling.ScalingLaw;
import dev.rebound.analysis.compare.Scaling.ScalingLine;
import dev.rebound.analysis.compare.Scaling.ScalingPoint;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.compare.statistics.Value;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Metrics.Metric;
import dev.rebound.analysis.result.Metrics.Unit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How rates grow with a number, as data of the page. Pure. */
final class StudyScalings {
  private StudyScalings() {}

  /** One chart for each scenario. */
  static Map<String, Object> data(Scaling scaling) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("title", ScalingWords.heading(scaling));
    map.put("key", scaling.key());
    map.put("unit", Metrics.find(scaling.metric()).map(Metric::unit).map(Unit::text).orElse(""));
    map.put("about", ScalingWords.ABOUT);
    map.put("columns", ScalingWords.columns(scaling));
    map.put("model", ScalingWords.isFitted(scaling) ? ScalingWords.MODEL : "");
    map.put("said", ScalingWords.said(scaling));
    map.put("lines", scaling.lines().stream().map(line -> line(line, scaling.metric())).toList());
    return map;
  }

  private static Map<String, Object> line(ScalingLine line, String metric) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("scenario", ComparisonWords.heading(line.scenario()));
    map.put("label", line.label());
    map.put("last", line.last());
    map.put("points", line.points().stream().map(step -> step(line, step, metric)).toList());
    ScalingLaw fit = line.fit();
    map.put(
        "curve",
        fit == null
            ? List.of()
            : fit.curve().stream().map(modelled -> modelled(modelled, metric)).toList());
    map.put(
        "ahead", fit == null ? List.of() : fit.predictions().stream().map(LawRate::at).toList());
    return map;
  }

  private static Map<String, Object> step(ScalingLine line, ScalingPoint step, String metric) {
    Map<String, Object> map = figure(step.at(), step.figure());
    map.put("words", ScalingWords.row(line, step, metric));
    return map;
  }

  private static Map<String, Object> modelled(LawRate modelled, String metric) {
    Map<String, Object> map = figure(modelled.at(), modelled.rate());
    map.put("text", ScalingWords.rate(metric, modelled.rate().value().low()));
    return map;
  }

  private static Map<String, Object> figure(double at, Estimate figure) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("at", at);
    map.put("value", StudyAxes.drawn(figure.value()));
    Value interval = figure.interval();
    if (interval != null) {
      map.put("low", interval.low());
      if (interval.bounded()) {
        map.put("high", interval.high());
      }
    }
    return map;
  }
}
