package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import java.util.BitSet;

/** Counts the requests of one span, in whatever order they come. */
final class SpanCount {
  private static final long SECOND = 1_000_000;

  private final String name;
  private final long startMicros;
  private final long endMicros;
  private final LatencySum latency = new LatencySum();
  private final LatencySum latencyAtMost = new LatencySum();
  private final BitSet secondsWithAccepted = new BitSet();
  private final BitSet secondsWithNotSent = new BitSet();
  private final OutcomeCount outcomes = new OutcomeCount();
  private long acceptedIn;
  private long bytesOut;
  private long bytesIn;

  SpanCount(String name, long startMicros, long endMicros) {
    this.name = name;
    this.startMicros = startMicros;
    this.endMicros = endMicros;
  }

  private boolean contains(long micros) {
    return micros >= startMicros && micros < endMicros;
  }

  void take(Request request) {
    RequestOutcome outcome = request.settled();
    if (contains(request.intendedMicros())) {
      outcomes.add(outcome);

      if (outcome == RequestOutcome.ACCEPTED) {
        latency.add(request.latencyMicros());
        latencyAtMost.add(request.latencyMicros());
      } else {
        latencyAtMost.addEndless();
      }
      if (outcome == RequestOutcome.NOT_SENT) {
        secondsWithNotSent.set(second(request.intendedMicros()));
      }
    }
    if (contains(request.sentMicros())) {
      bytesOut += request.bytesOut();
    }
    if (contains(request.knownMicros())) {
      bytesIn += request.bytesIn();
      if (outcome == RequestOutcome.ACCEPTED) {
        acceptedIn++;
        secondsWithAccepted.set(second(request.knownMicros()));
      }
    }
  }

  private int second(long micros) {
    return (int) ((micros - startMicros) / SECOND);
  }

  RequestSpan span() {
    double seconds = (endMicros - startMicros) / 1e6;
    BitSet perhapsWithAccepted = (BitSet) secondsWithAccepted.clone();
    perhapsWithAccepted.or(secondsWithNotSent);
    return new RequestSpan(
        name,
        startMicros,
        endMicros,
        outcomes.samples(),
        outcomes.accepted,
        outcomes.refused,
        outcomes.unknown,
        outcomes.notSent,
        perSecond(acceptedIn, seconds),
        perSecond(bytesOut, seconds),
        perSecond(bytesIn, seconds),
        latency.latency(),
        latencyAtMost.latency(),
        without(secondsWithAccepted),
        without(perhapsWithAccepted));
  }

  private static double perSecond(long count, double seconds) {
    return seconds > 0 ? count / seconds : Double.NaN;
  }

  /** The share of whole seconds that are none of these. */
  private double without(BitSet seconds) {
    int whole = (int) ((endMicros - startMicros) / SECOND);
    if (whole <= 0) {
      return Double.NaN;
    }
    return 1 - (double) seconds.get(0, whole).cardinality() / whole;
  }
}
