package dev.rebound.report;

import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.LostRequests;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The fates of a run's requests, in words; nothing of one that sent records. Pure. */
final class RequestsText {
  private static final String SAMPLES = "requests.samples";
  private static final String NOT_SENT = "requests.not-sent";

  private RequestsText() {}

  /** How many were accepted, and what became of the others; then how fast. */
  static List<String> lines(Results results) {
    Map<String, Double> metrics = results.metrics();
    if (!metrics.containsKey(SAMPLES)) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    String done = number(metrics, "requests.unknown-done");
    String notSent = number(metrics, NOT_SENT);
    lines.add(
        number(metrics, SAMPLES)
            + " sent: "
            + number(metrics, "requests.accepted")
            + " accepted, "
            + number(metrics, "requests.refused")
            + " refused, "
            + number(metrics, "requests.unknown")
            + " without an answer that tells"
            + (done.equals("0")
                ? ""
                : " (" + done + " of them " + (done.equals("1") ? "was" : "were") + " done)")
            + (notSent.equals("0") ? "" : "; " + notSent + " more could not be sent in time"));
    List<String> speed = new ArrayList<>();
    add(speed, results, "requests.rate", " accepted");
    add(speed, results, "requests.persisted-rate", " written");
    add(speed, results, "requests.latency.p50", " p50");
    add(speed, results, "requests.latency.p99", " p99");
    Double written = metrics.get("persistence.p99");
    if (written != null && written.isInfinite()) {
      speed.add("some never written");
    } else {
      add(speed, results, "persistence.p99", " p99 from answer to write");
    }
    if (!speed.isEmpty()) {
      lines.add(String.join(", ", speed));
    }
    Double lost = metrics.get(FindingKind.LOST.toString());
    long accepted = Math.round(metrics.getOrDefault("requests.accepted", 0.0));
    String pending = number(metrics, "requests.pending");
    if (lost != null && lost <= accepted && accepted > 0) {
      String words = LostRequests.words(Math.round(lost), accepted, List.of(results));
      lines.add(
          "accepted and lost: "
              + (Doubts.knowsLosses(results)
                  ? words
                  : lost > 0
                      ? "at least " + Words.count(lost) + " of " + Words.count(accepted)
                      : "unknown, 0 were seen"));
    }
    if (!pending.equals("0")) {
      lines.add(
          "accepted and pending: "
              + pending
              + ", of them set aside: "
              + number(metrics, "requests.dead-lettered"));
    }
    return lines;
  }

  /** The share that was accepted, and of how many; both empty where there were none. */
  static List<String> share(Results results) {
    Double failed = results.metrics().get("requests.failed-share");
    return failed == null
        ? List.of()
        : List.of(
            Words.share(1 - failed),
            "of "
                + Words.count(
                    results.metrics().getOrDefault(SAMPLES, 0.0)
                        + results.metrics().getOrDefault(NOT_SENT, 0.0))
                + " requests; "
                + number(results.metrics(), "requests.refused")
                + " refused, "
                + number(results.metrics(), "requests.unknown")
                + " unknown, "
                + number(results.metrics(), NOT_SENT)
                + " not sent");
  }

  /** A value in doubt is no figure. */
  private static void add(List<String> parts, Results results, String metric, String what) {
    Double value = results.metrics().get(metric);
    if (value != null && Doubts.ofNumber(metric, results).isEmpty()) {
      parts.add(Figures.metric(metric, value) + what);
    }
  }

  private static String number(Map<String, Double> metrics, String metric) {
    return Words.count(metrics.getOrDefault(metric, 0.0));
  }
}
