package dev.rebound.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The measures of one fault as the data of a page: its words, its spans, its steps. Pure. */
public final class FaultData {
  private FaultData() {}

  /**
   * A fault to be drawn on a page without its run.
   *
   * @param marks what was done and undone around it, as {@code SceneFile} has it
   */
  public static Map<String, Object> of(FaultResult fault, JsonNode marks) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("fault", fault.fault());
    row.put("title", FaultStory.act(fault));
    List<Map<String, Object>> all = new ArrayList<>();
    String sign = fault.does().sign();
    for (JsonNode mark : marks) {
      String kind = mark.path("kind").asText();
      all.add(mark(kind, mark.path("at").asLong(), sign, mark.path("node").asText()));
    }
    if (all.stream().noneMatch(mark -> "signal".equals(mark.get("kind")))) {
      fault.victims().forEach(node -> all.add(mark("signal", 0, sign, node)));
    }
    row.put("marks", all);
    put(row, fault);
    return row;
  }

  /** Adds what was judged. */
  static void put(Map<String, Object> row, FaultResult result) {
    row.put("impact", result.impact());
    row.put("confirmed", result.confirmed());
    String by = FaultWords.by(result);
    row.put("outage", span(result.outage(), by));
    row.put("recovery", span(result.recovery(), by));
    row.put("disrupted", span(result.disrupted(), by));
    row.put("away", FaultWords.away(result).replaceFirst("^away ", ""));
    Results.OffsetView view = result.byOffsets();
    if (view != null && by.isEmpty()) {
      row.put(
          "byOffsets",
          Map.of(
              "outage", span(view.outage(), ""),
              "recovery", span(view.recovery(), ""),
              "note", view.note()));
    }
    row.put("said", FaultWords.dips(result));
    List<Map<String, Object>> dips = new ArrayList<>();
    result.secondStops().forEach(d -> dips.add(dip(result, "second stop", d)));
    result.laterDips().forEach(d -> dips.add(dip(result, "later dip", d)));
    row.put("dips", dips);
    row.put("notApplicable", result.notApplicable());
    row.put("load", result.loadToCapacity() == null ? "" : FaultWords.load(result));
    List<Map<String, Object>> steps = new ArrayList<>();
    for (Results.StepResult s : result.steps()) {
      Map<String, Object> step = new LinkedHashMap<>();
      String from = Words.duration(s.minMillis());
      String to = Words.duration(s.maxMillis());
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

  /**
   * The mark of an event on a node.
   *
   * @param kind {@code signal}, {@code back} or {@code death}
   * @param millis from the first signal
   * @param sign what hits a victim of the fault
   */
  static Map<String, Object> mark(String kind, long millis, String sign, String node) {
    Map<String, Object> mark = new LinkedHashMap<>();
    mark.put("kind", kind);
    mark.put("at", millis);
    mark.put("what", kind.equals("signal") ? sign : kind.equals("back") ? "back" : "died");
    mark.put("node", node);
    return mark;
  }

  private static Map<String, Object> dip(FaultResult fault, String kind, Results.Dip dip) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", kind);
    map.put("at", (dip.atMicros() - fault.atMicros()) / 1000);
    map.put("millis", dip.millis());
    map.put("ended", dip.ended());
    map.put("lanes", dip.lanes());
    map.put("cause", dip.cause());
    return map;
  }

  private static Map<String, Object> span(Results.Span span, String by) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("state", span.state());
    map.put("millis", span.millis());
    map.put("text", FaultWords.span(span));
    map.put("between", (FaultWords.between(span) + by).strip());
    map.put("detail", span.detail());
    return map;
  }
}
