package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.Comparison.CellRequests;
import dev.rebound.analysis.compare.Comparison.MetricFigure;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.compare.statistics.Intervals;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.compare.statistics.Scale;
import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.LostRequests;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Works out what became of the requests of one cell's runs. Pure. */
final class RequestReading {
  private static final String SAMPLES = "requests.samples";
  private static final String LOST = FindingKind.LOST.toString();
  private static final String FAILED = "requests.failed-share";

  /** Those that are told, so that who reads misses them if a run is left out. */
  static final List<String> TOLD =
      List.of(
          FAILED,
          "availability.faults",
          "requests.rate",
          "requests.persisted-rate",
          "requests.latency.p50",
          "requests.latency.p99",
          LOST);

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
  static @Nullable CellRequests of(List<ComparedRun> runs) {
    List<Results> all = runs.stream().map(ComparedRun::results).toList();
    if (all.stream().noneMatch(run -> run.metrics().containsKey(SAMPLES))) {
      return null;
    }
    List<Results> counted =
        all.stream().filter(run -> Doubts.ofNumber(FAILED, run).isEmpty()).toList();
    return new CellRequests(
        all.size() - counted.size(),
        due(counted),
        sum("requests.accepted", counted),
        sum("requests.refused", counted),
        sum("requests.unknown", counted),
        sum("requests.unknown-done", counted),
        sum("requests.not-sent", counted),
        lost(all),
        known(all).stream().map(run -> count(LOST, run)).toList(),
        figures(runs));
  }

  private static long due(List<Results> runs) {
    return sum(SAMPLES, runs) + sum("requests.not-sent", runs);
  }

  private static List<MetricFigure> figures(List<ComparedRun> runs) {
    List<MetricFigure> figures = new ArrayList<>();
    for (String metric : METRICS) {
      Sample sample = Samples.of(metric, runs);
      if (sample.usable()) {
        Estimate estimate = Intervals.figure(sample, Scale.of(metric));
        figures.add(new MetricFigure(metric, isShare(metric) ? within(estimate) : estimate));
      }
    }
    return figures;
  }

  private static boolean isShare(String metric) {
    return Metrics.find(metric).map(m -> m.unit() == Metrics.Unit.RATIO).orElse(false);
  }

  /** No interval of a share reaches beyond none or all. */
  private static Estimate within(Estimate share) {
    BoundedValue interval = share.interval();
    return interval == null
        ? share
        : share.with(
            share.value(),
            new BoundedValue(Math.max(0, interval.low()), Math.min(1, interval.high())));
  }

  /** A run with requests under way, or rows that may yet come, has losses that nobody knows yet. */
  private static List<Results> known(List<Results> runs) {
    return runs.stream()
        .filter(run -> run.metrics().containsKey(LOST))
        .filter(Doubts::knowsLosses)
        .toList();
  }

  /** Losses of runs of which they are known; of the others a lower bound. */
  private static String lost(List<Results> runs) {
    List<Results> known = known(runs);
    List<Results> rest = runs.stream().filter(run -> !known.contains(run)).toList();
    long lost = sum(LOST, known);
    long accepted = sum("requests.accepted", known);
    String words = known.isEmpty() ? "" : words(lost, accepted, known);
    if (rest.isEmpty()) {
      return words;
    }
    long least = sum(LOST, rest);
    String doubted =
        (least > 0 ? Words.text("at least %,d", least) : "unknown")
            + " in "
            + (rest.size() == 1 ? "a run" : rest.size() + " runs");
    return words.isEmpty() ? doubted : words + "; " + doubted;
  }

  /**
   * Losses of one outage are not independent: of several runs no interval, but each run's, and of
   * none at all in how many faults.
   */
  private static String words(long lost, long accepted, List<Results> runs) {
    if (lost == 0 || (lost <= accepted && runs.size() == 1)) {
      return LostRequests.words(lost, accepted, runs);
    }
    String each =
        runs.stream()
            .map(run -> Words.text("%,d", count(LOST, run)))
            .collect(Collectors.joining(" · "));
    return Words.text("%,d of %,d: %s", lost, accepted, each);
  }

  private static long sum(String metric, List<Results> runs) {
    return runs.stream().mapToLong(run -> count(metric, run)).sum();
  }

  private static long count(String metric, Results run) {
    Double value = run.metrics().get(metric);
    return value == null || !Double.isFinite(value) ? 0 : Math.round(value);
  }
}
