package dev.rebound.report;

import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ShownShare;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tables of a report, their figures written for people. Pure. */
final class ReportTables {
  /** A metric's difference to the control run. */
  record ControlDifference(String metric, String value) {}

  /** In place of a verdict on what nobody looked at. */
  private static final String NOT_JUDGED = "not judged";

  private ReportTables() {}

  /** The figures that matter most, in order; {@code state} is pass, fail, unknown or empty. */
  static List<Map<String, String>> tiles(Results results) {
    List<Map<String, String>> tiles = new ArrayList<>();
    if (results.faults().isEmpty()) {
      tiles.add(tile("Faults", "", "0", faultsNote(results), ""));
    } else {
      tiles.add(
          tile(
              "Worst outage",
              "outage",
              longest(results, Results.FaultResult::outage),
              faultsNote(results)
                  + unended(results, Results.FaultResult::outage)
                  + doubt("outage", results),
              state("outage", results)));
      tiles.add(
          tile(
              "Worst recovery",
              "recovery",
              longest(results, Results.FaultResult::recovery),
              "until caught up"
                  + unended(results, Results.FaultResult::recovery)
                  + doubt("recovery", results),
              state("recovery", results)));
    }
    List<String> accepted = RequestsText.share(results);
    if (!accepted.isEmpty()) {
      tiles.add(tile("Accepted", "availability", accepted.get(0), accepted.get(1), ""));
    }
    Results.Audit audit = results.judgedAudit();
    if (audit != null) {
      for (FindingKind kind : FindingKind.first()) {
        tiles.add(finding(audit, kind, results));
      }
    }
    Results.Latency usual = visible(results, "baseline");
    Results.Latency suffered = visible(results, "faults");
    if (suffered != null && !results.faults().isEmpty()) {
      tiles.add(
          tile(
              "p99 during faults",
              "p99",
              waited(suffered),
              usual == null ? "until readers had it" : "baseline " + waited(usual),
              ""));
    } else if (usual != null) {
      tiles.add(tile("p99 in the baseline", "p99", waited(usual), "until readers had it", ""));
    }
    return tiles;
  }

  /** {@code ", in doubt"} where a figure is not to be relied on, or nothing. */
  private static String doubt(String metric, Results results) {
    return Doubts.ofNumber(metric, results).isPresent() ? ", in doubt" : "";
  }

  private static String state(String metric, Results results) {
    return Doubts.ofNumber(metric, results).isPresent() ? "unknown" : "";
  }

  /** The time that readers had to wait in a phase; null if that was not measured. */
  private static Results.@Nullable Latency visible(Results results, String phase) {
    return results.latencies().stream()
        .filter(l -> l.phase().equals(phase))
        .reduce((first, second) -> second)
        .orElse(null);
  }

  private static String waited(Results.Latency latency) {
    return latency.p99() == null && latency.undelivered() > 0
        ? "never"
        : Words.duration(latency.p99());
  }

  private static String faultsNote(Results results) {
    long confirmed = results.faults().stream().filter(Results.FaultResult::confirmed).count();
    String faults = Words.plural(results.faults().size(), "fault");
    return results.faults().isEmpty()
        ? results.control() ? "control run" : ""
        : confirmed == results.faults().size()
            ? faults
            : faults + ", " + Words.count(confirmed) + " confirmed";
  }

  private static Map<String, String> finding(
      Results.Audit audit, FindingKind kind, Results results) {
    Results.Finding finding = Headline.finding(audit, kind);
    if (finding == null) {
      return tile(kind.label(), kind.toString(), Words.NONE, NOT_JUDGED, "");
    }
    if (finding.count() == 0 && Results.unlooked(results.audits()).containsKey(kind)) {
      return tile(kind.label(), kind.toString(), Words.NONE, NOT_JUDGED, "");
    }
    if (finding.count() == 0 && Doubts.ofNumber(kind, results).isPresent()) {
      return tile(
          kind.label(), kind.toString(), "unknown", "0 were seen", Verdict.UNKNOWN.toString());
    }
    return tile(
        kind.label(),
        kind.toString(),
        Words.count(finding.count()),
        finding.count() > 0 && finding.allowed()
            ? "allowed by the guarantee"
            : "of " + Words.count(audit.expected()),
        finding.count() == 0
            ? Verdict.PASS.toString()
            : finding.allowed() ? "" : Verdict.FAIL.toString());
  }

  /**
   * @param term of the {@link Glossary}; may be empty
   */
  private static Map<String, String> tile(
      String label, String term, String value, String note, String state) {
    Map<String, String> tile = new LinkedHashMap<>();
    tile.put("label", label);
    tile.put("term", term);
    tile.put("value", value);
    tile.put("note", note);
    tile.put("state", state);
    return tile;
  }

  /**
   * The worst span of all faults, which what had not ended is, {@code or more} if not all are
   * known.
   */
  static String longest(Results results, Function<Results.FaultResult, Results.Span> which) {
    List<Results.Span> spans = results.faults().stream().map(which).toList();
    boolean unknown =
        results.faults().stream()
            .filter(fault -> fault.impact() == Impact.HIT || fault.impact() == Impact.NOT_KNOWN)
            .anyMatch(fault -> which.apply(fault).state() == SpanState.UNKNOWN);
    return spans.stream()
        .max(
            Comparator.<Results.Span>comparingInt(span -> badness(span.state()))
                .thenComparing(Results.Span::millis))
        .map(
            span ->
                FaultWords.span(span)
                    + (unknown && span.state() == SpanState.ENDED ? " or more" : "")
                    + (badness(span.state()) > 1 ? FaultWords.by(results.faults().get(0)) : ""))
        .orElse(Words.NONE);
  }

  private static int badness(SpanState state) {
    return switch (state) {
      case NO_DIP -> 0;
      case UNKNOWN -> 1;
      case ENDED -> 2;
      case UNENDED -> 3;
    };
  }

  /** {@code ", 1 did not end"}, or nothing. */
  private static String unended(
      Results results, Function<Results.FaultResult, Results.Span> which) {
    long unended =
        results.faults().stream().filter(f -> which.apply(f).state() == SpanState.UNENDED).count();
    return unended == 0 ? "" : ", " + Words.count(unended) + " did not end";
  }

  /** Those that were judged, and behind them those that nobody looked at. */
  static List<Map<String, Object>> judgements(Results results) {
    List<Map<String, Object>> rows = new ArrayList<>();
    results
        .judgements()
        .forEach(
            j ->
                rows.add(
                    judgement(j, ShownShare.of(j, results).map(ShownShare::words).orElse(""))));
    NotLookedAt.expectations(results)
        .forEach(
            other -> rows.add(row(other.metric(), other.bound(), "", NOT_JUDGED, other.why(), "")));
    return rows;
  }

  private static Map<String, Object> row(
      String metric, String bound, String observed, Object verdict, String why, String shown) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("metric", metric);
    row.put("bound", bound);
    row.put("observed", observed);
    row.put("verdict", verdict);
    row.put("why", why);
    row.put("shown", shown);
    return row;
  }

  /**
   * One row.
   *
   * @param shown what the bound shows of faults to come; may be empty
   */
  static Map<String, Object> judgement(Results.Judgement j, String shown) {
    return row(j.metric(), j.bound(), Headline.observed(j), j.verdict(), j.why(), shown);
  }

  static List<Map<String, Object>> audits(Results results) {
    List<Map<String, Object>> audits = new ArrayList<>();
    for (Results.Audit audit : results.audits()) {
      Map<String, Object> row = new LinkedHashMap<>();
      if (audit.topic() != null) {
        row.put("topic", audit.topic());
      }
      row.put("reader", audit.reader());
      row.put("judged", audit.judged());
      row.put("expected", Words.count(audit.expected()));
      row.put("distinct", Words.count(audit.distinct()));
      row.put("observed", Words.count(audit.observed()));
      List<Map<String, Object>> findings = new ArrayList<>();
      for (Results.Finding f : audit.findings()) {
        Map<String, Object> finding = new LinkedHashMap<>();
        finding.put("kind", f.kind());
        finding.put("count", Words.count(f.count()));
        finding.put("none", f.count() == 0);
        finding.put("allowed", f.allowed());
        finding.put("cause", TerminalSummary.attribution(f.byFault()));
        finding.put("examples", TerminalSummary.examples(f));
        findings.add(finding);
      }
      row.put("findings", findings);
      if (!audit.notJudged().isEmpty()) {
        row.put("notJudged", audit.notJudged().stream().map(Results.Unlooked::what).toList());
      }
      audits.add(row);
    }
    return audits;
  }

  static List<Map<String, Object>> latencies(Results results) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Results.Latency l : results.latencies()) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("phase", l.phase());
      row.put("kind", l.kind());
      row.put("count", Words.count(l.count()));
      row.put("p50", Words.duration(l.p50()));
      row.put("p75", Words.duration(l.p75()));
      row.put("p90", Words.duration(l.p90()));
      row.put("p95", Words.duration(l.p95()));
      row.put("p99", Words.duration(l.p99()));
      row.put("p999", Words.duration(l.p999()));
      row.put("max", Words.duration(l.max()));
      row.put("undelivered", Words.count(l.undelivered()));
      row.put("negative", Words.count(l.negative()));
      rows.add(row);
    }
    return rows;
  }

  static List<ControlDifference> difference(Results results) {
    List<ControlDifference> rows = new ArrayList<>();
    results
        .difference()
        .forEach(
            (metric, value) ->
                rows.add(
                    new ControlDifference(
                        metric, (value > 0 ? "+" : "") + Figures.metric(metric, value))));
    return rows;
  }
}
