package dev.rebound.report.words;

import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.LostRequests;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The fates of a run's requests, in words; nothing of one that sent records. Pure. */
public final class RequestsText {
  private static final String SAMPLES = "requests.samples";
  private static final String NOT_SENT = "requests.not-sent";

  private RequestsText() {}

  /** How many were accepted, and what became of the others; then how fast. */
  public static List<String> lines(Results results) {
    Map<String, Double> metrics = results.metrics();
    if (!metrics.containsKey(SAMPLES)) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    String done = number(metrics, "requests.unknown-done");
    String notSent = number(metrics, NOT_SENT);
    String were = done.equals("1") ? "was" : "were";
    lines.add(
        "%s sent: %s accepted, %s refused, %s without an answer that tells%s%s"
            .formatted(
                number(metrics, SAMPLES),
                number(metrics, "requests.accepted"),
                number(metrics, "requests.refused"),
                number(metrics, "requests.unknown"),
                done.equals("0") ? "" : " (" + done + " of them " + were + " done)",
                notSent.equals("0") ? "" : "; " + notSent + " more could not be sent in time"));
    String speed = speed(results);
    if (!speed.isEmpty()) {
      lines.add(speed);
    }
    Double lost = metrics.get(FindingKind.LOST.toString());
    long accepted = Math.round(metrics.getOrDefault("requests.accepted", 0.0));
    if (lost != null && lost <= accepted && accepted > 0) {
      String least =
          lost > 0
              ? "at least " + Words.count(lost) + " of " + Words.count(accepted)
              : "unknown, 0 were seen";
      String words = LostRequests.words(Math.round(lost), accepted, List.of(results));
      lines.add("accepted and lost: " + (Doubts.knowsLosses(results) ? words : least));
    }
    String pending = number(metrics, "requests.pending");
    if (!pending.equals("0")) {
      lines.add(
          "accepted and pending: %s, of them set aside: %s"
              .formatted(pending, number(metrics, "requests.dead-lettered")));
    }
    return lines;
  }

  private static String speed(Results results) {
    Double written = results.metrics().get("persistence.p99");
    return Stream.of(
            figure(results, "requests.rate", " accepted"),
            figure(results, "requests.persisted-rate", " written"),
            figure(results, "requests.latency.p50", " p50"),
            figure(results, "requests.latency.p99", " p99"),
            written != null && written.isInfinite()
                ? "some never written"
                : figure(results, "persistence.p99", " p99 from answer to write"))
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /** The share that was accepted, and of how many; both empty where there were none. */
  public static List<String> share(Results results) {
    Map<String, Double> metrics = results.metrics();
    Double failed = metrics.get("requests.failed-share");
    if (failed == null) {
      return List.of();
    }
    double due = metrics.getOrDefault(SAMPLES, 0.0) + metrics.getOrDefault(NOT_SENT, 0.0);
    return List.of(
        Words.share(1 - failed),
        "of %s requests; %s refused, %s unknown, %s not sent"
            .formatted(
                Words.count(due),
                number(metrics, "requests.refused"),
                number(metrics, "requests.unknown"),
                number(metrics, NOT_SENT)));
  }

  /** A value in doubt is no figure. */
  private static String figure(Results results, String metric, String what) {
    Double value = results.metrics().get(metric);
    return value == null || Doubts.ofNumber(metric, results).isPresent()
        ? ""
        : Figures.metric(metric, value) + what;
  }

  private static String number(Map<String, Double> metrics, String metric) {
    return Words.count(metrics.getOrDefault(metric, 0.0));
  }
}
