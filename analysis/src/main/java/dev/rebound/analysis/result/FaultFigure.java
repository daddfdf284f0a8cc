package dev.rebound.analysis.result;

import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The value of a metric for one fault, where it has a value for each, in milliseconds: an interval,
 * open above where no end was seen. Pure.
 */
public final class FaultFigure {
  public static final String OUTAGE = "outage";
  public static final String RECOVERY = "recovery";
  public static final String DISRUPTED = "disrupted";
  public static final String CAUGHT_UP = "caught-up";

  /** Recovery from the healing on, of a fault that lasted. */
  public static final String HEALED = "recovery.healed";

  /** When such a fault was noticed. */
  public static final String NOTICED = "noticed";

  private static final Set<String> OF_LASTING = Set.of(HEALED, NOTICED);

  /** The metrics that this knows: spans, and the last step. A step's name has dashes here. */
  public static final Set<String> METRICS =
      Stream.concat(
              Metrics.all().stream().filter(Metrics.Metric::isSpan).map(Metrics.Metric::name),
              Stream.of(CAUGHT_UP))
          .collect(Collectors.toUnmodifiableSet());

  private FaultFigure() {}

  /**
   * Whether the fault has such a value at all; one that hit nobody at work has none. A fault of
   * which nobody can tell whom it hit has a value that is not known.
   */
  public static boolean applies(String metric, FaultResult fault) {
    return (fault.impact() == Impact.HIT || isUntold(fault))
        && !(OF_LASTING.contains(metric) && fault.lasted() == null)
        && !fault.notApplicable().containsKey(metric)
        && !fault.notApplicable().containsKey(stepOf(metric));
  }

  /** The bounds that it lies between; empty if nothing is known of it. */
  public static Optional<Bounds> of(String metric, FaultResult fault) {
    if (isUntold(fault)) {
      return Optional.empty();
    }
    return switch (metric) {
      case OUTAGE -> span(fault.outage());
      case RECOVERY, CAUGHT_UP -> span(fault.recovery());
      case DISRUPTED -> span(fault.disrupted());
      case HEALED -> span(fault.lasted() == null ? null : fault.lasted().recovery());
      case NOTICED -> span(fault.lasted() == null ? null : fault.lasted().noticed());
      default -> step(metric, fault);
    };
  }

  private static boolean isUntold(FaultResult fault) {
    return fault.impact() == Impact.NOT_KNOWN;
  }

  private static Optional<Bounds> span(@Nullable Span span) {
    return span == null || span.state() == SpanState.UNKNOWN
        ? Optional.empty()
        : Optional.of(new Bounds(span.lowMillis(), span.highOrInfinite()));
  }

  /** A step that never came takes at least as long as the recovery was watched. */
  private static Optional<Bounds> step(String metric, FaultResult fault) {
    return fault.steps().stream()
        .filter(step -> step.step().equals(stepOf(metric)))
        .map(StepResult::maxMillis)
        .map(millis -> new Bounds(millis, millis))
        .findFirst()
        .or(
            () ->
                span(fault.recovery())
                    .map(watched -> new Bounds(watched.low(), Double.POSITIVE_INFINITY)));
  }

  private static String stepOf(String metric) {
    return metric.replace('-', ' ');
  }
}
