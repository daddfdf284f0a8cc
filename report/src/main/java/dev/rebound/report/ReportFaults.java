package dev.rebound.report;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.recovery.Scene;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The faults of a report: what the nemesis did, and the recovery where it was judged. Pure. */
final class ReportFaults {
  private final RecordedRun recorded;
  private final Map<Integer, Results.FaultResult> judged = new LinkedHashMap<>();

  private final @Nullable Results results;
  private final Map<Integer, Scene> scenes = new LinkedHashMap<>();

  ReportFaults(RecordedRun recorded, @Nullable Results results, List<Scene> drawn) {
    this.recorded = recorded;
    this.results = results;
    drawn.forEach(scene -> scenes.put(scene.fault(), scene));
    if (results != null) {
      results.faults().forEach(f -> judged.put(f.fault(), f));
    }
  }

  List<Map<String, Object>> rows() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (RecordedRun.RecordedFault heard : recorded.faults()) {
      Map<String, Object> row = new LinkedHashMap<>();
      Event.FaultStarted started = heard.started();
      row.put("fault", started.fault());
      String whom = FaultStory.whom(started.role(), started.victims());
      row.put("title", started.does().act(whom));
      row.put("short", started.kind() + " " + whom);
      row.put("at", ReportSeries.seconds(recorded, heard.signalMicros()));
      row.put("clock", Words.clock((heard.signalMicros() - recorded.firstMicros()) / 1000));
      row.put("description", started.description());
      row.put("confirmations", heard.confirmed().stream().map(ReportFaults::confirmation).toList());
      row.put(
          "healed",
          heard.healed().stream()
              .map(
                  h ->
                      h.event().node()
                          + " was back after "
                          + Words.duration((h.atMicros() - heard.signalMicros()) / 1000))
              .toList());
      row.put("marks", marks(heard));
      Results.FaultResult result = judged.get(started.fault());
      if (result != null && results != null) {
        row.put("story", FaultStory.of(result, scenes.get(started.fault()), results));
        FaultData.put(row, result);
        if (result.recovery().state() == SpanState.ENDED) {
          row.put(
              "recoveredAt",
              ReportSeries.seconds(
                  recorded, result.atMicros() + result.recovery().millis() * 1000));
        }
      }
      rows.add(row);
    }
    return rows;
  }

  /** Signals, returns and unplanned deaths from this fault to the next, from its first signal. */
  private List<Map<String, Object>> marks(RecordedRun.RecordedFault heard) {
    long signal = heard.signalMicros();
    long next =
        recorded.faults().stream()
            .mapToLong(RecordedRun.RecordedFault::signalMicros)
            .filter(at -> at > signal)
            .min()
            .orElse(Long.MAX_VALUE);
    List<Map<String, Object>> marks = new ArrayList<>();
    String sign = heard.started().does().sign();
    for (Event.FaultConfirmed c : heard.confirmed()) {
      long at = (c.signalledMicros() - signal) / 1000;
      marks.add(FaultData.mark("signal", at, sign, c.node()));
    }
    for (RecordedRun.TimedEvent<Event.FaultHealed> healed : heard.healed()) {
      long at = (healed.atMicros() - signal) / 1000;
      marks.add(FaultData.mark("back", at, sign, healed.event().node()));
    }
    for (RecordedRun.TimedEvent<Event.ProcessExited> exit : recorded.processesExited()) {
      if (!exit.event().expected() && exit.atMicros() >= signal && exit.atMicros() < next) {
        long at = (exit.atMicros() - signal) / 1000;
        marks.add(FaultData.mark("death", at, sign, exit.event().node()));
      }
    }
    return marks;
  }

  private static String confirmation(Event.FaultConfirmed c) {
    return c.node()
        + (c.pid() == 0 ? " " : " (pid " + c.pid() + ") ")
        + (c.confirmed() ? "confirmed after " + Words.duration(c.afterMillis()) : "NOT CONFIRMED")
        + (c.detail().isEmpty() ? "" : ", " + c.detail());
  }
}
