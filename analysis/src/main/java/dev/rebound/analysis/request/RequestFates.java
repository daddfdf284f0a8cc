package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.analysis.units.Bisection;
import java.util.Arrays;

/**
 * What became of requests, in the order in which they were due: those of a service, or of one of
 * its instances. 20 bytes each.
 */
final class RequestFates {
  /** What became of one. */
  enum Fate {
    ACCEPTED,
    /** Accepted, later than ever before. */
    LATE,
    FAILED,
    /** Nobody knows what the service would have said. */
    NOT_SENT
  }

  private long[] due = new long[1024];
  private long[] over = new long[1024];
  private Fate[] fates = new Fate[1024];
  private int size;
  private long lastOver;
  private boolean notSent;

  /** Adds the next one that is due. */
  void add(Request request, long lateMicros) {
    if (size == due.length) {
      due = Arrays.copyOf(due, 2 * size);
      over = Arrays.copyOf(over, 2 * size);
      fates = Arrays.copyOf(fates, 2 * size);
    }
    Fate fate = fate(request, lateMicros);
    due[size] = request.intendedMicros();
    over[size] = overMicros(request);
    fates[size++] = fate;
    lastOver = Math.max(lastOver, overMicros(request));
    notSent |= fate == Fate.NOT_SENT;
  }

  /** Until when one was due, or waited while there was load. */
  long lastMicros(long loadEndMicros) {
    return size == 0 ? 0 : Math.max(due[size - 1], Math.min(lastOver, loadEndMicros));
  }

  private static Fate fate(Request request, long lateMicros) {
    return switch (request.settled()) {
      case ACCEPTED -> request.latencyMicros() > lateMicros ? Fate.LATE : Fate.ACCEPTED;
      case REFUSED, UNKNOWN, IN_FLIGHT -> Fate.FAILED;
      case NOT_SENT -> Fate.NOT_SENT;
    };
  }

  /**
   * When it was known what became of a request. One that is in flight still waited when its process
   * was ended, as with a short drain: never.
   */
  static long overMicros(Request request) {
    if (request.knownMicros() > 0) {
      return request.knownMicros();
    }
    return request.outcome() == RequestOutcome.IN_FLIGHT
        ? Long.MAX_VALUE
        : request.intendedMicros();
  }

  int size() {
    return size;
  }

  /** Whether any was not sent. */
  boolean anyNotSent() {
    return notSent;
  }

  long due(int number) {
    return due[number];
  }

  /** When it was known what became of it. */
  long over(int number) {
    return over[number];
  }

  /**
   * The same, if what was not sent had been accepted: a request that still waited for its
   * connection then, when it was due.
   */
  long overAtBest(int number) {
    return fates[number] == Fate.NOT_SENT && over[number] == Long.MAX_VALUE
        ? due[number]
        : over[number];
  }

  Fate fate(int number) {
    return fates[number];
  }

  /** Number of the first one that is due no earlier than this. */
  int from(long micros) {
    return from(due, size, micros);
  }

  /** Number of the first of so many times, which are sorted, that is no earlier than this. */
  static int from(long[] times, int size, long micros) {
    return (int) Bisection.first(0, size, n -> times[(int) n] >= micros);
  }
}
