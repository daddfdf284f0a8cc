package dev.rebound.analysis.recovery;

import dev.rebound.analysis.request.RequestFigures;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.timeline.Timeline;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results of the analysis of a run: the part of {@link Results} that follows from files and
 * times.
 *
 * @param outputsPerRecord outputs due of an input that is stored, on average; 0 if nothing is due
 * @param requests what became of requests, second by second too; null of a run that sent none
 */
public record AnalysisResult(
    List<Results.FaultResult> faults,
    List<Results.Audit> audits,
    List<Results.Latency> latencies,
    Timeline timeline,
    double outputsPerRecord,
    Measures measures,
    @Nullable RequestFigures requests) {

  public Map<String, Double> metrics() {
    return measures.metrics();
  }

  public Map<String, Results.Bounds> bounds() {
    return measures.bounds();
  }

  public Map<String, String> unjudged() {
    return measures.unjudged();
  }

  /** The same of other faults, and the numbers that follow from them. */
  public AnalysisResult with(List<Results.FaultResult> others, Measures theirs) {
    return with(others, theirs, requests);
  }

  /** The same with what requests say. */
  AnalysisResult with(
      List<Results.FaultResult> others, Measures theirs, @Nullable RequestFigures asked) {
    return new AnalysisResult(others, audits, latencies, timeline, outputsPerRecord, theirs, asked);
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
