package dev.rebound.analysis.request;

/**
 * The requests of one second: first those that were intended for it, whenever their outcome was
 * known, then what happened in it, whenever that was intended.
 *
 * @param atMicros its start, microseconds since the epoch
 * @param intended requests that were due in it
 * @param accepted of these
 * @param refused of these
 * @param unknown of these
 * @param notSent of these: never given to the client
 * @param latency of these, as far as they were accepted
 * @param acceptedIn answers of acceptance that came in this second
 * @param bytesOut of the requests whose bodies were handed over in this second
 * @param bytesIn of the answers that came in this second
 */
public record RequestSecond(
    long atMicros,
    long intended,
    long accepted,
    long refused,
    long unknown,
    long notSent,
    RequestLatency latency,
    long acceptedIn,
    long bytesOut,
    long bytesIn) {

  /**
   * Share of the requests intended for this second which were accepted, 0 to 1; NaN without any.
   */
  public double availability() {
    return intended == 0 ? Double.NaN : (double) accepted / intended;
  }
}
