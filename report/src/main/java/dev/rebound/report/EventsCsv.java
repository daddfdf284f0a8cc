package dev.rebound.report;

import dev.rebound.analysis.journal.Event;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What happened in a run as CSV, so that other programs can mark it in their charts. */
final class EventsCsv {
  private record Row(long atMicros, String event, String subject, String fault, String detail) {}

  private EventsCsv() {}

  static void write(Path file, Recorded recorded) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (Recorded.Phase p : recorded.phases()) {
      rows.add(new Row(p.startMicros(), "phase started", p.name(), "", ""));
    }
    for (Recorded.Timed<Event.ProcessStarted> p : recorded.processesStarted()) {
      rows.add(
          new Row(p.atMicros(), "process started", p.event().node(), "", "pid " + p.event().pid()));
    }
    for (Recorded.Timed<Event.ProcessExited> p : recorded.processesExited()) {
      String kind = p.event().expected() ? "process exited" : "unplanned exit";
      rows.add(
          new Row(p.atMicros(), kind, p.event().node(), "", "status " + p.event().exitStatus()));
    }
    for (Recorded.FaultHeard f : recorded.faults()) {
      fault(f, rows);
    }
    for (Event.EngineTransition t : recorded.transitions()) {
      String step = t.step().name().toLowerCase(Locale.ROOT).replace('_', ' ');
      rows.add(new Row(t.atMicros(), "engine " + step, t.node(), "", t.detail()));
    }
    for (Recorded.Timed<Event.Warning> w : recorded.warnings()) {
      rows.add(new Row(w.atMicros(), "warning", w.event().code(), "", w.event().message()));
    }
    rows.sort(Comparator.comparingLong(Row::atMicros));
    try (CsvFile csv = new CsvFile(file)) {
      csv.line("time", "event", "subject", "fault", "detail");
      for (Row row : rows) {
        csv.line(
            CsvFile.iso(row.atMicros()), row.event(), row.subject(), row.fault(), row.detail());
      }
    }
  }

  private static void fault(Recorded.FaultHeard f, List<Row> rows) {
    String number = Integer.toString(f.started().fault());
    for (Event.FaultConfirmed c : f.confirmed()) {
      String kind = f.started().kind() + (c.confirmed() ? "" : " not confirmed");
      rows.add(new Row(c.signalledMicros(), kind, c.node(), number, c.detail()));
    }
    for (Recorded.Timed<Event.FaultHealed> h : f.healed()) {
      rows.add(new Row(h.atMicros(), "healed", h.event().node(), number, h.event().detail()));
    }
  }
}
