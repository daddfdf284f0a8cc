package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.PendingRequests;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.units.Words;
import dev.rebound.oracle.request.Requests;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The numbers that expectations can name of requests to a service. */
public final class RequestMetrics {
  /** What is told by rows alone. */
  private static final List<String> OF_ROWS =
      List.of(
          "persistence",
          "requests.persisted-rate",
          "requests.unknown-done",
          Metrics.ANSWERED_EARLY,
          "requests.pending",
          "requests.dead-lettered");

  private final RequestFigures figures;
  private final Persistence.PersistenceFigures persistence;
  private final PendingRequests waiting;
  private final boolean undrained;
  private final int resolved;
  private final Measures inTheEnd;
  private final Measures undisturbed;
  private final Map<Integer, ServiceAbsence.FaultAbsence> away;
  private final @Nullable String nothingDue;

  /** Whether it is in a table or on a topic of the user's, which may hold others, too. */
  private final boolean ownTable;

  private RequestMetrics(Evidence evidence, List<Expectation> expected, @Nullable String nothingDue)
      throws IOException {
    this.nothingDue = nothingDue;
    ownTable = evidence.workload().spec().name().equals(Requests.KIND.name());
    List<PhaseTimes> phases =
        evidence.phases().stream().filter(p -> Metrics.PHASES.contains(p.phase())).toList();
    waiting = evidence.waiting();
    undrained = evidence.unfinished().undrained();
    resolved = evidence.resolved().size();
    try (RequestLogs logs = RequestLogs.open(evidence.requests())) {
      figures = RequestFigures.of(logs, phases);
      persistence = Persistence.read(evidence, logs, phases);
      ServiceBaseline before = ServiceBaseline.of(figures.phases(), expected);
      inTheEnd = ServiceReturn.of(evidence, logs, before);
      undisturbed = UndisturbedRequests.of(evidence, logs, before, figures.phases());
      away = ServiceAbsence.of(evidence, logs, before);
    }
  }

  /**
   * The metrics of a run that sent requests; throws {@link IOException} if a log cannot be read.
   *
   * @param expected of the run, which says how many may fail where no fault is
   * @param nothingDue why no row is due of a request; null if rows are
   */
  public static RequestMetrics of(
      Evidence evidence, List<Expectation> expected, @Nullable String nothingDue)
      throws IOException {
    return new RequestMetrics(evidence, expected, nothingDue);
  }

  /** The figures by the logs, second by second too. */
  public RequestFigures figures() {
    return figures;
  }

  /** The faults, with how long each kept the service from accepting requests as before. */
  public List<Results.FaultResult> away(List<Results.FaultResult> faults) {
    return faults.stream()
        .map(fault -> fault.toBuilder().away(told(away.get(fault.fault()))).build())
        .toList();
  }

  /** Why numbers are not known where nothing was asked; nothing if anything was. */
  public Measures unasked() {
    return figures.all().due() > 0
        ? Measures.NONE
        : new Measures(
            Map.of(),
            Stream.of("requests", "availability", "unavailable", "away", Metrics.NEVER_BACK)
                .collect(Collectors.toMap(metric -> metric, metric -> "no request was due")));
  }

  private static Results.@Nullable Away told(ServiceAbsence.@Nullable FaultAbsence absence) {
    return absence == null ? null : absence.away();
  }

  /**
   * The numbers.
   *
   * @param rows that there must be and are
   * @param lengthMicros from the first request until the last row
   */
  public Measures measures(double rows, long lengthMicros) {
    Map<String, Double> metrics = new TreeMap<>();
    Map<String, Bounds> bounds = new TreeMap<>();
    Map<String, String> unjudged = new TreeMap<>();
    RequestSpan all = figures.all();
    metrics.put("requests.samples", (double) all.samples());
    metrics.put("requests.accepted", (double) all.accepted());
    metrics.put("requests.refused", (double) all.refused());
    metrics.put("requests.unknown", (double) all.unknown());
    metrics.put("requests.unknown-done", (double) resolved);
    metrics.put("requests.not-sent", (double) all.notSent());
    metrics.put("requests.failed", (double) all.failed());
    put(metrics, "requests.failed-share", all.errorsPercent() / 100);
    put(metrics, "requests.rate", all.acceptedPerSecond());
    if (lengthMicros > 0) {
      metrics.put("requests.persisted-rate", Math.max(0, rows) * 1e6 / lengthMicros);
    }
    putLatency(metrics, "requests.latency", all.latency());
    putAtMost(all, bounds);
    putAway(metrics, bounds);
    putPersistence(metrics, unjudged);
    misdated()
        .ifPresent(
            why -> {
              unjudged.put("persistence", why);
              unjudged.put("requests.persisted-rate", why);
              unjudged.put(Metrics.ANSWERED_EARLY, why);
              Metrics.PHASES.forEach(phase -> unjudged.put(phase, why));
              if (ownTable) {
                unjudged.put(FindingKind.LOST.toString(), why);
              }
            });
    put(metrics, "requests.bytes-out", all.bytesOutPerSecond());
    put(metrics, "requests.bytes-in", all.bytesInPerSecond());
    for (RequestSpan phase : figures.phases()) {
      put(metrics, "availability." + phase.name(), phase.availability());
      put(metrics, "unavailable." + phase.name(), phase.nothingAccepted());
      put(metrics, "requests.rate." + phase.name(), phase.acceptedPerSecond());
    }
    putNotSent(bounds);
    return new Measures(metrics, bounds, unjudged).and(inTheEnd).and(undisturbed);
  }

  /**
   * What was never accepted has no latency: percentiles of what was are the least that those of all
   * can be.
   */
  private static void putAtMost(RequestSpan all, Map<String, Bounds> bounds) {
    if (all.accepted() > 0 && all.failed() > 0) {
      Map<String, Double> least = new TreeMap<>();
      Map<String, Double> most = new TreeMap<>();
      putLatency(least, "requests.latency", all.latency());
      putLatency(most, "requests.latency", all.latencyAtMost());
      least.forEach(
          (metric, value) ->
              bounds.put(
                  metric, new Bounds(value, most.getOrDefault(metric, Double.POSITIVE_INFINITY))));
    }
  }

  private void putAway(Map<String, Double> metrics, Map<String, Bounds> bounds) {
    for (ServiceAbsence.FaultAbsence each : away.values()) {
      putLongest(metrics, bounds, Metrics.WHOLLY_AWAY, each.wholly());
      putLongest(metrics, bounds, Metrics.AWAY, each.away().service());
      putLongest(metrics, bounds, Metrics.INSTANCE_AWAY, each.away().instance());
    }
  }

  /** One that accepts nothing as before any more is away for good, whenever the load ends. */
  private static void putLongest(
      Map<String, Double> metrics,
      Map<String, Bounds> bounds,
      String metric,
      Results.@Nullable Span span) {
    if (span != null) {
      boolean ended = span.state() == SpanState.ENDED;
      double least = ended ? span.lowMillis() : Double.POSITIVE_INFINITY;
      metrics.merge(metric, least, Math::max);
      bounds.merge(
          metric,
          new Bounds(least, span.highOrInfinite()),
          (a, b) -> new Bounds(Math.max(a.low(), b.low()), Math.max(a.high(), b.high())));
    }
  }

  /** What was not sent would have been accepted, or not. */
  private void putNotSent(Map<String, Bounds> bounds) {
    RequestSpan all = figures.all();
    if (all.notSent() == 0) {
      return;
    }
    double due = all.due();
    double failed = all.failed();
    bounds.put("requests.failed", new Bounds(failed - all.notSent(), failed));
    bounds.put("requests.failed-share", new Bounds((failed - all.notSent()) / due, failed / due));
    bounds.put("requests.rate", rates(all));
    for (RequestSpan phase : figures.phases()) {
      if (phase.notSent() > 0) {
        double available = phase.availability();
        double more = (double) phase.notSent() / phase.due();
        bounds.put("availability." + phase.name(), new Bounds(available, available + more));
        bounds.put("requests.rate." + phase.name(), rates(phase));
        if (!Double.isNaN(phase.nothingAccepted())) {
          bounds.put(
              "unavailable." + phase.name(),
              new Bounds(phase.surelyNothingAccepted(), phase.nothingAccepted()));
        }
      }
    }
  }

  private static Bounds rates(RequestSpan span) {
    double perSecond = span.acceptedPerSecond();
    double seconds = (span.endMicros() - span.startMicros()) / 1e6;
    return new Bounds(perSecond, perSecond + span.notSent() / seconds);
  }

  /** Why the times at which rows were written are not to be believed; empty if they may be. */
  private Optional<String> misdated() {
    return persistence.early() == 0
        ? Optional.empty()
        : Optional.of(
            Words.text(
                "%s rows or records are dated before their request was sent, up to %.1f s: %s",
                persistence.early(),
                persistence.earliestMicros() / 1e6,
                ownTable
                    ? "they were there before the load and stand for what may be lost, or their"
                        + " dates are wrong"
                    : "the database's dates are wrong"));
  }

  private void putPersistence(Map<String, Double> metrics, Map<String, String> unjudged) {
    if (nothingDue != null) {
      for (String ofRows : OF_ROWS) {
        metrics.remove(ofRows);
        unjudged.put(ofRows, nothingDue);
      }
      return;
    }
    putPersistence(metrics, unjudged, "persistence", persistence.all());
    if (ownTable) {
      metrics.put(Metrics.ANSWERED_EARLY, (double) persistence.answeredEarly());
    }
    for (int i = 0; i < figures.phases().size(); i++) {
      String name = "persistence." + figures.phases().get(i).name();
      putPersistence(metrics, unjudged, name, persistence.phases().get(i));
    }
    boolean known = waiting.told() == PendingRequests.Knowledge.KNOWN;
    if (known && !undrained) {
      metrics.put("requests.pending", (double) persistence.pending());
      metrics.put("requests.dead-lettered", (double) persistence.deadLetters());
    } else {
      String why =
          known
              ? "rows or records still came when the drain ended"
              : "what was still on its way when the run ended is not known";
      unjudged.put("requests.pending", why);
      unjudged.put("requests.dead-lettered", why);
    }
  }

  private static void putPersistence(
      Map<String, Double> metrics,
      Map<String, String> unjudged,
      String name,
      RequestLatency persistence) {
    putLatency(metrics, name, persistence);
    if (persistence.count() == 0) {
      unjudged.put(name, "no request was accepted");
    } else if (Double.isNaN(persistence.mean())) {
      unjudged.put(name + ".mean", "some requests that were accepted have no row or record");
    }
  }

  private static void putLatency(Map<String, Double> metrics, String name, RequestLatency latency) {
    double[] values = {
      latency.mean(), latency.p50(), latency.p90(), latency.p95(), latency.p99(), latency.max()
    };
    for (int i = 0; i < values.length; i++) {
      put(metrics, name + "." + Metrics.REQUEST_FIGURES.get(i), values[i]);
    }
  }

  /**
   * Why outputs do not tell how long anything took, if they do not: where requests were not
   * accepted nothing was due of them, so that what was due flowed, and how long the service was
   * away rows do not tell; nor where their dates are wrong.
   */
  public Optional<String> untimed() {
    return misdated().or(this::someFailed);
  }

  private Optional<String> someFailed() {
    long failed = figures.all().failed();
    return failed == 0
        ? Optional.empty()
        : Optional.of(
            failed
                + " requests were refused, not sent in time or without an answer that tells, and"
                + " nothing was due of them: how long the service was away each fault says, and "
                + Metrics.AWAY);
  }

  /** A value that is not known is left out. */
  private static void put(Map<String, Double> metrics, String name, double value) {
    if (!Double.isNaN(value)) {
      metrics.put(name, value);
    }
  }
}
