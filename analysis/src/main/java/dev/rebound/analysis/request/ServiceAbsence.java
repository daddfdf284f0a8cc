package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.request.AcceptanceGaps.Length;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long a service was away after each fault: as a whole, and the one of its instances that was
 * away for longest. It is away while it accepts nothing though requests are due ({@link
 * AcceptanceGaps}), and while it accepts fewer than before ({@link AcceptanceShortfall}). What is
 * told of a fault ends where the next one begins, but for a stretch that goes on.
 */
final class ServiceAbsence {
  private final List<Evidence.FaultTimes> faults;
  private final ServiceBaseline before;
  private final List<Long> signals;
  private final long loadEndMicros;

  private ServiceAbsence(Evidence evidence, ServiceBaseline before) {
    this.faults = evidence.faults();
    this.before = before;
    this.signals = faults.stream().map(FaultTimes::signalMicros).sorted().toList();
    this.loadEndMicros =
        evidence.phases().stream()
            .filter(phase -> Metrics.PHASES.contains(phase.phase()))
            .mapToLong(PhaseTimes::endMicros)
            .max()
            .orElse(0);
  }

  /**
   * What one fault did.
   *
   * @param wholly for how long nothing was accepted; what was not sent would have been, or not
   */
  record FaultAbsence(Results.Away away, Span wholly) {}

  /** What each fault did, by its number; empty without faults. */
  static Map<Integer, FaultAbsence> of(
      Evidence evidence, RequestLogs logs, ServiceBaseline before) {
    Map<Integer, FaultAbsence> each = new HashMap<>();
    if (evidence.faults().isEmpty()) {
      return each;
    }
    RequestFates all = new RequestFates();
    List<RequestFates> instances = new ArrayList<>();
    for (int i = 0; logs.instances() > 1 && i < logs.instances(); i++) {
      instances.add(new RequestFates());
    }
    logs.inOrder(
        request -> {
          all.add(request, before.lateMicros());
          if (!instances.isEmpty()) {
            instances.get(request.target()).add(request, before.lateMicros());
          }
        });
    ServiceAbsence absence = new ServiceAbsence(evidence, before);
    List<FaultAway> service = absence.of(all, "");
    List<FaultAway> worst = service;
    for (int i = 0; i < instances.size(); i++) {
      List<FaultAway> its = absence.of(instances.get(i), evidence.instance(i));
      worst = i == 0 ? its : longer(worst, its);
    }
    for (int f = 0; f < service.size(); f++) {
      FaultTimes fault = evidence.faults().get(f);
      Length silent = service.get(f).silent();
      Results.Away away =
          new Results.Away(
              silent.micros() / 1000,
              silent.ended(),
              absence.failed(all, fault),
              service.get(f).span(),
              worst.get(f).span());
      Span wholly = span(service.get(f).surelySilent(), silent, "");
      each.put(fault.fault(), new FaultAbsence(away, wholly));
    }
    return each;
  }

  /**
   * One fault.
   *
   * @param surelySilent for how long nothing was accepted, where what was not sent would have been
   * @param silent the same where it would not
   * @param low for how long it was surely away; {@code high} for how long it may have been
   */
  private record FaultAway(
      Length surelySilent, Length silent, Length low, Length high, String instance) {
    /** The longer ones of both. */
    FaultAway or(FaultAway other) {
      int first = compare(other.low, low);
      boolean longer = first > 0 || (first == 0 && compare(other.high, high) > 0);
      return new FaultAway(
          surelySilent.or(other.surelySilent),
          silent.or(other.silent),
          low.or(other.low),
          high.or(other.high),
          longer ? other.instance : instance);
    }

    private static int compare(Length a, Length b) {
      return a.ended() == b.ended() ? Long.compare(a.micros(), b.micros()) : a.ended() ? -1 : 1;
    }

    Span span() {
      return ServiceAbsence.span(low, high, instance);
    }
  }

  private static Span span(Length low, Length high, String name) {
    long millis = low.micros() / 1000;
    return low.ended()
        ? new Span(
            SpanState.ENDED,
            millis,
            millis,
            high.ended() ? (Long) (high.micros() / 1000) : null,
            0,
            name)
        : Span.unended(millis, 0, name);
  }

  private List<FaultAway> of(RequestFates requests, String name) {
    List<Length> surelySilent = silent(requests, true);
    List<Length> silent = requests.anyNotSent() ? silent(requests, false) : surelySilent;
    List<Length> surely = below(requests, true);
    List<Length> perhaps = below(requests, false);
    List<FaultAway> each = new ArrayList<>();
    for (int f = 0; f < faults.size(); f++) {
      each.add(
          new FaultAway(
              surelySilent.get(f),
              silent.get(f),
              surelySilent.get(f).or(surely.get(f)),
              silent.get(f).or(perhaps.get(f)),
              name));
    }
    return each;
  }

  private List<Length> silent(RequestFates requests, boolean hopeful) {
    AcceptanceGaps silence = new AcceptanceGaps(requests, hopeful, loadEndMicros);
    return faults.stream()
        .map(fault -> silence.between(fault.signalMicros(), until(fault)))
        .toList();
  }

  private List<Length> below(RequestFates requests, boolean hopeful) {
    AcceptanceShortfall shortfall =
        new AcceptanceShortfall(
            requests, hopeful, hopeful ? before::explained : before::allowed, signals);
    long last = requests.lastMicros(loadEndMicros);
    return faults.stream()
        .map(fault -> shortfall.between(fault.signalMicros(), until(fault), last))
        .toList();
  }

  private static List<FaultAway> longer(List<FaultAway> some, List<FaultAway> others) {
    List<FaultAway> each = new ArrayList<>();
    for (int f = 0; f < some.size(); f++) {
      each.add(some.get(f).or(others.get(f)));
    }
    return each;
  }

  /** When the next fault comes. */
  private long until(FaultTimes fault) {
    return signals.stream()
        .filter(signal -> signal > fault.signalMicros())
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }

  /** Requests that were due until the next fault and were not accepted. */
  private long failed(RequestFates requests, FaultTimes fault) {
    long failed = 0;
    int end = requests.from(until(fault));
    for (int n = requests.from(fault.signalMicros()); n < end; n++) {
      RequestFates.Fate fate = requests.fate(n);
      failed += fate == RequestFates.Fate.FAILED || fate == RequestFates.Fate.NOT_SENT ? 1 : 0;
    }
    return failed;
  }
}
