package dev.rebound.lab.runner;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Timeline;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.UntimedRun;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.LoadSpec;
import dev.rebound.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A load that keeps to no schedule ({@code load.rate: max}): how many records there is room for,
 * and what is to be said of it. Pure.
 */
final class FlatOut {
  /** The rate that a load is planned for that says nothing itself. */
  private static final double BYTES_PER_SECOND = 100e6;

  /** The length of the load while the first output is waited for. */
  private static final Duration START = Duration.ofSeconds(10);

  private FlatOut() {}

  /** For how long there is load, as far as that is planned. */
  static Duration loaded(Experiment.Phases phases) {
    return phases.warmup().plus(phases.baseline()).plus(phases.faults()).plus(phases.settle());
  }

  /** How many records all generators send at most. */
  static long recordsMax(Experiment experiment, Workload workload, SubjectInterface asked) {
    long given = experiment.load().maxRecords();
    if (given > 0) {
      return given;
    }
    double perSecond =
        Math.min(asked.perSecondMax(), BYTES_PER_SECOND / Math.max(1, workload.recordBytes()));
    double seconds = loaded(experiment.phases()).plus(START).toMillis() / 1000.0;
    return Math.max(experiment.load().generators(), Math.round(perSecond * seconds));
  }

  /**
   * The doubt of such a run.
   *
   * @param load that keeps to no schedule
   */
  static Event.DoubtRaised doubt(LoadSpec load) {
    if (load.generated()) {
      return Event.DoubtRaised.of(
          Doubt.FLAT_OUT,
          "the job made its records itself, and nobody knows when: outage, recovery time and"
              + " latencies are not told; the phases ended once 95 % of the outputs that are due had"
              + " come");
    }
    if (load.backlog()) {
      return Event.DoubtRaised.of(
          Doubt.FLAT_OUT,
          "the records were all there before the job started, so that outage, recovery time and"
              + " latencies tell nothing");
    }
    return Event.DoubtRaised.of(
        Doubt.FLAT_OUT,
        "the load kept to no schedule: what a fault held up was not sent either, and a backlog grows"
            + " for as long as the load lasts, so that outage, recovery time and latencies tell"
            + " nothing");
  }

  /** Whether there is this doubt, and the experiment does not allow it. */
  static boolean doubted(List<Results.RigDoubt> warnings) {
    return warnings.stream().anyMatch(w -> w.code().equals(Doubt.FLAT_OUT.code()) && !w.allowed());
  }

  /**
   * The same without what a closed loop cannot show: how long lanes stood still, or were behind.
   */
  static AnalysisResult withoutTimes(AnalysisResult findings) {
    return findings.with(
        UntimedRun.of(findings.faults(), "the load kept to no schedule"),
        UntimedRun.of(findings.measures()));
  }

  /** What is known of what was found under a load. */
  static AnalysisResult known(LoadSpec load, AnalysisResult findings) {
    return load.generated() ? withoutLatencies(findings) : findings;
  }

  /**
   * The same without latencies, of records that the job made itself: they are spread over the run
   * evenly, and when each was made nobody knows. Of each second it keeps how many outputs came, and
   * how many are due in all.
   */
  static AnalysisResult withoutLatencies(AnalysisResult findings) {
    Map<String, Double> metrics = new TreeMap<>(findings.metrics());
    metrics.keySet().removeIf(FlatOut::ofLatency);
    Map<String, Results.Bounds> bounds = new TreeMap<>(findings.bounds());
    bounds.keySet().removeIf(FlatOut::ofLatency);
    return new AnalysisResult(
        findings.faults(),
        findings.audits(),
        List.of(),
        withoutLatencies(findings.timeline()),
        findings.outputsPerRecord(),
        new Measures(metrics, bounds, findings.unjudged()),
        findings.requests());
  }

  private static Timeline withoutLatencies(Timeline timeline) {
    return new Timeline(
        timeline.startMicros(),
        timeline.seconds().stream().map(FlatOut::counted).toList(),
        List.of(),
        List.of(),
        timeline.stepSeconds());
  }

  private static Timeline.Second counted(Timeline.Second second) {
    Timeline.Percentiles append = second.append();
    double unknown = Double.NaN;
    return new Timeline.Second(
        second.atMicros(),
        second.due(),
        second.distinct(),
        0,
        unknown,
        append == null
            ? null
            : new Timeline.Percentiles(
                append.count(), unknown, unknown, unknown, unknown, unknown, unknown),
        null,
        null,
        null);
  }

  private static boolean ofLatency(String metric) {
    String[] parts = metric.split("\\.", -1);
    return parts.length > 2
        && Metrics.PHASES.contains(parts[0])
        && List.of("latency", "visible").contains(parts[1]);
  }

  /** Why nothing comes any more once there is no load. */
  static String over(LoadSpec load) {
    return load.generated() ? "95 % of the outputs that are due had come" : "the load had ended";
  }

  /** Told when there was no room for more. */
  static Event.DoubtRaised ended(long recordsMax, String phase) {
    return new Event.DoubtRaised(
        "load-ended",
        String.format(
            Locale.ROOT,
            "the load ended in phase %s, with the last of %,d records (load.max-records); what was"
                + " left of the phases did not take place",
            phase,
            recordsMax),
        "Raise load.max-records, or shorten the phases.");
  }
}
