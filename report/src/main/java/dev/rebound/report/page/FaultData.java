package dev.rebound.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.evidence.Effect;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.report.words.FaultStory;
import dev.rebound.report.words.FaultWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The measures of one fault as the data of a page: its words, its spans, its steps. Pure. */
public final class FaultData {
  /**
   * An event on a node.
   *
   * @param kind {@code signal}, {@code back} or {@code death}
   * @param at milliseconds from the first signal
   * @param what happened
   */
  public record Mark(String kind, long at, String what, String node) {
    static Mark of(String kind, long at, Effect effect, String node) {
      String what = kind.equals("signal") ? effect.sign() : kind.equals("back") ? "back" : "died";
      return new Mark(kind, at, what, node);
    }
  }

  private FaultData() {}

  /**
   * A fault to be drawn on a page without its run.
   *
   * @param marks what was done and undone around it, as {@code SceneFile} has it
   */
  public static Map<String, Object> of(FaultResult fault, JsonNode marks) {
    List<Mark> all = new ArrayList<>();
    for (JsonNode mark : marks) {
      String kind = mark.path("kind").asText();
      all.add(Mark.of(kind, mark.path("at").asLong(), fault.does(), mark.path("node").asText()));
    }
    if (all.stream().noneMatch(mark -> mark.kind().equals("signal"))) {
      fault.victims().forEach(node -> all.add(Mark.of("signal", 0, fault.does(), node)));
    }
    Map<String, Object> row =
        JsonFields.of("fault", fault.fault(), "title", FaultStory.act(fault), "marks", all);
    put(row, fault);
    return row;
  }

  /** Adds what was judged. */
  public static void put(Map<String, Object> row, FaultResult result) {
    String by = FaultWords.by(result);
    row.putAll(
        JsonFields.of(
            "impact", result.impact(),
            "confirmed", result.confirmed(),
            "outage", span(result.outage(), by),
            "recovery", span(result.recovery(), by),
            "disrupted", span(result.disrupted(), by),
            "away", FaultWords.away(result).replaceFirst("^away ", "")));
    Results.OffsetView view = result.byOffsets();
    if (view != null && by.isEmpty()) {
      row.put(
          "byOffsets",
          JsonFields.of(
              "outage", span(view.outage(), ""),
              "recovery", span(view.recovery(), ""),
              "note", view.note()));
    }
    Stream<Object> stops = result.secondStops().stream().map(d -> dip(result, "second stop", d));
    Stream<Object> later = result.laterDips().stream().map(d -> dip(result, "later dip", d));
    row.putAll(
        JsonFields.of(
            "said", FaultWords.more(result),
            "dips", Stream.concat(stops, later).toList(),
            "notApplicable", result.notApplicable(),
            "load", result.loadToCapacity() == null ? "" : FaultWords.load(result),
            "steps", result.steps().stream().map(FaultData::step).toList()));
  }

  private static Map<String, Object> step(Results.StepResult s) {
    return JsonFields.of(
        "step", s.step(),
        "min", s.minMillis(),
        "max", s.maxMillis(),
        "text", FaultWords.step(s),
        "source", s.source(),
        "detail", s.detail());
  }

  private static Map<String, Object> dip(FaultResult fault, String kind, Results.Dip dip) {
    return JsonFields.of(
        "kind", kind,
        "at", (dip.atMicros() - fault.atMicros()) / 1000,
        "millis", dip.millis(),
        "ended", dip.ended(),
        "lanes", dip.lanes(),
        "cause", dip.cause());
  }

  private static Map<String, Object> span(Results.Span span, String by) {
    return JsonFields.of(
        "state", span.state(),
        "millis", span.millis(),
        "text", FaultWords.span(span),
        "between", (FaultWords.between(span) + by).strip(),
        "detail", span.detail());
  }
}
