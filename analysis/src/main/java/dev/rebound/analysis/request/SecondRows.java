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
  private OutcomeCount outcomes = new OutcomeCount();

  private record SecondCount(OutcomeCount of, RequestLatency latency) {}

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
    while (counted.size() < second(request.intendedMicros())) {
      endSecond();
    }
    RequestOutcome outcome = request.settled();
    outcomes.add(outcome);
    if (outcome == RequestOutcome.ACCEPTED) {
      latency.add(request.latencyMicros());
      acceptedIn[second(request.knownMicros())]++;
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

  /** Ends the second whose requests were taken last. */
  private void endSecond() {
    counted.add(new SecondCount(outcomes, latency.latency()));
    outcomes = new OutcomeCount();
    latency.reset();
  }

  /** All seconds, once all requests were taken. */
  List<RequestSecond> rows() {
    while (counted.size() < acceptedIn.length) {
      endSecond();
    }
    List<RequestSecond> rows = new ArrayList<>();
    for (int i = 0; i < counted.size(); i++) {
      OutcomeCount of = counted.get(i).of();
      rows.add(
          new RequestSecond(
              startMicros + i * SECOND,
              of.samples() + of.notSent,
              of.accepted,
              of.refused,
              of.unknown,
              of.notSent,
              counted.get(i).latency(),
              acceptedIn[i],
              bytesOut[i],
              bytesIn[i]));
    }
    return List.copyOf(rows);
  }
}
