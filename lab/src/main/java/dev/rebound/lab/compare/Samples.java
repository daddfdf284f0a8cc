package dev.rebound.lab.compare;

import dev.rebound.lab.result.Results.FaultResult;
import dev.rebound.lab.result.Results.Span;
import dev.rebound.lab.result.Results.StepResult;
import dev.rebound.lab.units.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Picks one metric of {@link dev.rebound.lab.study.StudyMetrics} out of runs: a value per fault
 * that hit for spans, steps and peaks of curves, and a value per run for what an expectation can
 * name. Load ÷ capacity is of the whole run if its job's capacity was measured before. A step
 * counts by its last lane or member. Pure.
 */
public final class Samples {
  private static final String PEAK = ".peak";
  private static final Set<String> PER_FAULT =
      Set.of(
          Sentences.OUTAGE,
          Sentences.RECOVERY,
          "load-to-capacity",
          "detected",
          "reassigned",
          "restored",
          "first-output",
          "caught-up");

  private Samples() {}

  /** Whether a metric has a value for each fault, not one for each run. */
  static boolean isPerFault(String metric) {
    return metric.endsWith(PEAK) || PER_FAULT.contains(metric);
  }

  /** The values of a metric by run; a fault that has none is left out. */
  public static Sample of(String metric, List<ComparedRun> runs) {
    List<List<Value>> values = new ArrayList<>();
    for (ComparedRun run : runs) {
      values.add(
          metric.endsWith(PEAK)
              ? peaks(metric, run)
              : PER_FAULT.contains(metric) ? perFaultOrLoad(metric, run) : perRun(metric, run));
    }
    return new Sample(values);
  }

  /** One that is infinite (a share of outputs never came) is left out: it has no size. */
  private static List<Value> perRun(String metric, ComparedRun run) {
    Double value = run.results().metrics().get(metric);
    return value == null || value.isNaN() || value.isInfinite()
        ? List.of()
        : List.of(Value.of(value));
  }

  /** Where the job's capacity was measured, load ÷ capacity is one figure for the whole run. */
  private static List<Value> perFaultOrLoad(String metric, ComparedRun run) {
    Double capacity = run.capacity();
    String rate = run.settings().get("load.rate");
    if (!metric.equals("load-to-capacity") || capacity == null || rate == null) {
      return perFault(metric, run);
    }
    try {
      return List.of(Value.of(Quantity.rate(rate).perSecond() / capacity));
    } catch (Quantity.Malformed e) {
      return perFault(metric, run);
    }
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
      case "caught-up" -> span(fault.recovery());
      default -> step(metric, fault);
    };
  }

  /** A step that had not come when watching ended took at least as long as it was watched. */
  private static Optional<Value> step(String name, FaultResult fault) {
    Optional<Value> known =
        fault.steps().stream()
            .filter(step -> step.step().replace(' ', '-').equals(name))
            .map(StepResult::maxMillis)
            .map(millis -> Value.of((double) millis))
            .findFirst();
    boolean unended = fault.recovery().state().equals("unended");
    return known.isPresent() || !unended ? known : span(fault.recovery());
  }

  /**
   * An unended span is at least as long as it was watched; no dip is shorter than what could have
   * been seen.
   */
  private static Optional<Value> span(Span span) {
    return switch (span.state()) {
      case Span.ENDED -> Optional.of(Value.of((double) span.millis()));
      case Span.UNENDED -> Optional.of(Value.atLeast((double) span.lowMillis()));
      case Span.NO_DIP -> Optional.of(new Value(0, span.highOrInfinite()));
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
