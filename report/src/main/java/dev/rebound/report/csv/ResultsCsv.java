package dev.rebound.report.csv;

import static dev.rebound.analysis.result.SpanState.ENDED;
import static dev.rebound.analysis.result.SpanState.UNKNOWN;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.Results.Ending;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.analysis.result.Results.Lasted;
import dev.rebound.analysis.result.Results.OffsetView;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Recoveries and findings as CSV; docs/results.md says what a row is. */
public final class ResultsCsv {
  private ResultsCsv() {}

  /** A row per fault, at the time of its first signal. */
  public static void recovery(Path file, Results results) throws IOException {
    CsvTable<FaultResult> table =
        new CsvTable<FaultResult>()
            .time(FaultResult::atMicros)
            .column("fault", FaultResult::fault)
            .column("kind", FaultResult::kind)
            .column("role", FaultResult::role)
            .column("victims", f -> String.join(" ", f.victims()))
            .column("confirmed", FaultResult::confirmed)
            .column("impact", FaultResult::impact);
    span(table, "outage", FaultResult::outage);
    span(table, "recovery", FaultResult::recovery);
    table
        .column("disrupted_milliseconds", f -> f.disrupted().millis())
        .column("second_stops", f -> f.secondStops().size())
        .column("later_dips", f -> f.laterDips().size())
        .number("load_to_capacity_ratio", FaultResult::loadToCapacity)
        .column("load_at_most", FaultResult::loadAtMost);
    for (String step : Step.words()) {
      String name = step.replace(' ', '_');
      table.column(name + "_first_milliseconds", f -> step(f, step, StepResult::minMillis));
      table.column(name + "_last_milliseconds", f -> step(f, step, StepResult::maxMillis));
    }
    if (results.faults().stream().anyMatch(f -> f.byOffsets() != null)) {
      table.column("by", f -> Objects.requireNonNullElse(f.by(), "identity"));
      span(table, "outage_by_offsets", f -> byOffsets(f, OffsetView::outage));
      span(table, "recovery_by_offsets", f -> byOffsets(f, OffsetView::recovery));
    }
    if (results.faults().stream().anyMatch(f -> f.lasted() != null)) {
      table.column("healed_milliseconds", f -> Objects.requireNonNullElse(lasted(f).millis(), ""));
      span(table, "recovery_healed", f -> lasted(f).recovery());
      span(table, "noticed", f -> lasted(f).noticed());
      table.column(
          "ended",
          f -> lasted(f).ended().stream().map(Ending::node).collect(Collectors.joining(" ")));
    }
    table.write(file, results.faults());
  }

  private static Lasted lasted(FaultResult fault) {
    Lasted lasted = fault.lasted();
    Span none = Span.unknown("");
    return lasted == null ? new Lasted(null, none, none, List.of()) : lasted;
  }

  private static String step(FaultResult fault, String step, ToLongFunction<StepResult> end) {
    return fault.steps().stream()
        .filter(one -> one.step().equals(step))
        .findFirst()
        .map(one -> Long.toString(end.applyAsLong(one)))
        .orElse("");
  }

  private static Span byOffsets(FaultResult fault, Function<OffsetView, Span> which) {
    OffsetView view = fault.byOffsets();
    return view == null ? Span.unknown("") : which.apply(view);
  }

  private static void span(
      CsvTable<FaultResult> table, String name, Function<FaultResult, Span> which) {
    span(table, name + "_state", which, Span::state);
    span(table, name + "_milliseconds", which, s -> s.state() == ENDED ? s.millis() : "");
    span(table, name + "_low_milliseconds", which, s -> s.state() == UNKNOWN ? "" : s.lowMillis());
    span(
        table,
        name + "_high_milliseconds",
        which,
        s -> Objects.requireNonNullElse(s.highMillis(), ""));
    span(
        table,
        name + "_floor_milliseconds",
        which,
        s -> s.floorMillis() > 0 ? s.floorMillis() : "");
  }

  private static void span(
      CsvTable<FaultResult> table,
      String name,
      Function<FaultResult, Span> which,
      Function<Span, Object> part) {
    table.column(name, fault -> part.apply(which.apply(fault)));
  }

  /** A count of findings of a kind, as far as it belongs to a fault. */
  private record FindingPart(
      Audit audit, Finding finding, String fault, long count, String example) {}

  /** A row per reader, kind and attribution; findings with count 0 have one row. */
  public static void audit(Path file, Results results) throws IOException {
    Map<String, String> times = new HashMap<>();
    results.faults().forEach(f -> times.put("" + f.fault(), CsvFile.iso(f.atMicros())));
    List<FindingPart> rows = new ArrayList<>();
    for (Audit audit : results.audits()) {
      for (Finding finding : audit.findings()) {
        String first = finding.examples().isEmpty() ? "" : finding.examples().get(0);
        Map<String, Long> parts =
            finding.byFault().isEmpty() ? Map.of("", finding.count()) : finding.byFault();
        for (Map.Entry<String, Long> part : parts.entrySet()) {
          String example = finding.exampleOf().getOrDefault(part.getKey(), first);
          rows.add(new FindingPart(audit, finding, part.getKey(), part.getValue(), example));
          first = "";
        }
      }
    }
    CsvTable<FindingPart> table =
        new CsvTable<FindingPart>()
            .column("time", row -> times.getOrDefault(row.fault(), ""))
            .column("reader", row -> row.audit().reader())
            .column("judged", row -> row.audit().judged())
            .column("kind", row -> row.finding().kind())
            .column("allowed", row -> row.finding().allowed())
            .column("fault", FindingPart::fault)
            .column("count_outputs", FindingPart::count)
            .column("of_expected_outputs", row -> row.audit().expected())
            .column("example", FindingPart::example);
    if (results.audits().stream().anyMatch(audit -> audit.topic() != null)) {
      table.column("topic", row -> Objects.requireNonNullElse(row.audit().topic(), ""));
    }
    table.write(file, rows);
  }
}
