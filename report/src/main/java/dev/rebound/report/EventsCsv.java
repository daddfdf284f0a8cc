package dev.rebound.report;

import dev.rebound.analysis.journal.Event;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The events of a run as CSV, so that other programs can mark them in their charts. */
final class EventsCsv {
  private record EventRow(
      long atMicros, String event, String subject, String fault, String detail) {}

  private EventsCsv() {}

  static void write(Path file, RecordedRun recorded) throws IOException {
    List<EventRow> rows = new ArrayList<>();
    for (RecordedRun.RecordedPhase p : recorded.phases()) {
      rows.add(new EventRow(p.startMicros(), "phase started", p.name(), "", ""));
    }
    for (RecordedRun.TimedEvent<Event.ProcessStarted> p : recorded.processesStarted()) {
      rows.add(
          new EventRow(
              p.atMicros(), "process started", p.event().node(), "", "pid " + p.event().pid()));
    }
    for (RecordedRun.TimedEvent<Event.ProcessExited> p : recorded.processesExited()) {
      String kind = p.event().expected() ? "process exited" : "unplanned exit";
      rows.add(
          new EventRow(
              p.atMicros(), kind, p.event().node(), "", "status " + p.event().exitStatus()));
    }
    for (RecordedRun.RecordedFault f : recorded.faults()) {
      fault(f, rows);
    }
    for (Event.EngineTransition t : recorded.transitions()) {
      String step = t.step().word();
      rows.add(new EventRow(t.atMicros(), "engine " + step, t.node(), "", t.detail()));
    }
    for (RecordedRun.TimedEvent<Event.DoubtRaised> w : recorded.warnings()) {
      rows.add(new EventRow(w.atMicros(), "warning", w.event().code(), "", w.event().message()));
    }
    rows.sort(Comparator.comparingLong(EventRow::atMicros));
    try (CsvFile csv = new CsvFile(file)) {
      csv.line("time", "event", "subject", "fault", "detail");
      for (EventRow row : rows) {
        csv.line(
            CsvFile.iso(row.atMicros()), row.event(), row.subject(), row.fault(), row.detail());
      }
    }
  }

  private static void fault(RecordedRun.RecordedFault f, List<EventRow> rows) {
    String number = Integer.toString(f.started().fault());
    for (Event.FaultConfirmed c : f.confirmed()) {
      String kind = f.started().kind() + (c.confirmed() ? "" : " not confirmed");
      rows.add(new EventRow(c.signalledMicros(), kind, c.node(), number, c.detail()));
    }
    for (RecordedRun.TimedEvent<Event.FaultHealed> h : f.healed()) {
      rows.add(new EventRow(h.atMicros(), "healed", h.event().node(), number, h.event().detail()));
    }
  }
}
