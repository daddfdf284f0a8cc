package dev.rebound.lab.telemetry;

import dev.rebound.analysis.journal.Series;
import dev.rebound.lab.platform.Tail;
import dev.rebound.lab.probe.Probe;
import java.time.Clock;
import java.util.List;

/**
 * What load processes that send requests say of themselves each second, beside what {@link
 * GeneratorProbe} reads: what became of requests, how many are in flight, and how long those took
 * that were accepted. Percentiles are those of the slowest process, as they cannot be joined.
 */
public final class RequestProbe implements Probe {
  private static final List<Series> SERIES =
      List.of(
          new Series("requests.accepted", "requests/s", ""),
          new Series("requests.refused", "requests/s", ""),
          new Series("requests.unknown", "requests/s", ""),
          new Series("requests.in-flight", "requests", ""),
          new Series("requests.latency.p50", "ms", ""),
          new Series("requests.latency.p99", "ms", ""),
          new Series("requests.latency.max", "ms", ""));

  private static final List<String> RATES = List.of("accepted", "refused", "gaveUp");
  private static final List<String> LATENCIES =
      List.of("ackMillisP50", "ackMillisP99", "ackMillisMax");
  private static final int IN_FLIGHT = 3;
  private static final int LATENCY = 4;

  private final List<Says> generators;
  private final Clock clock;

  /**
   * @param generators telemetry of each
   */
  public RequestProbe(List<Tail> generators) {
    this(generators, Clock.systemUTC());
  }

  RequestProbe(List<Tail> generators, Clock clock) {
    this.generators = generators.stream().map(Says::new).toList();
    this.clock = clock;
  }

  @Override
  public List<Series> series() {
    return SERIES;
  }

  @Override
  public double[] read() {
    long now = clock.millis() * 1000;
    double[] values = new double[SERIES.size()];
    for (int i = 0; i < LATENCIES.size(); i++) {
      values[LATENCY + i] = Double.NaN;
    }
    for (Says generator : generators) {
      generator.follow(now);
      for (int i = 0; i < RATES.size(); i++) {
        values[i] += generator.rate(RATES.get(i));
      }
      values[IN_FLIGHT] += generator.value("inFlight");
      for (int i = 0; i < LATENCIES.size(); i++) {
        double millis = generator.value(LATENCIES.get(i));
        // one without acceptances in this second has no latency
        if (!(millis <= values[LATENCY + i]) && !Double.isNaN(millis)) {
          values[LATENCY + i] = millis;
        }
      }
    }
    return values;
  }
}
