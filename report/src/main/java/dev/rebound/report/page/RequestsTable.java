package dev.rebound.report.page;

import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.LostRequests;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fates of a run's requests, as a report's tables have them: each by itself and as a share of
 * what was due, so that who counts whatever failed as lost finds that figure beside the others.
 * Pure.
 */
public final class RequestsTable {
  private static final String LOST = FindingKind.LOST.toString();

  /** What became of some requests. */
  public record FateRow(String what, String count, String share, String note) {}

  /** How a phase went for those who asked. */
  public record PhaseRow(String phase, String available, String without, String note) {}

  /** The tables of a run. */
  public record Tables(
      List<FateRow> fates, List<Map<String, Object>> times, List<PhaseRow> phases) {}

  private final Results results;

  /** All that were due, of which shares are. */
  private final long due;

  private RequestsTable(Results results) {
    this.results = results;
    this.due = count("requests.samples") + count("requests.not-sent");
  }

  /** The tables by name; null of a run that sent no requests. */
  public static @Nullable Tables of(Results results) {
    if (!results.metrics().containsKey("requests.samples")) {
      return null;
    }
    RequestsTable table = new RequestsTable(results);
    return new Tables(table.fates(), table.times(), table.phases());
  }

  private List<FateRow> fates() {
    List<FateRow> rows = new ArrayList<>();
    long done = count("requests.unknown-done");
    String those =
        done == 0 ? "" : "; " + Words.count(done) + (done == 1 ? " was" : " were") + " done";
    rows.add(fate("sent", "requests.samples", ""));
    rows.add(fate("accepted", "requests.accepted", ""));
    rows.add(fate("refused", "requests.refused", "certainly had no effect"));
    rows.add(fate("unknown", "requests.unknown", "without an answer that tells" + those));
    if (count("requests.not-sent") > 0) {
      rows.add(fate("not sent", "requests.not-sent", "their time was up before there was room"));
    }
    rows.add(fate("failed", "requests.failed", "all of these, as who asked counts its losses"));
    boolean known = Doubts.knowsLosses(results);
    long lost = count(LOST);
    rows.add(
        known || lost > 0
            ? fate("accepted and lost", LOST, lostNote())
            : new FateRow("accepted and lost", "unknown", Words.NONE, lostNote()));
    if (results.metrics().containsKey("requests.pending")) {
      long aside = count("requests.dead-lettered");
      String note = "not written, and still on their way";
      String more = aside > 0 ? "; " + Words.count(aside) + " set aside" : "";
      rows.add(fate("accepted and pending", "requests.pending", note + more));
    }
    long sum = count("requests.failed") + lost;
    String least = known ? "" : "≥ ";
    rows.add(new FateRow("failed or lost", least + Words.count(sum), least + share(sum), ""));
    return rows;
  }

  /** The note on losses, or why there are none to show. */
  private String lostNote() {
    long lost = count(LOST);
    long accepted = count("requests.accepted");
    String doubt = doubt(LOST);
    if (doubt.isEmpty() && !Doubts.knowsLosses(results)) {
      return "at least: what is pending may be lost yet";
    }
    return doubt.isEmpty() && accepted > 0 && lost <= accepted
        ? LostRequests.words(lost, accepted, List.of(results))
        : doubt;
  }

  private String doubt(String metric) {
    return Doubts.ofNumber(metric, results).map(why -> "in doubt: " + why).orElse("");
  }

  private FateRow fate(String what, String metric, String note) {
    return new FateRow(what, Words.count(count(metric)), share(count(metric)), note);
  }

  private String share(long count) {
    return due == 0 ? Words.NONE : Words.share((double) count / due);
  }

  private long count(String metric) {
    return Math.round(results.metrics().getOrDefault(metric, 0.0));
  }

  private List<Map<String, Object>> times() {
    Map<String, String> metrics = new LinkedHashMap<>();
    metrics.put("requests.latency", "meant to be sent until accepted");
    metrics.put("persistence", "accepted until its row was written");
    Metrics.PHASES.forEach(
        phase -> metrics.put("persistence." + phase, "the same, meant for " + phase));
    metrics.keySet().removeIf(metric -> !results.metrics().containsKey(metric + ".p50"));
    return metrics.entrySet().stream().map(one -> time(one.getValue(), one.getKey())).toList();
  }

  private Map<String, Object> time(String what, String metric) {
    Map<String, Object> row = JsonFields.of("what", what);
    for (String figure : Metrics.REQUEST_FIGURES) {
      row.put(figure, Words.duration(results.metrics().get(metric + "." + figure)));
    }
    row.put("note", doubt(metric + ".p50"));
    return row;
  }

  private List<PhaseRow> phases() {
    List<PhaseRow> rows = new ArrayList<>();
    for (String phase : Metrics.PHASES) {
      Double available = results.metrics().get("availability." + phase);
      Double without = results.metrics().get("unavailable." + phase);
      if (available != null) {
        String idle = without == null ? Words.NONE : Words.share(without);
        String doubt = doubt("availability." + phase);
        rows.add(new PhaseRow(phase, Words.share(available), idle, doubt));
      }
    }
    return rows;
  }
}
