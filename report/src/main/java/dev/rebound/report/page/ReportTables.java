package dev.rebound.report.page;

import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.ShownShare;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Words;
import dev.rebound.report.words.FaultWords;
import dev.rebound.report.words.Figures;
import dev.rebound.report.words.FindingWords;
import dev.rebound.report.words.Headline;
import dev.rebound.report.words.NotLookedAt;
import dev.rebound.report.words.RequestsText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables of a report, their figures written for people. Pure. */
public final class ReportTables {
  /** A metric's difference to the control run. */
  public record ControlDifference(String metric, String value) {}

  /**
   * A figure that matters.
   *
   * @param term of the {@link Glossary}; may be empty
   * @param state pass, fail, unknown or empty
   */
  public record Tile(String label, String term, String value, String note, String state) {}

  /**
   * A bound and what became of it.
   *
   * @param shown what the bound shows of faults to come; may be empty
   */
  public record JudgementRow(
      String metric, String bound, String observed, Object verdict, String why, String shown) {
    static JudgementRow of(Results.Judgement j, String shown) {
      return new JudgementRow(
          j.metric(), j.bound(), Headline.observed(j), j.verdict(), j.why(), shown);
    }
  }

  /** In place of a verdict on what nobody looked at. */
  private static final String NOT_JUDGED = "not judged";

  private ReportTables() {}

  /** The figures that matter most, in order. */
  public static List<Tile> tiles(Results results) {
    List<Tile> tiles = new ArrayList<>();
    String faults = faultsNote(results);
    if (results.faults().isEmpty()) {
      tiles.add(new Tile("Faults", "", "0", faults, ""));
    } else {
      tiles.add(worst("outage", faults, results, FaultResult::outage));
      tiles.add(worst("recovery", "until caught up", results, FaultResult::recovery));
    }
    List<String> accepted = RequestsText.share(results);
    if (!accepted.isEmpty()) {
      tiles.add(new Tile("Accepted", "availability", accepted.get(0), accepted.get(1), ""));
    }
    Results.Audit audit = results.judgedAudit();
    if (audit != null) {
      FindingKind.first().forEach(kind -> tiles.add(finding(audit, kind, results)));
    }
    Results.Latency usual = visible(results, "baseline");
    Results.Latency suffered = visible(results, "faults");
    String until = "until readers had it";
    if (suffered != null && !results.faults().isEmpty()) {
      String note = usual == null ? until : "baseline " + waited(usual);
      tiles.add(new Tile("p99 during faults", "p99", waited(suffered), note, ""));
    } else if (usual != null) {
      tiles.add(new Tile("p99 in the baseline", "p99", waited(usual), until, ""));
    }
    return tiles;
  }

  private static Tile worst(
      String metric, String note, Results results, Function<FaultResult, Span> which) {
    boolean doubt = Doubts.ofNumber(metric, results).isPresent();
    return new Tile(
        "Worst " + metric,
        metric,
        longest(results, which),
        note + unended(results, which) + (doubt ? ", in doubt" : ""),
        doubt ? "unknown" : "");
  }

  /** The time that readers had to wait in a phase; null if that was not measured. */
  private static Results.@Nullable Latency visible(Results results, String phase) {
    return results.latencies().stream()
        .filter(l -> l.phase().equals(phase))
        .reduce((first, second) -> second)
        .orElse(null);
  }

  private static String waited(Results.Latency latency) {
    boolean never = latency.p99() == null && latency.undelivered() > 0;
    return never ? "never" : Words.duration(latency.p99());
  }

  private static String faultsNote(Results results) {
    if (results.faults().isEmpty()) {
      return results.control() ? "control run" : "";
    }
    long confirmed = results.faults().stream().filter(FaultResult::confirmed).count();
    String faults = Words.plural(results.faults().size(), "fault");
    return confirmed == results.faults().size()
        ? faults
        : faults + ", " + Words.count(confirmed) + " confirmed";
  }

  private static Tile finding(Results.Audit audit, FindingKind kind, Results results) {
    Results.Finding finding = Headline.finding(audit, kind);
    String term = kind.toString();
    if (finding == null
        || (finding.count() == 0 && Results.unlooked(results.audits()).containsKey(kind))) {
      return new Tile(kind.label(), term, Words.NONE, NOT_JUDGED, "");
    }
    if (finding.count() == 0 && Doubts.ofNumber(kind, results).isPresent()) {
      return new Tile(kind.label(), term, "unknown", "0 were seen", Verdict.UNKNOWN.toString());
    }
    boolean allowed = finding.count() > 0 && finding.allowed();
    String note = allowed ? "allowed by the guarantee" : "of " + Words.count(audit.expected());
    Verdict verdict = finding.count() == 0 ? Verdict.PASS : Verdict.FAIL;
    String state = allowed ? "" : verdict.toString();
    return new Tile(kind.label(), term, Words.count(finding.count()), note, state);
  }

  /**
   * The worst span of all faults, which what had not ended is, {@code or more} if not all are
   * known.
   */
  public static String longest(Results results, Function<FaultResult, Span> which) {
    boolean unknown =
        results.faults().stream()
            .filter(fault -> fault.impact() == Impact.HIT || fault.impact() == Impact.NOT_KNOWN)
            .anyMatch(fault -> which.apply(fault).state() == SpanState.UNKNOWN);
    return results.faults().stream()
        .map(which)
        .max(
            Comparator.<Span>comparingInt(span -> badness(span.state()))
                .thenComparing(Span::millis))
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
  private static String unended(Results results, Function<FaultResult, Span> which) {
    long unended =
        results.faults().stream().filter(f -> which.apply(f).state() == SpanState.UNENDED).count();
    return unended == 0 ? "" : ", " + Words.count(unended) + " did not end";
  }

  /** Those that were judged, and behind them those that nobody looked at. */
  public static List<JudgementRow> judgements(Results results) {
    Stream<JudgementRow> judged =
        results.judgements().stream()
            .map(
                j ->
                    JudgementRow.of(
                        j, ShownShare.of(j, results).map(ShownShare::words).orElse("")));
    Stream<JudgementRow> others =
        NotLookedAt.expectations(results).stream()
            .map(
                other ->
                    new JudgementRow(
                        other.metric(), other.bound(), "", NOT_JUDGED, other.why(), ""));
    return Stream.concat(judged, others).toList();
  }

  public static List<Map<String, Object>> audits(Results results) {
    return results.audits().stream().map(ReportTables::audit).toList();
  }

  private static Map<String, Object> audit(Results.Audit audit) {
    Map<String, Object> row =
        audit.topic() == null ? JsonFields.of() : JsonFields.of("topic", audit.topic());
    row.putAll(
        JsonFields.of(
            "reader", audit.reader(),
            "judged", audit.judged(),
            "expected", Words.count(audit.expected()),
            "distinct", Words.count(audit.distinct()),
            "observed", Words.count(audit.observed()),
            "findings", audit.findings().stream().map(ReportTables::finding).toList()));
    if (!audit.notJudged().isEmpty()) {
      row.put("notJudged", audit.notJudged().stream().map(Results.Unlooked::what).toList());
    }
    return row;
  }

  private static Map<String, Object> finding(Results.Finding f) {
    return JsonFields.of(
        "kind", f.kind(),
        "count", Words.count(f.count()),
        "none", f.count() == 0,
        "allowed", f.allowed(),
        "cause", FindingWords.causes(f),
        "examples", FindingWords.examples(f));
  }

  public static List<Map<String, Object>> latencies(Results results) {
    return results.latencies().stream().map(ReportTables::latency).toList();
  }

  private static Map<String, Object> latency(Results.Latency l) {
    return JsonFields.of(
        "phase", l.phase(),
        "kind", l.kind(),
        "count", Words.count(l.count()),
        "p50", Words.duration(l.p50()),
        "p75", Words.duration(l.p75()),
        "p90", Words.duration(l.p90()),
        "p95", Words.duration(l.p95()),
        "p99", Words.duration(l.p99()),
        "p999", Words.duration(l.p999()),
        "max", Words.duration(l.max()),
        "undelivered", Words.count(l.undelivered()),
        "negative", Words.count(l.negative()));
  }

  public static List<ControlDifference> difference(Results results) {
    return results.difference().entrySet().stream()
        .map(
            one ->
                new ControlDifference(
                    one.getKey(),
                    (one.getValue() > 0 ? "+" : "") + Figures.metric(one.getKey(), one.getValue())))
        .toList();
  }
}
