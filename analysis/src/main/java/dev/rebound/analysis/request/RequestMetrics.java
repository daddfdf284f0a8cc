package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The numbers that expectations can name of requests to a service. */
public final class RequestMetrics {
  private final RequestFigures figures;
  private final int resolved;

  private RequestMetrics(RequestFigures figures, int resolved) {
    this.figures = figures;
    this.resolved = resolved;
  }

  /** Of a run that sent requests; throws {@link IOException} if a log cannot be read. */
  public static RequestMetrics of(Evidence evidence) throws IOException {
    List<PhaseTimes> phases =
        evidence.phases().stream().filter(p -> Metrics.PHASES.contains(p.phase())).toList();
    return new RequestMetrics(
        RequestFigures.read(evidence.requests(), phases), evidence.resolved().size());
  }

  /**
   * @param due rows that there must be
   * @param lengthMicros from the first request until the last row
   */
  public void putInto(Map<String, Double> metrics, long due, long lengthMicros) {
    RequestSpan all = figures.all();
    metrics.put("requests.samples", (double) all.samples());
    metrics.put("requests.accepted", (double) all.accepted());
    metrics.put("requests.refused", (double) all.refused());
    metrics.put("requests.unknown", (double) all.unknown());
    metrics.put("requests.unknown-done", (double) resolved);
    metrics.put("requests.failed", (double) (all.refused() + all.unknown()));
    put(metrics, "requests.failed-share", all.errorsPercent() / 100);
    put(metrics, "requests.rate", all.acceptedPerSecond());
    double lost = metrics.getOrDefault("lost", 0.0);
    if (lengthMicros > 0) {
      metrics.put("requests.persisted-rate", Math.max(0, due - lost) * 1e6 / lengthMicros);
    }
    RequestLatency latency = all.latency();
    double[] values = {
      latency.mean(), latency.p50(), latency.p90(), latency.p95(), latency.p99(), latency.max()
    };
    for (int i = 0; i < values.length; i++) {
      put(metrics, "requests.latency." + Metrics.REQUEST_FIGURES.get(i), values[i]);
    }
    put(metrics, "requests.bytes-out", all.bytesOutPerSecond());
    put(metrics, "requests.bytes-in", all.bytesInPerSecond());
    for (RequestSpan phase : figures.phases()) {
      put(metrics, "availability." + phase.name(), phase.availability());
      put(metrics, "unavailable." + phase.name(), phase.nothingAccepted());
    }
  }

  /**
   * The faults of a run; where requests were not accepted nothing was due of them, so that what was
   * due flowed, and how long the service was away rows do not tell.
   */
  public List<FaultResult> withoutTimes(
      List<FaultResult> faults, Map<String, Double> metrics, Map<String, String> unjudged) {
    long failed = figures.all().refused() + figures.all().unknown();
    if (failed == 0) {
      return faults;
    }
    String why =
        failed
            + " requests were refused or without an answer that tells, and nothing was due of them:"
            + " availability tells how long the service was away";
    for (String metric : List.of("outage", "recovery", "disrupted")) {
      metrics.keySet().removeIf(name -> name.startsWith(metric + "."));
      unjudged.put(metric, why);
    }
    Span unknown = Span.unknown(why);
    return faults.stream()
        .map(
            fault ->
                fault.toBuilder()
                    .outages(unknown)
                    .recovery(unknown)
                    .loadToCapacity(null)
                    .secondStops(List.of())
                    .laterDips(List.of())
                    .build())
        .toList();
  }

  /** What is not known is left out. */
  private static void put(Map<String, Double> metrics, String name, double value) {
    if (!Double.isNaN(value)) {
      metrics.put(name, value);
    }
  }
}
