package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * Whether a service is as it was before, in the end: whether it accepts about as many requests, and
 * about as soon, as a whole and each of its instances. A request that is not accepted is not lost,
 * so that nothing else tells of a service that stays away, or comes back in part; one that was not
 * sent tells nothing of it. The time that counts is the second half of settle, or, where the load
 * ended before it, of all that was meant for later than the last fault and the last return of a
 * victim.
 */
final class ServiceReturn {
  /** A process that was told to die may still answer what it has begun. */
  private static final long DYING_MICROS = 1_000_000;

  /** The share of requests that may fail before the first fault: beyond it nothing is usual. */
  private static final double FAILED_BEFORE = 0.1;

  /** A request is slow if it takes so many times the baseline's p99. */
  private static final double SLOWER = 2;

  /** The share of requests that may be slow. */
  private static final double SLOW_SHARE = 0.5;

  private final boolean faults;
  private final ServiceBaseline before;
  private final long lastReturnMicros;
  private final long afterMicros;
  private final long settleMicros;
  private final LatencySum latest = new LatencySum();
  private final LatencySum soonest = new LatencySum();
  private final Tally service = new Tally("");
  private final List<Tally> instances = new ArrayList<>();
  private long endMicros;

  /** Requests of the time that counts: of the service, or of one instance. */
  private static final class Tally {
    private final String whose;
    private long due;
    private long accepted;
    private long failed;
    private long notSent;
    private long slow;
    private long perhapsSlow;

    /**
     * @param whose a part of a sentence: whom they went to
     */
    Tally(String whose) {
      this.whose = whose;
    }

    void add(Request request, double slowMicros, double perhapsSlowMicros) {
      due++;
      switch (request.settled()) {
        case ACCEPTED -> {
          accepted++;
          slow += request.latencyMicros() > slowMicros ? 1 : 0;
          perhapsSlow += request.latencyMicros() > perhapsSlowMicros ? 1 : 0;
        }
        case REFUSED, UNKNOWN, IN_FLIGHT -> failed++;
        case NOT_SENT -> notSent++;
      }
    }
  }

  /**
   * Whether something is amiss for sure.
   *
   * @param perhaps why it may be; empty if nothing is
   */
  private record Amiss(boolean surely, String perhaps) {
    static final Amiss NOTHING = new Amiss(false, "");

    Amiss or(Amiss other) {
      return new Amiss(surely || other.surely, perhaps.isEmpty() ? other.perhaps : perhaps);
    }
  }

  private ServiceReturn(Evidence evidence, ServiceBaseline before, int targets) {
    List<FaultTimes> all = evidence.faults();
    this.faults = !all.isEmpty();
    this.before = before;
    this.lastReturnMicros =
        all.stream().flatMap(fault -> fault.returns().stream()).mapToLong(t -> t).max().orElse(0);
    long signalMicros = all.stream().mapToLong(FaultTimes::signalMicros).max().orElse(0);
    this.afterMicros =
        faults ? LongStream.of(lastReturnMicros, signalMicros + DYING_MICROS).max().orElse(0) : 0;
    this.settleMicros =
        evidence.phase("settle").map(PhaseTimes::startMicros).orElse(Long.MAX_VALUE);
    for (int i = 0; i < targets; i++) {
      instances.add(new Tally(" to " + evidence.instance(i)));
    }
  }

  /** {@link Metrics#NEVER_BACK} and {@link Metrics#STILL_SLOW}, or why they are not known. */
  static Measures of(Evidence evidence, RequestLogs logs, ServiceBaseline before) {
    ServiceReturn all = new ServiceReturn(evidence, before, logs.instances());
    all.read(logs);
    return all.measures();
  }

  private void read(RequestLogs logs) {
    long[] first = {Long.MAX_VALUE};
    long[] firstInSettle = {Long.MAX_VALUE};
    logs.inOrder(
        request -> {
          long at = request.intendedMicros();
          endMicros = Math.max(endMicros, at);
          first[0] = at > afterMicros ? Math.min(first[0], at) : first[0];
          boolean settling = at > afterMicros && at >= settleMicros;
          firstInSettle[0] = settling ? Math.min(firstInSettle[0], at) : firstInSettle[0];
          if (before.holds(at)) {
            usual(request);
          }
        });
    long from = firstInSettle[0] < Long.MAX_VALUE ? firstInSettle[0] : first[0];
    boolean all = !faults || from == Long.MAX_VALUE;
    long middle = all ? from : from + (endMicros - from + 1) / 2;
    double slowMicros = SLOWER * 1000 * latest.latency().p99();
    double perhapsSlowMicros = SLOWER * 1000 * soonest.latency().p99();
    logs.inOrder(
        request -> {
          if (request.intendedMicros() >= middle) {
            service.add(request, slowMicros, perhapsSlowMicros);
            instances.get(request.target()).add(request, slowMicros, perhapsSlowMicros);
          }
        });
  }

  /** A baseline that fails more makes nobody fast. */
  private void usual(Request request) {
    switch (request.settled()) {
      case ACCEPTED -> {
        latest.add(request.latencyMicros());
        soonest.add(request.latencyMicros());
      }
      case REFUSED, UNKNOWN, IN_FLIGHT -> {
        latest.add(0);
        soonest.add(0);
      }
      case NOT_SENT -> {
        latest.addEndless();
        soonest.add(0);
      }
    }
  }

  private Measures measures() {
    Map<String, Double> metrics = new TreeMap<>();
    Map<String, String> unjudged = new TreeMap<>();
    RequestSpan span = before.span();
    if (service.due == 0 && faults) {
      String why = "no request was meant for a time after the last fault";
      return new Measures(Map.of(), Map.of(Metrics.NEVER_BACK, why, Metrics.STILL_SLOW, why));
    }
    if (faults && span != null && before.failedShare() > FAILED_BEFORE) {
      String why =
          ("%s of requests %s in %s, before any fault: there is nothing to come back to;"
                  + " a lower load.rate may be taken")
              .formatted(Words.share(before.failedShare()), failedOrNotSent(span), span.name());
      return new Measures(Map.of(), Map.of(Metrics.NEVER_BACK, why, Metrics.STILL_SLOW, why));
    }
    put(metrics, unjudged, Metrics.NEVER_BACK, this::failing, tally -> tally.failed);
    put(metrics, unjudged, Metrics.STILL_SLOW, this::slow, tally -> tally.failed + tally.slow);
    if (faults && span == null) {
      metrics.remove(Metrics.STILL_SLOW);
      unjudged.put(Metrics.STILL_SLOW, "no request was accepted before the first fault");
    } else if (service.accepted == 0 && faults) {
      metrics.remove(Metrics.STILL_SLOW);
      unjudged.put(Metrics.STILL_SLOW, "no request was accepted in the end");
    }
    return new Measures(metrics, unjudged);
  }

  private static String failedOrNotSent(RequestSpan span) {
    boolean failed = span.failed() > span.notSent();
    return span.notSent() == 0 ? "failed" : failed ? "failed or were not sent" : "were not sent";
  }

  /** Who is asked for next to nothing may refuse all of it, and no bound is passed. */
  private Amiss failing(Tally tally) {
    boolean none = tally.accepted == 0 && (tally.due > 0 || faults);
    boolean dead = none && tally == service && tally.notSent == 0;
    if (!faults) {
      return new Amiss(dead, none ? nothingAccepted(tally) : "");
    }
    double chance = tally == service ? 0 : ServiceBaseline.chance(tally.due);
    double most = before.allowed(tally.due) + chance;
    String perhaps =
        tally.failed > most
            ? "%s of requests%s failed in the end, and no more than failed before and chance explain"
                .formatted(Words.share((double) tally.failed / tally.due), tally.whose)
            : tally.failed + tally.notSent > most
                ? notSent(tally)
                : none ? nothingAccepted(tally) : "";
    return new Amiss(tally.failed > before.explained(tally.due) + chance || dead, perhaps);
  }

  private static String nothingAccepted(Tally tally) {
    return tally.due == 0
        ? "no request" + tally.whose + " was due in the end"
        : "none of %s%s in the end was accepted"
            .formatted(Words.plural(tally.due, "request"), tally.whose);
  }

  private static String notSent(Tally tally) {
    return Words.plural(tally.notSent, "request")
        + tally.whose
        + " of the end had not been sent, and what was not sent tells nothing of the service";
  }

  /** What is not accepted is no faster than what is slow; who accepts nothing is not back. */
  private Amiss slow(Tally tally) {
    if (tally.accepted == 0 || !faults) {
      return Amiss.NOTHING;
    }
    double chance = tally == service ? 0 : 1.5 * Math.sqrt((double) tally.due);
    double most = Math.max(1, SLOW_SHARE * tally.due) + chance;
    String perhaps =
        tally.failed + tally.slow + tally.notSent > most
            ? notSent(tally)
            : tally.failed + tally.perhapsSlow + tally.notSent > most
                ? "how fast the service was before is not known, as requests had not been sent"
                : "";
    return new Amiss(tally.failed + tally.slow > most, perhaps);
  }

  private void put(
      Map<String, Double> metrics,
      Map<String, String> unjudged,
      String metric,
      Function<Tally, Amiss> judged,
      ToLongFunction<Tally> count) {
    Amiss whole = judged.apply(service);
    List<Tally> parts = whole.surely() ? List.of(service) : instances;
    Amiss amiss = instances.stream().map(judged).reduce(whole, Amiss::or);
    boolean starting = lastReturnMicros + UndisturbedRequests.START_MICROS > endMicros;
    if (amiss.perhaps().isEmpty()) {
      metrics.put(metric, 0.0);
    } else if (amiss.surely() && !starting) {
      long sum = parts.stream().filter(part -> judged.apply(part).surely()).mapToLong(count).sum();
      metrics.put(metric, (double) sum);
    } else {
      unjudged.put(metric, amiss.surely() ? starting() : amiss.perhaps());
    }
  }

  private String starting() {
    return Words.text(
        "%s, but the load ended %.1f s after what had been stopped was started again: let"
            + " phases.settle be longer",
        service.accepted == 0 ? "no request was accepted" : "requests fared worse than before",
        Math.max(0, endMicros - lastReturnMicros) / 1e6);
  }
}
