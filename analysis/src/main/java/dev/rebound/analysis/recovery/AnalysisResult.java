package dev.rebound.analysis.recovery;

import dev.rebound.analysis.request.RequestFigures;
import dev.rebound.analysis.result.Results;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results of the analysis of a run: the part of {@link Results} that follows from files and
 * times.
 *
 * @param metrics numbers that an expectation can name, by the names of docs/measuring.md, in base
 *     units; infinite where something never ended
 * @param bounds what those numbers are known to lie between that are not exact
 * @param outputsPerRecord outputs due of an input that is stored, on average; 0 if nothing is due
 * @param unjudged metric name, or the part of it before a dot, to the reason why it is not known
 * @param requests what became of requests, second by second too; null of a run that sent none
 */
public record AnalysisResult(
    List<Results.FaultResult> faults,
    List<Results.Audit> audits,
    List<Results.Latency> latencies,
    Timeline timeline,
    double outputsPerRecord,
    Map<String, Double> metrics,
    Map<String, Results.Bounds> bounds,
    Map<String, String> unjudged,
    @Nullable RequestFigures requests) {

  /** The result for a run that sent no requests. */
  public AnalysisResult(
      List<Results.FaultResult> faults,
      List<Results.Audit> audits,
      List<Results.Latency> latencies,
      Timeline timeline,
      double outputsPerRecord,
      Map<String, Double> metrics,
      Map<String, Results.Bounds> bounds,
      Map<String, String> unjudged) {
    this(faults, audits, latencies, timeline, outputsPerRecord, metrics, bounds, unjudged, null);
  }

  /** The same of other faults, and the numbers that follow from them. */
  public AnalysisResult withFaults(
      List<Results.FaultResult> faults,
      Map<String, Double> metrics,
      Map<String, Results.Bounds> bounds) {
    return new AnalysisResult(
        faults, audits, latencies, timeline, outputsPerRecord, metrics, bounds, unjudged, requests);
  }

  /**
   * The number of inputs whose outputs appeared for the first time in a stretch of time, by the
   * whole seconds of the timeline; 0 if nothing is due.
   */
  public double inputsDelivered(long fromMicros, long untilMicros) {
    long outputs =
        timeline.seconds().stream()
            .filter(s -> s.atMicros() >= fromMicros && s.atMicros() < untilMicros)
            .mapToLong(Timeline.Second::distinct)
            .sum();
    return outputsPerRecord > 0 ? outputs / outputsPerRecord : 0;
  }
}
