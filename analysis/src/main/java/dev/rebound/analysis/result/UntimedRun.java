package dev.rebound.analysis.result;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A run whose outputs do not tell how long anything took: what is then left of its faults. */
public final class UntimedRun {
  /** The parts before a dot of metrics that are read from when outputs came. */
  private static final List<String> METRICS =
      List.of("outage", "recovery", "disrupted", "first-output");

  /** Steps that are read from outputs; the others are the engine's word. */
  private static final Set<String> FROM_OUTPUTS =
      Set.of(Step.FIRST_OUTPUT.word(), Step.CAUGHT_UP.word());

  private UntimedRun() {}

  /** Numbers without what is read from when outputs came. */
  public static Measures of(Measures all) {
    return new Measures(
        stripped(all.metrics()), stripped(all.bounds()), all.unjudged(), all.details());
  }

  /** The same, with the reason. */
  public static Measures of(Measures all, String why) {
    Map<String, String> reasons = METRICS.stream().collect(Collectors.toMap(m -> m, m -> why));
    return of(all).and(new Measures(Map.of(), reasons));
  }

  /** Whether a metric, or what several are called by, is read from when outputs came. */
  public static boolean isOf(String metric) {
    return METRICS.contains(metric.substring(0, (metric + ".").indexOf('.')));
  }

  private static <T> Map<String, T> stripped(Map<String, T> byMetric) {
    Map<String, T> left = new TreeMap<>(byMetric);
    left.keySet().removeIf(UntimedRun::isOf);
    return left;
  }

  /**
   * The faults without it.
   *
   * @param why it is not known
   */
  public static List<FaultResult> of(List<FaultResult> faults, String why) {
    return faults.stream().map(fault -> of(fault, why)).toList();
  }

  private static FaultResult of(FaultResult fault, String why) {
    Span unknown = Span.unknown(why);
    return fault.toBuilder()
        .outage(unknown)
        .processing(unknown)
        .disrupted(unknown)
        .recovery(unknown)
        .visible(fault.visible() == null ? null : unknown)
        .steps(fault.steps().stream().filter(s -> !FROM_OUTPUTS.contains(s.step())).toList())
        .loadToCapacity(null)
        .loadAtMost(false)
        .secondStops(List.of())
        .laterDips(List.of())
        .lasted(fault.lasted() == null ? null : fault.lasted().recoveredIn(unknown))
        .build();
  }
}
