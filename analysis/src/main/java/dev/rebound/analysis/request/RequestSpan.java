package dev.rebound.analysis.request;

/**
 * The requests of a span of time, such as a phase.
 *
 * <p>Requests belong to the span that they were intended for, whenever their outcome was known;
 * rates are of what happened in the span.
 *
 * @param name of the phase, or {@link RequestFigures#ALL}
 * @param startMicros microseconds since the epoch
 * @param endMicros likewise; not in it any more
 * @param samples requests that were given to the client
 * @param accepted of these, whose answer says so
 * @param refused of these, that certainly have no effect
 * @param unknown of these, that may have one
 * @param notSent requests that were due besides, and were not given to the client
 * @param acceptedPerSecond answers of acceptance that came in the span, a second
 * @param bytesOutPerSecond of the requests whose bodies were handed over in the span, headers
 *     included
 * @param bytesInPerSecond of the answers that came in the span, headers included
 * @param latency of those that were accepted
 * @param latencyAtMost of all that were due, where those that were not accepted never will be
 * @param nothingAccepted share of the span's whole seconds in which no answer of acceptance came, 0
 *     to 1; NaN if it is shorter than one
 * @param surelyNothingAccepted the same without seconds in which a request was due that was not
 *     sent
 */
public record RequestSpan(
    String name,
    long startMicros,
    long endMicros,
    long samples,
    long accepted,
    long refused,
    long unknown,
    long notSent,
    double acceptedPerSecond,
    double bytesOutPerSecond,
    double bytesInPerSecond,
    RequestLatency latency,
    RequestLatency latencyAtMost,
    double nothingAccepted,
    double surelyNothingAccepted) {

  /** Requests that were due: those that were given to the client, and those that were not. */
  public long due() {
    return samples + notSent;
  }

  /** Those of them that were not accepted as far as the client knows. */
  public long failed() {
    return refused + unknown + notSent;
  }

  /** The same in percent of all that were due; NaN without any. */
  public double errorsPercent() {
    return due() == 0 ? Double.NaN : 100.0 * failed() / due();
  }

  /** Share of the requests that were due which were accepted, 0 to 1; NaN without any. */
  public double availability() {
    return due() == 0 ? Double.NaN : (double) accepted / due();
  }
}
