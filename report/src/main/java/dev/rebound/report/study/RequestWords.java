package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.CellRequests;
import dev.rebound.analysis.compare.Comparison.PublishedFigure;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.compare.statistics.Value;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.units.Words;
import dev.rebound.report.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes what became of a cell's requests. Pure. */
final class RequestWords {
  static final String FAILED = "requests.failed-share";
  static final String AVAILABLE = "availability.faults";
  static final String ACCEPTED = "requests.rate";
  static final String ROWS = "requests.persisted-rate";
  static final String P50 = "requests.latency.p50";
  static final String P99 = "requests.latency.p99";

  /** Shares from here to one less this have one decimal; beyond, next to nothing is not nothing. */
  private static final double TENTH = 0.0995;

  /** Times of an answer, by what a table calls them. */
  private static final List<String> TIMES = List.of("mean", "p50", "p90", "p95", "p99", "max");

  private RequestWords() {}

  /** A figure of requests without its interval; a dash if there is none. */
  static String figure(CellRequests requests, String metric) {
    Estimate figure = requests.figure(metric);
    if (figure == null) {
      return ComparisonWords.NONE;
    }
    Value value = figure.value();
    // A latency of requests that were never answered is only known not to be negative.
    return value.low() == 0 && !value.bounded()
        ? "never"
        : ComparisonWords.value(metric, value, v -> text(metric, v));
  }

  /** The interval of such a figure, in brackets; empty if there is none. */
  static String sure(CellRequests requests, String metric) {
    Estimate figure = requests.figure(metric);
    Value interval = figure == null ? null : figure.interval();
    if (interval == null) {
      return "";
    }
    String low = text(metric, interval.low());
    return Double.isInfinite(interval.high())
        ? "[over " + low + "]"
        : "[" + ComparisonWords.range(low, text(metric, interval.high())) + "]";
  }

  /** A figure of a metric of requests; shares are percentages. */
  static String text(String metric, double value) {
    boolean share = Metrics.find(metric).map(m -> m.unit() == Metrics.Unit.RATIO).orElse(false);
    if (!share) {
      return Figures.metric(metric, value);
    }
    return value > TENTH && value < 1 - TENTH
        ? String.format(Locale.ROOT, "%.1f %%", value * 100)
        : Words.share(value);
  }

  /** {@code 1,051 of 10,000 (1,048 refused; 3 unknown, 1 of them done)}. */
  static String failed(CellRequests requests) {
    long failed = requests.refused() + requests.unknown() + requests.notSent();
    List<String> kinds = new ArrayList<>();
    if (requests.refused() > 0) {
      kinds.add(Words.count((double) requests.refused()) + " refused");
    }
    if (requests.unknown() > 0) {
      long done = requests.unknownDone();
      kinds.add(
          Words.count((double) requests.unknown())
              + " unknown"
              + (done == 0 ? "" : ", " + Words.count((double) done) + " of them done"));
    }
    if (requests.notSent() > 0) {
      kinds.add(Words.count((double) requests.notSent()) + " not sent");
    }
    return Words.count((double) failed)
        + " of "
        + Words.count((double) requests.due())
        + (kinds.isEmpty() ? "" : " (" + String.join("; ", kinds) + ")")
        + (requests.doubted() == 0 ? "" : "; without " + requests.doubted() + " in doubt");
  }

  /**
   * Findings beside losses: {@code 0, 0, 0}, of what was done twice, not asked for, and altered.
   */
  static String others(CellFigures cell) {
    return ComparisonWords.finding(cell, FindingKind.DUPLICATED)
        + ", "
        + ComparisonWords.finding(cell, FindingKind.UNEXPECTED)
        + ", "
        + ComparisonWords.finding(cell, FindingKind.DIVERGED);
  }

  /** A figure and its interval. */
  static String both(CellRequests requests, String metric) {
    return (figure(requests, metric) + " " + sure(requests, metric)).strip();
  }

  /** {@code published 13.7 % (table II)} for each metric that has one. */
  static Map<String, String> published(CellFigures cell) {
    Map<String, String> words = new LinkedHashMap<>();
    for (PublishedFigure figure : cell.published()) {
      if (figure.metric().startsWith("requests.")) {
        words.put(
            figure.metric(),
            "published " + text(figure.metric(), figure.value()) + " (" + figure.where() + ")");
      }
    }
    return words;
  }

  /** A cell's requests as a page shows them: a figure has a text, an interval and a remark. */
  static Map<String, Object> data(CellFigures cell, CellRequests requests) {
    Map<String, String> published = published(cell);
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("failed", data(requests, FAILED, published));
    map.put("available", data(requests, AVAILABLE, published));
    map.put("accepted", data(requests, ACCEPTED, published));
    map.put("rows", data(requests, ROWS, published));
    map.put("fates", failed(requests));
    map.put("lost", requests.lost());
    map.put("times", times(requests));
    map.put(
        "bytes",
        figure(requests, "requests.bytes-out") + ", " + figure(requests, "requests.bytes-in"));
    map.put(
        "persistence",
        figure(requests, "persistence.p50") + ", " + figure(requests, "persistence.p99"));
    return map;
  }

  private static Map<String, String> data(
      CellRequests requests, String metric, Map<String, String> published) {
    Map<String, String> map = new LinkedHashMap<>();
    map.put("text", figure(requests, metric));
    map.put("interval", sure(requests, metric));
    map.put("published", published.getOrDefault(metric, ""));
    return map;
  }

  private static Map<String, String> times(CellRequests requests) {
    Map<String, String> times = new LinkedHashMap<>();
    TIMES.forEach(time -> times.put(time, figure(requests, "requests.latency." + time)));
    return times;
  }
}
