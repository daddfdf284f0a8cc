package dev.rebound.report.page;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.timeline.FaultTimeline;
import dev.rebound.analysis.units.Words;
import dev.rebound.report.run.RecordedRun;
import dev.rebound.report.run.RecordedRun.TimedEvent;
import dev.rebound.report.words.FaultStory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The faults of a report: what the nemesis did, and the recovery where it was judged. Pure. */
public final class ReportFaults {
  private final RecordedRun recorded;
  private final @Nullable Results results;
  private final List<FaultTimeline> scenes;
  private final List<RecordedRun.RecordedFault> faults;

  public ReportFaults(RecordedRun recorded, @Nullable Results results, List<FaultTimeline> scenes) {
    this.recorded = recorded;
    this.results = results;
    this.scenes = scenes;
    this.faults = recorded.faults();
  }

  public List<Map<String, Object>> rows() {
    return faults.stream().map(this::row).toList();
  }

  private Map<String, Object> row(RecordedRun.RecordedFault heard) {
    Event.FaultStarted started = heard.started();
    String whom = FaultStory.whom(started.role(), started.victims());
    long signal = heard.signalMicros();
    Map<String, Object> row =
        JsonFields.of(
            "fault", started.fault(),
            "title", started.does().act(whom),
            "short", started.kind() + " " + whom,
            "at", ReportSeries.seconds(recorded, signal),
            "clock", Words.clock((signal - recorded.firstMicros()) / 1000),
            "description", started.description(),
            "confirmations", heard.confirmed().stream().map(ReportFaults::confirmation).toList(),
            "healed", heard.healed().stream().map(healed -> healed(healed, signal)).toList(),
            "marks", marks(heard));
    Results judged = results;
    if (judged != null) {
      judged.faults().stream()
          .filter(result -> result.fault() == started.fault())
          .forEach(result -> judged(row, result, judged));
    }
    return row;
  }

  private void judged(Map<String, Object> row, Results.FaultResult result, Results judged) {
    FaultTimeline scene =
        scenes.stream().filter(one -> one.fault() == result.fault()).findFirst().orElse(null);
    row.put("story", FaultStory.of(result, scene, judged));
    FaultData.put(row, result);
    if (result.recovery().state() == SpanState.ENDED) {
      long caughtUp = result.atMicros() + result.recovery().millis() * 1000;
      row.put("recoveredAt", ReportSeries.seconds(recorded, caughtUp));
    }
  }

  private static String healed(TimedEvent<Event.FaultHealed> healed, long signal) {
    String after = Words.duration((healed.atMicros() - signal) / 1000);
    return healed.event().node() + " was back after " + after;
  }

  /** Signals, returns and unplanned deaths from this fault to the next, from its first signal. */
  private List<FaultData.Mark> marks(RecordedRun.RecordedFault heard) {
    long signal = heard.signalMicros();
    long next =
        faults.stream()
            .mapToLong(RecordedRun.RecordedFault::signalMicros)
            .filter(at -> at > signal)
            .min()
            .orElse(Long.MAX_VALUE);
    List<FaultData.Mark> marks = new ArrayList<>();
    heard.confirmed().forEach(c -> mark("signal", c.signalledMicros(), c.node(), heard, marks));
    heard.healed().forEach(h -> mark("back", h.atMicros(), h.event().node(), heard, marks));
    recorded.timed(Event.ProcessExited.class).stream()
        .filter(exit -> !exit.event().expected())
        .filter(exit -> exit.atMicros() >= signal && exit.atMicros() < next)
        .forEach(exit -> mark("death", exit.atMicros(), exit.event().node(), heard, marks));
    return marks;
  }

  private static void mark(
      String kind,
      long micros,
      String node,
      RecordedRun.RecordedFault heard,
      List<FaultData.Mark> marks) {
    long at = (micros - heard.signalMicros()) / 1000;
    marks.add(FaultData.Mark.of(kind, at, heard.started().does(), node));
  }

  private static String confirmation(Event.FaultConfirmed c) {
    return c.node()
        + (c.pid() == 0 ? " " : " (pid " + c.pid() + ") ")
        + (c.confirmed() ? "confirmed after " + Words.duration(c.afterMillis()) : "NOT CONFIRMED")
        + (c.detail().isEmpty() ? "" : ", " + c.detail());
  }
}
