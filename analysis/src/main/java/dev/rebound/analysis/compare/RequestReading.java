package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.Comparison.MetricFigure;
import dev.rebound.analysis.compare.Comparison.RequestFigures;
import dev.rebound.analysis.result.CountedShare;
import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Works out what became of the requests of one cell's runs. Pure. */
final class RequestReading {
  private static final String SAMPLES = "requests.samples";
  private static final String PENDING = "requests.pending";
  private static final String LOST = "lost";
  private static final String FAILED = "requests.failed-share";

  private static final List<String> METRICS =
      List.of(
          FAILED,
          "availability.faults",
          "requests.rate",
          "requests.persisted-rate",
          "requests.latency.mean",
          "requests.latency.p50",
          "requests.latency.p90",
          "requests.latency.p95",
          "requests.latency.p99",
          "requests.latency.max",
          "requests.bytes-out",
          "requests.bytes-in",
          "persistence.p50",
          "persistence.p99");

  private RequestReading() {}

  /** Null of runs that sent no requests. */
  static @Nullable RequestFigures of(List<ComparedRun> runs) {
    List<Results> all = runs.stream().map(ComparedRun::results).toList();
    if (all.stream().noneMatch(run -> run.metrics().containsKey(SAMPLES))) {
      return null;
    }
    return new RequestFigures(
        sum(SAMPLES, all) + sum("requests.not-sent", all),
        sum("requests.accepted", all),
        sum("requests.refused", all),
        sum("requests.unknown", all),
        sum("requests.unknown-done", all),
        sum("requests.not-sent", all),
        lost(all),
        figures(runs));
  }

  private static List<MetricFigure> figures(List<ComparedRun> runs) {
    List<MetricFigure> figures = new ArrayList<>();
    for (String metric : METRICS) {
      Sample sample = Samples.of(metric, runs);
      if (sample.usable()) {
        Estimate estimate = Intervals.figure(sample, Scale.of(metric));
        if (metric.equals(FAILED) && sample.runCount() == runs.size()) {
          estimate = ofAll(estimate, runs.stream().map(ComparedRun::results).toList());
        }
        figures.add(new MetricFigure(metric, isShare(metric) ? within(estimate) : estimate));
      }
    }
    return figures;
  }

  /** The share of all requests: a median would be none where one run of three failed. */
  private static Estimate ofAll(Estimate share, List<Results> runs) {
    long notSent = sum("requests.not-sent", runs);
    long due = sum(SAMPLES, runs) + notSent;
    long failed = notSent + sum("requests.refused", runs) + sum("requests.unknown", runs);
    return due == 0
        ? share
        : new Estimate(
            Value.of((double) failed / due),
            share.interval(),
            share.runs(),
            share.values(),
            share.note());
  }

  private static boolean isShare(String metric) {
    return Metrics.find(metric).map(m -> m.unit() == Metrics.Unit.RATIO).orElse(false);
  }

  /** No interval of a share reaches beyond none or all. */
  private static Estimate within(Estimate share) {
    Value interval = share.interval();
    return interval == null
        ? share
        : new Estimate(
            share.value(),
            new Value(Math.max(0, interval.low()), Math.min(1, interval.high())),
            share.runs(),
            share.values(),
            share.note());
  }

  /** Of a run with requests under way nobody knows yet: its losses are a lower bound. */
  private static String lost(List<Results> runs) {
    List<Results> known =
        runs.stream()
            .filter(run -> Doubts.ofNumber(LOST, run).isEmpty() && count(PENDING, run) == 0)
            .toList();
    List<Results> rest = runs.stream().filter(run -> !known.contains(run)).toList();
    long lost = sum(LOST, known);
    long accepted = sum("requests.accepted", known);
    String words =
        known.isEmpty()
            ? ""
            : lost <= accepted
                ? CountedShare.of(lost, accepted).words()
                : String.format(Locale.ROOT, "%,d of %,d", lost, accepted);
    if (rest.isEmpty()) {
      return words;
    }
    long least = sum(LOST, rest);
    String doubted =
        (least > 0 ? String.format(Locale.ROOT, "at least %,d", least) : "unknown")
            + " in "
            + (rest.size() == 1 ? "a run" : rest.size() + " runs");
    return words.isEmpty() ? doubted : words + "; " + doubted;
  }

  private static long sum(String metric, List<Results> runs) {
    return runs.stream().mapToLong(run -> count(metric, run)).sum();
  }

  private static long count(String metric, Results run) {
    Double value = run.metrics().get(metric);
    return value == null || !Double.isFinite(value) ? 0 : Math.round(value);
  }
}
