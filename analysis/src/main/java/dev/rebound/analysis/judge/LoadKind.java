package dev.rebound.analysis.judge;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.timeline.Timeline;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** How a run's records come: on a schedule, or without one, which leaves less to be told. */
public enum LoadKind {
  SCHEDULED(""),
  FLAT_OUT(
      "the load kept to no schedule: what a fault held up was not sent either, and a backlog grows"
          + " for as long as the load lasts, so that outage, recovery time and latencies tell"
          + " nothing"),
  /** All are sent before the job starts. */
  BACKLOG(
      "the records were all there before the job started, so that outage, recovery time and"
          + " latencies tell nothing"),
  /** The job's own source makes them. */
  GENERATED(
      "the job made its records itself, and nobody knows when: outage, recovery time and"
          + " latencies are not told; the phases ended once 95 % of the outputs that are due had"
          + " come");

  private static final Set<String> LATENCIES = Set.of("latency", "visible");

  private final String doubt;

  LoadKind(String doubt) {
    this.doubt = doubt;
  }

  /** Whether records wait for the job from its start on, and not the job for them. */
  public boolean workedOff() {
    return this == BACKLOG || this == GENERATED;
  }

  /** The doubt of a run whose load keeps to no schedule. */
  public Event.DoubtRaised doubt() {
    return Event.DoubtRaised.of(Doubt.FLAT_OUT, doubt);
  }

  /**
   * What is known of what was found. When a job made a record nobody knows, so that it has no
   * latency: it keeps how many outputs came each second, and how many are due in all.
   */
  AnalysisResult known(AnalysisResult found) {
    if (this != GENERATED) {
      return found;
    }
    Map<String, Double> metrics = new TreeMap<>(found.metrics());
    metrics.keySet().removeIf(LoadKind::ofLatency);
    Map<String, Results.Bounds> bounds = new TreeMap<>(found.bounds());
    bounds.keySet().removeIf(LoadKind::ofLatency);
    Timeline timeline =
        new Timeline(
            found.timeline().startMicros(),
            found.timeline().seconds().stream().map(LoadKind::counted).toList(),
            List.of(),
            List.of(),
            found.timeline().stepSeconds());
    return new AnalysisResult(
        found.faults(),
        found.audits(),
        List.of(),
        timeline,
        found.outputsPerRecord(),
        new Measures(metrics, bounds, found.unjudged()),
        found.requests());
  }

  private static Timeline.Second counted(Timeline.Second second) {
    Timeline.Percentiles append = second.append();
    double no = Double.NaN;
    return new Timeline.Second(
        second.atMicros(),
        second.due(),
        second.distinct(),
        0,
        no,
        append == null ? null : new Timeline.Percentiles(append.count(), no, no, no, no, no, no),
        null,
        null,
        null);
  }

  private static boolean ofLatency(String metric) {
    String[] parts = metric.split("\\.", -1);
    return parts.length > 2 && Metrics.PHASES.contains(parts[0]) && LATENCIES.contains(parts[1]);
  }
}
