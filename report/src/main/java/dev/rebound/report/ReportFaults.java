package dev.rebound.report;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Results;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The faults of a report: what the nemesis did, and the recovery where it was judged. Pure. */
final class ReportFaults {
  private final Recorded recorded;
  private final Map<Integer, Results.FaultResult> judged = new LinkedHashMap<>();

  ReportFaults(Recorded recorded, @Nullable Results results) {
    this.recorded = recorded;
    if (results != null) {
      results.faults().forEach(f -> judged.put(f.fault(), f));
    }
  }

  List<Map<String, Object>> rows() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Recorded.FaultHeard heard : recorded.faults()) {
      Map<String, Object> row = new LinkedHashMap<>();
      Event.FaultStarted started = heard.started();
      row.put("fault", started.fault());
      row.put("title", started.kind() + " " + String.join(", ", started.victims()));
      row.put("at", ReportSeries.seconds(recorded, heard.signalMicros()));
      row.put("clock", Figures.clock((heard.signalMicros() - recorded.firstMicros()) / 1000));
      row.put("description", started.description());
      row.put("confirmations", heard.confirmed().stream().map(ReportFaults::confirmation).toList());
      row.put(
          "healed",
          heard.healed().stream()
              .map(
                  h ->
                      h.event().node()
                          + " was back after "
                          + Figures.duration((h.atMicros() - heard.signalMicros()) / 1000))
              .toList());
      Results.FaultResult result = judged.get(started.fault());
      if (result != null) {
        result(row, result);
      }
      rows.add(row);
    }
    return rows;
  }

  private static String confirmation(Event.FaultConfirmed c) {
    return c.node()
        + " (pid "
        + c.pid()
        + ") "
        + (c.confirmed() ? "confirmed after " + Figures.duration(c.afterMillis()) : "NOT CONFIRMED")
        + (c.detail().isEmpty() ? "" : ", " + c.detail());
  }

  private void result(Map<String, Object> row, Results.FaultResult result) {
    row.put("impact", result.impact());
    row.put("confirmed", result.confirmed());
    row.put("outage", span(result.outage()));
    row.put("recovery", span(result.recovery()));
    row.put("dips", Headline.dips(result));
    row.put("load", result.loadToCapacity() == null ? "" : Figures.share(result.loadToCapacity()));
    if (result.recovery().state().equals("ended")) {
      row.put(
          "recoveredAt",
          ReportSeries.seconds(recorded, result.atMicros() + result.recovery().millis() * 1000));
    }
    List<Map<String, Object>> steps = new ArrayList<>();
    for (Results.StepResult s : result.steps()) {
      Map<String, Object> step = new LinkedHashMap<>();
      String from = Figures.duration(s.minMillis());
      String to = Figures.duration(s.maxMillis());
      step.put("step", s.step());
      step.put("min", s.minMillis());
      step.put("max", s.maxMillis());
      step.put("text", from.equals(to) ? to : from + " – " + to);
      step.put("source", s.source());
      step.put("detail", s.detail());
      steps.add(step);
    }
    row.put("steps", steps);
  }

  private static Map<String, Object> span(Results.Span span) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("state", span.state());
    map.put("millis", span.millis());
    map.put("text", Headline.span(span));
    map.put("between", Headline.between(span));
    map.put("detail", span.detail());
    return map;
  }
}
