package dev.rebound.report;

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
final class RequestsTable {
  private static final String LOST = FindingKind.LOST.toString();

  private final Results results;

  /** All that were due, of which shares are. */
  private final long due;

  private RequestsTable(Results results) {
    this.results = results;
    this.due = count("requests.samples") + count("requests.not-sent");
  }

  /** The tables by name; null of a run that sent no requests. */
  static @Nullable Map<String, Object> of(Results results) {
    if (!results.metrics().containsKey("requests.samples")) {
      return null;
    }
    RequestsTable table = new RequestsTable(results);
    Map<String, Object> tables = new LinkedHashMap<>();
    tables.put("fates", table.fates());
    tables.put("times", table.times());
    tables.put("phases", table.phases());
    return tables;
  }

  private List<Map<String, String>> fates() {
    List<Map<String, String>> rows = new ArrayList<>();
    long done = count("requests.unknown-done");
    rows.add(fate("sent", "requests.samples", ""));
    rows.add(fate("accepted", "requests.accepted", ""));
    rows.add(fate("refused", "requests.refused", "certainly had no effect"));
    rows.add(
        fate(
            "unknown",
            "requests.unknown",
            "without an answer that tells"
                + (done > 0
                    ? "; " + Words.count(done) + (done == 1 ? " was done" : " were done")
                    : "")));
    if (count("requests.not-sent") > 0) {
      rows.add(fate("not sent", "requests.not-sent", "their time was up before there was room"));
    }
    rows.add(fate("failed", "requests.failed", "all of these, as who asked counts its losses"));
    boolean known = Doubts.knowsLosses(results);
    long lost = count(LOST);
    rows.add(
        known || lost > 0
            ? fate("accepted and lost", LOST, lostNote())
            : row("accepted and lost", "unknown", Words.NONE, lostNote()));
    if (results.metrics().containsKey("requests.pending")) {
      long aside = count("requests.dead-lettered");
      rows.add(
          fate(
              "accepted and pending",
              "requests.pending",
              "not written, and still on their way"
                  + (aside > 0 ? "; " + Words.count(aside) + " set aside" : "")));
    }
    long sum = count("requests.failed") + lost;
    String least = known ? "" : "≥ ";
    rows.add(row("failed or lost", least + Words.count(sum), least + share(sum), ""));
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

  private Map<String, String> fate(String what, String metric, String note) {
    return row(what, Words.count(count(metric)), share(count(metric)), note);
  }

  private String share(long count) {
    return due == 0 ? Words.NONE : Words.share((double) count / due);
  }

  private static Map<String, String> row(String what, String count, String share, String note) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("what", what);
    row.put("count", count);
    row.put("share", share);
    row.put("note", note);
    return row;
  }

  private long count(String metric) {
    return Math.round(results.metrics().getOrDefault(metric, 0.0));
  }

  private List<Map<String, String>> times() {
    List<Map<String, String>> rows = new ArrayList<>();
    time("meant to be sent until accepted", "requests.latency", rows);
    time("accepted until its row was written", "persistence", rows);
    for (String phase : Metrics.PHASES) {
      time("the same, meant for " + phase, "persistence." + phase, rows);
    }
    return rows;
  }

  private void time(String what, String metric, List<Map<String, String>> rows) {
    if (!results.metrics().containsKey(metric + ".p50")) {
      return;
    }
    Map<String, String> row = new LinkedHashMap<>();
    row.put("what", what);
    for (String figure : Metrics.REQUEST_FIGURES) {
      Double value = results.metrics().get(metric + "." + figure);
      row.put(figure, value == null ? Words.NONE : Words.duration(value));
    }
    row.put("note", doubt(metric + ".p50"));
    rows.add(row);
  }

  private List<Map<String, String>> phases() {
    List<Map<String, String>> rows = new ArrayList<>();
    for (String phase : Metrics.PHASES) {
      Double available = results.metrics().get("availability." + phase);
      if (available != null) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("phase", phase);
        row.put("available", Words.share(available));
        Double without = results.metrics().get("unavailable." + phase);
        row.put("without", without == null ? Words.NONE : Words.share(without));
        row.put("note", doubt("availability." + phase));
        rows.add(row);
      }
    }
    return rows;
  }
}
