package dev.rebound.analysis.result;

import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A run whose outputs do not tell how long anything took: what is then left of its faults. */
public final class Untimed {
  /** Metrics, or their parts before a dot, that are read from when outputs came. */
  public static final List<String> METRICS =
      List.of("outage", "recovery", "disrupted", "first-output");

  /** Steps that are read from outputs; the others are the engine's word. */
  private static final Set<String> FROM_OUTPUTS = Set.of("first output", "caught up");

  private Untimed() {}

  /** Takes out what is read from when outputs came. */
  public static void strip(Map<String, ?> byMetric) {
    byMetric
        .keySet()
        .removeIf(name -> METRICS.contains(name.substring(0, (name + ".").indexOf('.'))));
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
        .secondStops(List.of())
        .laterDips(List.of())
        .build();
  }
}
