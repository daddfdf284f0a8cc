package dev.rebound.lab.compare;

import dev.rebound.lab.result.Results.FaultResult;
import dev.rebound.lab.result.Results.Span;
import dev.rebound.lab.result.Results.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Picks one metric out of runs, a value per fault that hit.
 *
 * <p>Names: {@code outage}, {@code recovery}, {@code load-to-capacity}; a step with a hyphen for
 * the space, by its last lane or member ({@code detected}, {@code reassigned}, {@code restored},
 * {@code first-output}); and the peak of a curve after the kill ({@code input-rate.peak}, {@code
 * output-rate.peak}, {@code lag.peak}, {@code cpu.peak}, {@code received.peak}, {@code sent.peak}).
 * Pure.
 */
public final class Samples {
  private static final String PEAK = ".peak";

  private Samples() {}

  /** The values of a metric by run; a fault that has none is left out. */
  public static Sample of(String metric, List<ComparedRun> runs) {
    List<List<Value>> values = new ArrayList<>();
    for (ComparedRun run : runs) {
      values.add(metric.endsWith(PEAK) ? peaks(metric, run) : perFault(metric, run));
    }
    return new Sample(values);
  }

  private static List<Value> perFault(String metric, ComparedRun run) {
    List<Value> values = new ArrayList<>();
    for (FaultResult fault : run.hits()) {
      value(metric, fault).ifPresent(values::add);
    }
    return values;
  }

  private static Optional<Value> value(String metric, FaultResult fault) {
    return switch (metric) {
      case Sentences.OUTAGE -> span(fault.outage());
      case Sentences.RECOVERY -> span(fault.recovery());
      case "load-to-capacity" -> Optional.ofNullable(fault.loadToCapacity()).map(Value::of);
      default ->
          fault.steps().stream()
              .filter(step -> step.step().replace(' ', '-').equals(metric))
              .map(StepResult::maxMillis)
              .map(millis -> Value.of((double) millis))
              .findFirst();
    };
  }

  /** An unended span is at least as long as it was watched; no dip is no length at all. */
  private static Optional<Value> span(Span span) {
    return switch (span.state()) {
      case "ended" -> Optional.of(Value.of((double) span.millis()));
      case "unended" -> Optional.of(Value.atLeast((double) span.millis()));
      case "no dip" -> Optional.of(Value.of(0));
      default -> Optional.empty();
    };
  }

  private static List<Value> peaks(String metric, ComparedRun run) {
    String id = metric.substring(0, metric.length() - PEAK.length());
    List<Value> values = new ArrayList<>();
    run.curves()
        .forEach(
            (curve, traces) -> {
              if (curve.id().equals(id)) {
                traces.forEach(trace -> peak(trace).ifPresent(values::add));
              }
            });
    return values;
  }

  private static Optional<Value> peak(Band.Trace trace) {
    double peak = Double.NEGATIVE_INFINITY;
    for (int second = 0; second < trace.fromSecond() + trace.values().size(); second++) {
      double value = trace.at(second);
      if (value > peak) {
        peak = value;
      }
    }
    return Double.isInfinite(peak) ? Optional.empty() : Optional.of(Value.of(peak));
  }
}
