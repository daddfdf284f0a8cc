package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.CellRequests;
import dev.rebound.analysis.compare.Comparison.PublishedFigure;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.units.Words;
import dev.rebound.report.page.JsonFields;
import dev.rebound.report.words.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    BoundedValue value = figure.value();
    // A latency of requests that were never answered is only known not to be negative.
    return value.low() == 0 && !value.bounded()
        ? "never"
        : ComparisonWords.value(metric, value, v -> text(metric, v));
  }

  /** The interval of such a figure, in brackets; empty if there is none. */
  static String sure(CellRequests requests, String metric) {
    Estimate figure = requests.figure(metric);
    BoundedValue interval = figure == null ? null : figure.interval();
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
      kinds.add(Words.count(requests.refused()) + " refused");
    }
    if (requests.unknown() > 0) {
      long done = requests.unknownDone();
      String ofThem = done == 0 ? "" : ", " + Words.count(done) + " of them done";
      kinds.add(Words.count(requests.unknown()) + " unknown" + ofThem);
    }
    if (requests.notSent() > 0) {
      kinds.add(Words.count(requests.notSent()) + " not sent");
    }
    return "%s of %s%s%s"
        .formatted(
            Words.count(failed),
            Words.count(requests.due()),
            kinds.isEmpty() ? "" : " (" + String.join("; ", kinds) + ")",
            requests.doubted() == 0 ? "" : "; without " + requests.doubted() + " in doubt");
  }

  /**
   * Findings beside losses: {@code 0, 0, 0}, of what was done twice, not asked for, and altered.
   */
  static String others(CellFigures cell) {
    return Stream.of(FindingKind.DUPLICATED, FindingKind.UNEXPECTED, FindingKind.DIVERGED)
        .map(kind -> ComparisonWords.finding(cell, kind))
        .collect(Collectors.joining(", "));
  }

  static String medianAndHigh(CellRequests requests) {
    return pair(requests, P50, P99);
  }

  /** A figure and its interval, and behind them what was published. */
  static String withPublished(CellFigures cell, String metric, String before) {
    String there = published(cell).getOrDefault(metric, "");
    return both(Objects.requireNonNull(cell.requests()), metric)
        + (there.isEmpty() ? "" : before + there);
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
    return JsonFields.of(
        "failed", data(requests, FAILED, published),
        "available", data(requests, AVAILABLE, published),
        "accepted", data(requests, ACCEPTED, published),
        "rows", data(requests, ROWS, published),
        "fates", failed(requests),
        "lost", requests.lost(),
        "times", times(requests),
        "bytes", pair(requests, "requests.bytes-out", "requests.bytes-in"),
        "persistence", pair(requests, "persistence.p50", "persistence.p99"));
  }

  private static String pair(CellRequests requests, String one, String other) {
    return figure(requests, one) + ", " + figure(requests, other);
  }

  private static Map<String, Object> data(
      CellRequests requests, String metric, Map<String, String> published) {
    return JsonFields.of(
        "text", figure(requests, metric),
        "interval", sure(requests, metric),
        "published", published.getOrDefault(metric, ""));
  }

  private static Map<String, String> times(CellRequests requests) {
    Map<String, String> times = new LinkedHashMap<>();
    TIMES.forEach(time -> times.put(time, figure(requests, "requests.latency." + time)));
    return times;
  }
}
