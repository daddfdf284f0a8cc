package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.units.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a service is as it was before, in the end: whether it accepts about as many requests, and
 * about as soon. A request that is not accepted is not lost, so that nothing else tells of a
 * service that stays away, or comes back in part. The time that counts is the second half of
 * settle, or, where the load ended before it, of all that was meant for later than the last fault
 * and the last return of a victim.
 */
final class NeverBack {
  /** Longer than a service takes to start: who was back for a shorter time may be starting. */
  private static final long START_MICROS = 30_000_000;

  /** A process that was told to die may still answer what it has begun. */
  private static final long DYING_MICROS = 1_000_000;

  /** The share of requests that may fail beyond what failed before. */
  private static final double FAILED_SHARE = 0.01;

  private static final double STANDARD_DEVIATIONS = 3;

  /** The share of requests that may fail before the first fault: beyond it nothing is usual. */
  private static final double FAILED_BEFORE = 0.1;

  /** A request is slow if it takes so many times the baseline's p99. */
  private static final double SLOWER = 2;

  /** The share of requests that may be slow. */
  private static final double SLOW_SHARE = 0.5;

  private final List<Path> logs;
  private final boolean faults;
  private final @Nullable RequestSpan before;
  private final long lastReturnMicros;
  private final long afterMicros;
  private final long settleMicros;
  private final double slowMicros;
  private long endMicros;
  private long due;
  private long accepted;
  private long slow;

  private NeverBack(Evidence evidence, @Nullable RequestSpan before) {
    List<FaultTimes> all = evidence.faults();
    this.logs = evidence.requests();
    this.faults = !all.isEmpty();
    this.before = before;
    this.lastReturnMicros =
        all.stream().flatMap(fault -> fault.returns().stream()).mapToLong(t -> t).max().orElse(0);
    long signalMicros = all.stream().mapToLong(FaultTimes::signalMicros).max().orElse(0);
    this.afterMicros =
        faults ? LongStream.of(lastReturnMicros, signalMicros + DYING_MICROS).max().orElse(0) : 0;
    this.settleMicros =
        evidence.phases().stream()
            .filter(phase -> phase.phase().equals("settle"))
            .mapToLong(PhaseTimes::startMicros)
            .findFirst()
            .orElse(Long.MAX_VALUE);
    this.slowMicros = before == null ? Double.NaN : SLOWER * 1000 * before.latency().p99();
  }

  /**
   * {@link Metrics#NEVER_BACK} and {@link Metrics#STILL_SLOW}, or why they are not known. Throws
   * {@link IOException} naming a bad file.
   *
   * @param phases what requests did in each phase
   */
  static Measures of(Evidence evidence, List<RequestSpan> phases) throws IOException {
    RequestSpan before = null;
    for (String name : List.of("warmup", "baseline")) {
      for (RequestSpan phase : phases) {
        before = phase.name().equals(name) && phase.accepted() > 0 ? phase : before;
      }
    }
    NeverBack all = new NeverBack(evidence, before);
    all.read();
    return all.measures();
  }

  private void read() throws IOException {
    long[] first = {Long.MAX_VALUE};
    long[] firstInSettle = {Long.MAX_VALUE};
    each(
        request -> {
          long at = request.intendedMicros();
          endMicros = Math.max(endMicros, at);
          first[0] = at > afterMicros ? Math.min(first[0], at) : first[0];
          boolean settling = at > afterMicros && at >= settleMicros;
          firstInSettle[0] = settling ? Math.min(firstInSettle[0], at) : firstInSettle[0];
        });
    long from = firstInSettle[0] < Long.MAX_VALUE ? firstInSettle[0] : first[0];
    boolean all = !faults || from == Long.MAX_VALUE;
    long middle = all ? from : from + (endMicros - from + 1) / 2;
    each(request -> take(request, middle));
  }

  private void each(Consumer<Request> sink) throws IOException {
    for (Path file : logs) {
      try (RequestLog log = RequestLog.open(file)) {
        for (long n = 0; n < log.requests(); n++) {
          sink.accept(log.request(n));
        }
      }
    }
  }

  private void take(Request request, long fromMicros) {
    if (request.intendedMicros() < fromMicros) {
      return;
    }
    due++;
    if (request.settled() == RequestOutcome.ACCEPTED) {
      accepted++;
      slow += request.latencyMicros() > slowMicros ? 1 : 0;
    }
  }

  private Measures measures() {
    Map<String, Double> metrics = new TreeMap<>();
    Map<String, String> unjudged = new TreeMap<>();
    if (due == 0 && faults) {
      String why = "no request was meant for a time after the last fault";
      return new Measures(Map.of(), Map.of(Metrics.NEVER_BACK, why, Metrics.STILL_SLOW, why));
    }
    if (faults && before != null && 1 - before.availability() > FAILED_BEFORE) {
      String why =
          Words.share(1 - before.availability())
              + " of requests failed in "
              + before.name()
              + ", before any fault: there is nothing to come back to;"
              + " a lower load.rate may be taken";
      return new Measures(Map.of(), Map.of(Metrics.NEVER_BACK, why, Metrics.STILL_SLOW, why));
    }
    boolean back = due == 0 || (accepted > 0 && due - accepted <= mayFail());
    boolean fast = !faults || slow <= Math.max(1, SLOW_SHARE * accepted);
    boolean starting = lastReturnMicros + START_MICROS > endMicros;
    put(metrics, unjudged, Metrics.NEVER_BACK, back, starting, due - accepted);
    put(metrics, unjudged, Metrics.STILL_SLOW, fast, starting, slow);
    if (faults && before == null) {
      metrics.remove(Metrics.STILL_SLOW);
      unjudged.put(Metrics.STILL_SLOW, "no request was accepted before the first fault");
    } else if (accepted == 0 && faults) {
      metrics.remove(Metrics.STILL_SLOW);
      unjudged.put(Metrics.STILL_SLOW, "no request was accepted in the end");
    }
    return new Measures(metrics, unjudged);
  }

  /** Requests that may fail: as many as before, as far as chance explains, and a few more. */
  private double mayFail() {
    if (!faults) {
      return due - 1.0;
    }
    double usual = before == null ? 0 : due * (1 - before.availability());
    return Math.max(1, FAILED_SHARE * due + usual + STANDARD_DEVIATIONS * Math.sqrt(usual));
  }

  private void put(
      Map<String, Double> metrics,
      Map<String, String> unjudged,
      String metric,
      boolean asBefore,
      boolean starting,
      long count) {
    if (asBefore || !starting) {
      metrics.put(metric, asBefore ? 0.0 : (double) count);
    } else {
      unjudged.put(
          metric,
          String.format(
              Locale.ROOT,
              "%s, but the load ended %.1f s after what had been stopped was started again: let"
                  + " phases.settle be longer",
              accepted == 0 ? "no request was accepted" : "requests fared worse than before",
              Math.max(0, endMicros - lastReturnMicros) / 1e6));
    }
  }
}
