package dev.rebound.lab.study;

import dev.rebound.lab.result.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Every metric that a study file can name: those with a value for each fault, the peaks of a curve
 * after each kill, and then all that an expectation can name, with a value for each run.
 */
public final class StudyMetrics {
  /** What a value is measured in. */
  public enum Unit {
    MILLIS,
    RECORDS_PER_SECOND,
    BYTES_PER_SECOND,
    CPU_SECONDS,
    NUMBER
  }

  /**
   * One metric.
   *
   * @param meaning one sentence
   */
  public record Metric(String name, Unit unit, String meaning) {}

  /** How the values of a published figure were put together. */
  public static final List<String> STATISTICS = List.of("mean", "median", "min", "max");

  private static final List<Metric> ALL = List.copyOf(build());

  private StudyMetrics() {}

  /** All of them, in the order to print. */
  public static List<Metric> all() {
    return ALL;
  }

  public static Optional<Metric> find(String name) {
    return ALL.stream().filter(metric -> metric.name().equals(name)).findFirst();
  }

  private static List<Metric> build() {
    List<Metric> all = new ArrayList<>();
    add(all, "outage", Unit.MILLIS, "From a fault until every lane flows again.");
    add(all, "recovery", Unit.MILLIS, "From a fault until caught up.");
    add(all, "disrupted", Unit.MILLIS, "All time after a fault in which some lane was below.");
    add(
        all,
        "load-to-capacity",
        Unit.NUMBER,
        "Load divided by the measured capacity, or else by the rate while catching up.");
    add(all, "detected", Unit.MILLIS, "From a fault until the engine noticed it.");
    add(all, "reassigned", Unit.MILLIS, "From a fault until its work had new owners.");
    add(all, "restored", Unit.MILLIS, "From a fault until state was back.");
    add(all, "first-output", Unit.MILLIS, "From a fault until the last silent lane had output.");
    add(all, "input-rate.peak", Unit.RECORDS_PER_SECOND, "Highest rate taken in after a fault.");
    add(all, "output-rate.peak", Unit.RECORDS_PER_SECOND, "Highest output rate after a fault.");
    add(
        all,
        "lag.peak",
        Unit.NUMBER,
        "Most records not yet committed as processed, after a fault.");
    add(all, "cpu.peak", Unit.NUMBER, "Most cores that the workers used together after a fault.");
    add(all, "received.peak", Unit.BYTES_PER_SECOND, "Most that the workers received together.");
    add(all, "sent.peak", Unit.BYTES_PER_SECOND, "Most that the workers sent together.");
    for (Metrics.Metric metric : Metrics.all()) {
      Unit unit =
          switch (metric.unit()) {
            case COUNT -> Unit.NUMBER;
            case MILLIS -> Unit.MILLIS;
            case RECORDS_PER_SECOND -> Unit.RECORDS_PER_SECOND;
            case CPU_SECONDS -> Unit.CPU_SECONDS;
          };
      add(all, metric.name(), unit, metric.meaning());
    }
    return all;
  }

  private static void add(List<Metric> all, String name, Unit unit, String meaning) {
    all.add(new Metric(name, unit, meaning));
  }
}
