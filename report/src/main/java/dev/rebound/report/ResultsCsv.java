package dev.rebound.report;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.SpanState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Recoveries and findings as CSV: see docs/results.md for the columns. */
final class ResultsCsv {
  private ResultsCsv() {}

  /** A row per fault, at the time of its first signal. */
  static void recovery(Path file, Results results) throws IOException {
    try (CsvFile csv = new CsvFile(file)) {
      for (String name :
          List.of(
              "time",
              "fault",
              "kind",
              "role",
              "victims",
              "confirmed",
              "impact",
              "outage_state",
              "outage_milliseconds",
              "outage_low_milliseconds",
              "outage_high_milliseconds",
              "outage_floor_milliseconds",
              "recovery_state",
              "recovery_milliseconds",
              "recovery_low_milliseconds",
              "recovery_high_milliseconds",
              "recovery_floor_milliseconds",
              "disrupted_milliseconds",
              "second_stops",
              "later_dips",
              "load_to_capacity_ratio",
              "load_at_most")) {
        csv.cell(name);
      }
      for (String step : Step.words()) {
        csv.cell(step.replace(' ', '_') + "_first_milliseconds");
        csv.cell(step.replace(' ', '_') + "_last_milliseconds");
      }
      boolean offsets = results.faults().stream().anyMatch(f -> f.byOffsets() != null);
      if (offsets) {
        csv.cell("by");
        for (String name : List.of("outage_by_offsets", "recovery_by_offsets")) {
          for (String part : List.of("state", "", "low", "high", "floor")) {
            csv.cell(
                name
                    + (part.isEmpty() ? "" : "_" + part)
                    + (part.equals("state") ? "" : "_milliseconds"));
          }
        }
      }
      csv.end();
      for (Results.FaultResult f : results.faults()) {
        fault(csv, f, offsets);
      }
    }
  }

  private static void fault(CsvFile csv, Results.FaultResult f, boolean offsets)
      throws IOException {
    csv.time(f.atMicros());
    csv.cell(Integer.toString(f.fault()));
    csv.cell(f.kind());
    csv.cell(f.role());
    csv.cell(String.join(" ", f.victims()));
    csv.cell(Boolean.toString(f.confirmed()));
    csv.cell(f.impact().toString());
    span(csv, f.outage());
    span(csv, f.recovery());
    csv.cell(Long.toString(f.disrupted().millis()));
    csv.cell(Integer.toString(f.secondStops().size()));
    csv.cell(Integer.toString(f.laterDips().size()));
    csv.number(f.loadToCapacity());
    csv.cell(Boolean.toString(f.loadAtMost()));
    for (String step : Step.words()) {
      Results.StepResult s =
          f.steps().stream().filter(r -> r.step().equals(step)).findFirst().orElse(null);
      csv.cell(s == null ? "" : Long.toString(s.minMillis()));
      csv.cell(s == null ? "" : Long.toString(s.maxMillis()));
    }
    if (offsets) {
      Results.OffsetView view = f.byOffsets();
      Results.Span none = Results.Span.unknown("");
      csv.cell(f.by() == null ? "identity" : f.by());
      span(csv, view == null ? none : view.outage());
      span(csv, view == null ? none : view.recovery());
    }
    csv.end();
  }

  private static void span(CsvFile csv, Results.Span span) throws IOException {
    boolean unknown = span.state() == SpanState.UNKNOWN;
    Long high = span.highMillis();
    csv.cell(span.state().toString());
    csv.cell(span.state() == SpanState.ENDED ? Long.toString(span.millis()) : "");
    csv.cell(unknown ? "" : Long.toString(span.lowMillis()));
    csv.cell(high == null ? "" : Long.toString(high));
    csv.cell(span.floorMillis() > 0 ? Long.toString(span.floorMillis()) : "");
  }

  /** A line whose last cell is the output topic, where there are several. */
  private static void line(CsvFile csv, @Nullable String topic, String... cells)
      throws IOException {
    List<String> all = new ArrayList<>(List.of(cells));
    if (topic != null) {
      all.add(topic);
    }
    csv.line(all.toArray(String[]::new));
  }

  /** A row per reader, kind and attribution; findings with count 0 have one row. */
  static void audit(Path file, Results results) throws IOException {
    Map<String, Long> times = new HashMap<>();
    results.faults().forEach(f -> times.put(Integer.toString(f.fault()), f.atMicros()));
    boolean topics = results.audits().stream().anyMatch(audit -> audit.topic() != null);
    try (CsvFile csv = new CsvFile(file)) {
      line(
          csv,
          topics ? "topic" : null,
          "time",
          "reader",
          "judged",
          "kind",
          "allowed",
          "fault",
          "count_outputs",
          "of_expected_outputs",
          "example");
      for (Results.Audit audit : results.audits()) {
        for (Results.Finding finding : audit.findings()) {
          String first = finding.examples().isEmpty() ? "" : finding.examples().get(0);
          Map<String, Long> parts =
              finding.byFault().isEmpty() ? Map.of("", finding.count()) : finding.byFault();
          for (Map.Entry<String, Long> part : parts.entrySet()) {
            Long at = times.get(part.getKey());
            line(
                csv,
                audit.topic(),
                at == null ? "" : CsvFile.iso(at),
                audit.reader(),
                Boolean.toString(audit.judged()),
                finding.kind().toString(),
                Boolean.toString(finding.allowed()),
                part.getKey(),
                Long.toString(part.getValue()),
                Long.toString(audit.expected()),
                finding.exampleOf().getOrDefault(part.getKey(), first));
            first = "";
          }
        }
      }
    }
  }
}
