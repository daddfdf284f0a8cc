package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.RigSample;
import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.RequestLog.RequestEnding;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many of the requests failed that no fault held: those of the baseline, those of a run without
 * faults, and those to an instance that none had hit, or that had had its time to come back. The
 * greatest share counts: of all of them, of the baseline's, and, beyond what chance explains, of
 * those to one instance in a minute.
 */
final class UndisturbedRequests {
  /** Longer than a service takes to start: until then a fault holds whom it hit. */
  static final long START_MICROS = 30_000_000;

  private static final long MINUTE_MICROS = 60_000_000;

  /** A minute with fewer is longer. */
  private static final long MINUTE_REQUESTS = 100;

  /** A machine with this share of all cores in use may have kept an answer. */
  private static final double BUSY = 0.95;

  /** So may a generator that was so late by its own fault. */
  private static final double LATE_MILLIS = 1_000;

  private static final long SECOND = 1_000_000;

  private final Evidence evidence;
  private final ServiceBaseline before;
  private final List<TimeRanges> held = new ArrayList<>();
  private final TimeRanges busy = new TimeRanges();
  private final Tally all = new Tally();
  private final Tally baseline = new Tally();
  private final List<Minutes> instances = new ArrayList<>();
  private double low;
  private double high;
  private String most = "";
  private long startMicros = Long.MAX_VALUE;

  /** Requests, those that failed, and those that the rig may have kept from being accepted. */
  private static final class Tally {
    private long firstMicros;
    private long lastMicros;
    private long due;
    private long failed;
    private long perhaps;

    void add(Request request, boolean excused) {
      firstMicros = due == 0 ? request.intendedMicros() : firstMicros;
      lastMicros = request.intendedMicros();
      due++;
      switch (request.settled()) {
        case ACCEPTED -> {}
        case REFUSED, UNKNOWN, IN_FLIGHT -> {
          failed += excused ? 0 : 1;
          perhaps += excused ? 1 : 0;
        }
        case NOT_SENT -> perhaps++;
      }
    }

    void add(Tally later) {
      lastMicros = later.lastMicros;
      due += later.due;
      failed += later.failed;
      perhaps += later.perhaps;
    }

    boolean full() {
      return due >= MINUTE_REQUESTS && lastMicros - firstMicros >= MINUTE_MICROS;
    }
  }

  /** The requests to one instance, minute by minute. */
  private final class Minutes {
    private final String name;
    private @Nullable Tally full;
    private Tally next = new Tally();

    Minutes(String name) {
      this.name = name;
    }

    void add(Request request, boolean excused) {
      next.add(request, excused);
      if (next.full()) {
        end();
        full = next;
        next = new Tally();
      }
    }

    /** What is left of the last one counts with the one before. */
    void close() {
      if (full == null) {
        full = next;
      } else {
        full.add(next);
      }
      end();
    }

    private void end() {
      if (full != null) {
        double chance = ServiceBaseline.chance(full.due);
        String when =
            Words.text(
                "most failed of those to %s from %.0f to %.0f s after the first",
                name,
                (full.firstMicros - startMicros) / 1e6,
                (full.lastMicros - startMicros) / 1e6);
        count(full.due, full.failed - chance, full.failed + full.perhaps - chance, when);
      }
    }
  }

  private UndisturbedRequests(Evidence evidence, ServiceBaseline before, int targets) {
    this.evidence = evidence;
    this.before = before;
    for (int i = 0; i < targets; i++) {
      held.add(new TimeRanges());
      instances.add(new Minutes(evidence.instance(i)));
    }
    evidence.faults().forEach(this::hold);
    for (RigSample second : evidence.rig()) {
      if (second.hostCpu() >= BUSY || second.slipMillis() > LATE_MILLIS) {
        busy.add(second.atMicros() - SECOND, second.atMicros());
      }
    }
  }

  /** A fault that hit none of those who are asked holds all: who needs its victims nobody tells. */
  private void hold(FaultTimes fault) {
    boolean back = fault.returns().size() >= fault.victims().size();
    long until =
        back
            ? fault.returns().stream().mapToLong(Long::longValue).max().orElse(0) + START_MICROS
            : Long.MAX_VALUE;
    boolean some = evidence.asked().stream().anyMatch(fault.victims()::contains);
    for (int i = 0; i < held.size(); i++) {
      if (!some || fault.victims().contains(evidence.instance(i))) {
        held.get(i).add(fault.signalMicros(), Math.max(fault.signalMicros(), until));
      }
    }
  }

  /**
   * {@link Metrics#UNDISTURBED}, or why it is not known.
   *
   * @param phases what requests did in each phase
   */
  static Measures of(
      Evidence evidence, RequestLogs logs, ServiceBaseline before, List<RequestSpan> phases) {
    boolean named = evidence.asked().size() >= logs.instances();
    if (logs.instances() > 1 && !named && !evidence.faults().isEmpty()) {
      return unknown("an earlier version did not note which instance each address was");
    }
    UndisturbedRequests all = new UndisturbedRequests(evidence, before, logs.instances());
    all.read(logs, ServiceBaseline.phase(phases, phase -> phase.due() > 0));
    return all.measures();
  }

  private static Measures unknown(String why) {
    return new Measures(Map.of(), Map.of(Metrics.UNDISTURBED, why));
  }

  private void read(RequestLogs logs, @Nullable RequestSpan first) {
    long from = first == null ? 0 : first.startMicros();
    long until = first == null ? 0 : first.endMicros();
    logs.inOrder(
        request -> {
          long due = request.intendedMicros();
          long over = RequestFates.overMicros(request);
          startMicros = Math.min(startMicros, due);
          if (due < from || held.get(request.target()).touch(due, answered(due, over))) {
            return;
          }
          // An answer is the service's own word.
          boolean excused = request.ending() != RequestEnding.ANSWERED && busy.touch(due, over);
          all.add(request, excused);
          instances.get(request.target()).add(request, excused);
          if (due < until) {
            baseline.add(request, excused);
          }
        });
  }

  /** Until when a fault may have kept an answer: one that was late before it came it did not. */
  private long answered(long due, long over) {
    long wait = before.waitMicros();
    return over - due > wait ? due + wait : over;
  }

  private Measures measures() {
    if (all.due == 0) {
      return unknown("no request was meant for a time in which no fault held whom it was sent to");
    }
    count(all, "");
    count(baseline, "most failed in the first phase");
    instances.forEach(Minutes::close);
    Map<String, Bounds> bounds =
        high > low ? Map.of(Metrics.UNDISTURBED, new Bounds(low, high)) : Map.of();
    return new Measures(
        Map.of(Metrics.UNDISTURBED, low), bounds, Map.of(), Map.of(Metrics.UNDISTURBED, most));
  }

  /** One that fails by itself tells nothing. */
  private void count(Tally whole, String which) {
    long surely = whole.failed > 1 ? whole.failed : 0;
    long perhaps = whole.failed + whole.perhaps;
    count(whole.due, (double) surely, perhaps > 1 ? (double) perhaps : 0, which);
  }

  private void count(long due, double surely, double perhaps, String which) {
    if (due > 0) {
      most = surely / due > low ? which : most;
      low = Math.max(low, surely / due);
      high = Math.max(high, perhaps / due);
    }
  }
}
