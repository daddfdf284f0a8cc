package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts requests second by second. Those of a second are taken one after the other, then the
 * second is ended; what happens in other seconds is kept apart meanwhile.
 */
final class SecondRows {
  private static final long SECOND = 1_000_000;

  private final long startMicros;
  private final long[] acceptedIn;
  private final long[] bytesOut;
  private final long[] bytesIn;
  private final LatencySum latency = new LatencySum();
  private final List<SecondCount> counted = new ArrayList<>();
  private long accepted;
  private long refused;
  private long unknown;
  private long notSent;

  private record SecondCount(
      long accepted, long refused, long unknown, long notSent, RequestLatency latency) {}

  /**
   * @param seconds how many there are
   */
  SecondRows(long startMicros, int seconds) {
    this.startMicros = startMicros;
    this.acceptedIn = new long[seconds];
    this.bytesOut = new long[seconds];
    this.bytesIn = new long[seconds];
  }

  void take(Request request) {
    RequestOutcome outcome = request.settled();
    switch (outcome) {
      case ACCEPTED -> {
        accepted++;
        latency.add(request.latencyMicros());
        acceptedIn[second(request.knownMicros())]++;
      }
      case REFUSED -> refused++;
      case NOT_SENT -> notSent++;
      case UNKNOWN, IN_FLIGHT -> unknown++;
    }
    if (request.handed()) {
      bytesOut[second(request.sentMicros())] += request.bytesOut();
    }
    if (request.knownMicros() > 0) {
      bytesIn[second(request.knownMicros())] += request.bytesIn();
    }
  }

  private int second(long micros) {
    return (int) ((micros - startMicros) / SECOND);
  }

  /** Ends the second whose requests were taken since the last call. */
  void endSecond() {
    counted.add(new SecondCount(accepted, refused, unknown, notSent, latency.latency()));
    accepted = 0;
    refused = 0;
    unknown = 0;
    notSent = 0;
    latency.reset();
  }

  /** All seconds that were ended, once all requests were taken. */
  List<RequestSecond> rows() {
    List<RequestSecond> rows = new ArrayList<>();
    for (int i = 0; i < counted.size(); i++) {
      SecondCount of = counted.get(i);
      rows.add(
          new RequestSecond(
              startMicros + i * SECOND,
              of.accepted + of.refused + of.unknown + of.notSent,
              of.accepted,
              of.refused,
              of.unknown,
              of.notSent,
              of.latency,
              acceptedIn[i],
              bytesOut[i],
              bytesIn[i]));
    }
    return List.copyOf(rows);
  }
}
