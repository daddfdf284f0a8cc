package dev.rebound.lab.telemetry;

import dev.rebound.base.Series;
import dev.rebound.platform.NodeTail;
import dev.rebound.platform.Probe;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * Processes of one kind as they tell of themselves each second, put together to one value per
 * series.
 */
public final class TelemetryProbe implements Probe {
  /**
   * One series.
   *
   * @param says what a single process says of it
   * @param together puts the next process's value to what there is so far
   * @param nothing what there is before the first
   */
  private record Field(
      Series series,
      ToDoubleFunction<LastTwoLines> says,
      DoubleBinaryOperator together,
      double nothing) {}

  /** Rate and slip of generators, how long they were kept waiting, and what is not answered for. */
  static final List<Field> GENERATORS =
      List.of(
          rate("generator.rate", "records/s", "sent"),
          worst("generator.slip", "ms", says -> says.value("slipMillisMax")),
          worst("generator.blocked", "ms/s", says -> says.rate("blockedMillis")),
          sum("generator.unanswered", "records", "unknown"));

  /**
   * The fates of requests, how many are in flight, and how long those took that were accepted.
   * Percentiles are those of the slowest process, as they cannot be joined.
   */
  static final List<Field> REQUESTS =
      List.of(
          rate("requests.accepted", "requests/s", "accepted"),
          rate("requests.refused", "requests/s", "refused"),
          rate("requests.unknown", "requests/s", "gaveUp"),
          sum("requests.in-flight", "requests", "inFlight"),
          slowest("requests.latency.p50", "ackMillisP50"),
          slowest("requests.latency.p99", "ackMillisP99"),
          slowest("requests.latency.max", "ackMillisMax"));

  /** Lag, rate, frontier age and latency of the observer. */
  static final List<Field> OBSERVER =
      List.of(
          sum("observer.lag", "records", "lagRecords"),
          rate("output.visible.rate", "records/s", "records"),
          new Field(
              new Series("frontier.age", "ms", ""), TelemetryProbe::frontierAge, Double::sum, 0),
          sum("latency.p50", "ms", "appendMillisP50"),
          sum("latency.p99", "ms", "appendMillisP99"),
          sum("latency.max", "ms", "appendMillisMax"),
          sum("latency.visible.p50", "ms", "visibleMillisP50"),
          sum("latency.visible.p99", "ms", "visibleMillisP99"),
          sum("latency.visible.max", "ms", "visibleMillisMax"));

  private final List<Field> fields;
  private final List<LastTwoLines> processes;
  private final Clock clock;

  /**
   * @param telemetry of each process
   */
  TelemetryProbe(List<Field> fields, List<NodeTail> telemetry, Clock clock) {
    this.fields = List.copyOf(fields);
    this.processes = telemetry.stream().map(LastTwoLines::new).toList();
    this.clock = clock;
  }

  /** The probe of load generators. */
  public static Probe ofGenerators(List<NodeTail> telemetry) {
    return new TelemetryProbe(GENERATORS, telemetry, Clock.systemUTC());
  }

  /** The probe of what becomes of their requests. */
  public static Probe ofRequests(List<NodeTail> telemetry) {
    return new TelemetryProbe(REQUESTS, telemetry, Clock.systemUTC());
  }

  /**
   * The probe of an observer.
   *
   * @param tellsRate whether what it sees is the rate of outputs, too
   */
  public static Probe ofObserver(NodeTail telemetry, boolean tellsRate) {
    List<Field> fields = new ArrayList<>(OBSERVER);
    if (tellsRate) {
      fields.add(rate("output.rate", "records/s", "records"));
    }
    return new TelemetryProbe(fields, List.of(telemetry), Clock.systemUTC());
  }

  /** How fast a counter grows in all of them; not known if one of them does not tell. */
  private static Field rate(String metric, String unit, String counter) {
    return new Field(new Series(metric, unit, ""), says -> says.rate(counter), Double::sum, 0);
  }

  /** The sum over all of them; not known if one of them does not tell. */
  private static Field sum(String metric, String unit, String field) {
    return new Field(new Series(metric, unit, ""), says -> says.value(field), Double::sum, 0);
  }

  private static Field worst(String metric, String unit, ToDoubleFunction<LastTwoLines> says) {
    return new Field(new Series(metric, unit, ""), says, Math::max, 0);
  }

  /** One without acceptances in this second has no latency, and leaves the others theirs. */
  private static Field slowest(String metric, String field) {
    return new Field(
        new Series(metric, "ms", ""),
        says -> says.value(field),
        (one, other) ->
            Double.isNaN(one) ? other : Double.isNaN(other) ? one : Math.max(one, other),
        Double.NaN);
  }

  private static double frontierAge(LastTwoLines says) {
    double frontier = says.value("frontierMicros");
    return frontier > 0 ? (says.value("atMicros") - frontier) / 1e3 : Double.NaN;
  }

  @Override
  public List<Series> series() {
    return fields.stream().map(Field::series).toList();
  }

  @Override
  public double[] read() {
    long now = clock.millis() * 1000;
    double[] values = fields.stream().mapToDouble(Field::nothing).toArray();
    for (LastTwoLines process : processes) {
      process.follow(now);
      for (int i = 0; i < values.length; i++) {
        Field field = fields.get(i);
        values[i] = field.together().applyAsDouble(values[i], field.says().applyAsDouble(process));
      }
    }
    return values;
  }
}
