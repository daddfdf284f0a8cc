package dev.rebound.report.csv;

import dev.rebound.analysis.journal.Event;
import dev.rebound.report.run.RecordedRun;
import dev.rebound.report.run.RecordedRun.TimedEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The events of a run as CSV, so that other programs can mark them in their charts. */
public final class EventsCsv {
  private record EventRow(
      long atMicros, String event, String subject, String fault, String detail) {}

  private EventsCsv() {}

  public static void write(Path file, RecordedRun recorded) throws IOException {
    List<EventRow> rows = new ArrayList<>();
    recorded
        .phases()
        .forEach(p -> rows.add(new EventRow(p.startMicros(), "phase started", p.name(), "", "")));
    for (TimedEvent<Event.ProcessStarted> p : recorded.timed(Event.ProcessStarted.class)) {
      String pid = "pid " + p.event().pid();
      rows.add(new EventRow(p.atMicros(), "process started", p.event().node(), "", pid));
    }
    for (TimedEvent<Event.ProcessExited> p : recorded.timed(Event.ProcessExited.class)) {
      String kind = p.event().unplanned() ? "unplanned exit" : "process exited";
      String status = "status " + p.event().exitStatus();
      String fault = p.event().fault() == 0 ? "" : Integer.toString(p.event().fault());
      rows.add(new EventRow(p.atMicros(), kind, p.event().node(), fault, status));
    }
    recorded.faults().forEach(fault -> fault(fault, rows));
    for (Event.EngineTransition t : recorded.events(Event.EngineTransition.class)) {
      rows.add(new EventRow(t.atMicros(), "engine " + t.step().word(), t.node(), "", t.detail()));
    }
    for (TimedEvent<Event.DoubtRaised> w : recorded.timed(Event.DoubtRaised.class)) {
      rows.add(new EventRow(w.atMicros(), "warning", w.event().code(), "", w.event().message()));
    }
    rows.sort(Comparator.comparingLong(EventRow::atMicros));
    new CsvTable<EventRow>()
        .time(EventRow::atMicros)
        .column("event", EventRow::event)
        .column("subject", EventRow::subject)
        .column("fault", EventRow::fault)
        .column("detail", EventRow::detail)
        .write(file, rows);
  }

  private static void fault(RecordedRun.RecordedFault f, List<EventRow> rows) {
    String number = Integer.toString(f.started().fault());
    for (Event.FaultConfirmed c : f.confirmed()) {
      String kind = f.started().kind() + (c.confirmed() ? "" : " not confirmed");
      rows.add(new EventRow(c.signalledMicros(), kind, c.node(), number, c.detail()));
    }
    for (TimedEvent<Event.FaultHealed> h : f.healed()) {
      rows.add(new EventRow(h.atMicros(), "healed", h.event().node(), number, h.event().detail()));
    }
  }
}
