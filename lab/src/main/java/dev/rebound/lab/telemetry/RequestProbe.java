package dev.rebound.lab.telemetry;

import dev.rebound.base.Series;
import dev.rebound.platform.Tail;
import java.time.Clock;
import java.util.List;

/**
 * Load processes that send requests, as they tell of themselves each second, beside what {@link
 * GeneratorProbe} reads: what became of requests, how many are in flight, and how long those took
 * that were accepted. Percentiles are those of the slowest process, as they cannot be joined.
 */
public final class RequestProbe extends LoadProbe {
  private static final List<Field> FIELDS =
      List.of(
          rate("requests.accepted", "requests/s", "accepted"),
          rate("requests.refused", "requests/s", "refused"),
          rate("requests.unknown", "requests/s", "gaveUp"),
          sum("requests.in-flight", "requests", "inFlight"),
          slowest("requests.latency.p50", "ackMillisP50"),
          slowest("requests.latency.p99", "ackMillisP99"),
          slowest("requests.latency.max", "ackMillisMax"));

  /**
   * @param generators telemetry of each
   */
  public RequestProbe(List<Tail> generators) {
    this(generators, Clock.systemUTC());
  }

  RequestProbe(List<Tail> generators, Clock clock) {
    super(FIELDS, generators, clock);
  }

  /** One without acceptances in this second has no latency, and leaves the others theirs. */
  private static Field slowest(String metric, String field) {
    return new Field(
        new Series(metric, "ms", ""), says -> says.value(field), RequestProbe::slower, Double.NaN);
  }

  private static double slower(double one, double other) {
    if (Double.isNaN(one)) {
      return other;
    }
    return Double.isNaN(other) ? one : Math.max(one, other);
  }
}
