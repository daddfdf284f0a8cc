package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.RigSample;
import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.RequestLog.RequestEnding;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.Bounds;
import java.io.IOException;
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
final class Undisturbed {
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
  private final List<TimeRanges> held = new ArrayList<>();
  private final TimeRanges busy = new TimeRanges();
  private final Tally all = new Tally();
  private final Tally baseline = new Tally();
  private final List<Minutes> instances = new ArrayList<>();
  private double low;
  private double high;

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
    private @Nullable Tally full;
    private Tally next = new Tally();

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
        double chance = Before.chance(full.due);
        count(full.due, full.failed - chance, full.failed + full.perhaps - chance);
      }
    }
  }

  private Undisturbed(Evidence evidence, int targets) {
    this.evidence = evidence;
    for (int i = 0; i < targets; i++) {
      held.add(new TimeRanges());
      instances.add(new Minutes());
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
   * {@link Metrics#UNDISTURBED}, or why it is not known. Throws {@link IOException} naming a bad
   * file.
   *
   * @param phases what requests did in each phase
   */
  static Measures of(Evidence evidence, List<RequestSpan> phases) throws IOException {
    try (RequestLogs logs = RequestLogs.open(evidence.requests())) {
      boolean named = evidence.asked().size() >= logs.instances();
      if (logs.instances() > 1 && !named && !evidence.faults().isEmpty()) {
        return unknown("an earlier version did not note which instance each address was");
      }
      RequestSpan before = null;
      for (String name : List.of("warmup", "baseline")) {
        for (RequestSpan phase : phases) {
          before = phase.name().equals(name) && phase.due() > 0 ? phase : before;
        }
      }
      Undisturbed all = new Undisturbed(evidence, logs.instances());
      all.read(logs, before);
      return all.measures();
    }
  }

  private static Measures unknown(String why) {
    return new Measures(Map.of(), Map.of(Metrics.UNDISTURBED, why));
  }

  private void read(RequestLogs logs, @Nullable RequestSpan before) {
    long from = before == null ? 0 : before.startMicros();
    long until = before == null ? 0 : before.endMicros();
    logs.inOrder(
        request -> {
          long due = request.intendedMicros();
          long over = Fates.overMicros(request);
          if (due < from || held.get(request.target()).touch(due, over)) {
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

  private Measures measures() {
    if (all.due == 0) {
      return unknown("no request was meant for a time in which no fault held whom it was sent to");
    }
    for (Tally whole : List.of(all, baseline)) {
      // One that fails by itself tells nothing.
      long surely = whole.failed > 1 ? whole.failed : 0;
      long perhaps = whole.failed + whole.perhaps;
      count(whole.due, (double) surely, perhaps > 1 ? (double) perhaps : 0);
    }
    instances.forEach(Minutes::close);
    Map<String, Bounds> bounds =
        high > low ? Map.of(Metrics.UNDISTURBED, new Bounds(low, high)) : Map.of();
    return new Measures(Map.of(Metrics.UNDISTURBED, low), bounds, Map.of());
  }

  private void count(long due, double surely, double perhaps) {
    if (due > 0) {
      low = Math.max(low, surely / due);
      high = Math.max(high, perhaps / due);
    }
  }
}
