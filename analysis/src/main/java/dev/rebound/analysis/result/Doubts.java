package dev.rebound.analysis.result;

import dev.rebound.analysis.result.Results.RigWarning;
import java.util.List;
import java.util.Optional;

/** Which warnings on its rig make a metric of a run unknown. Pure. */
public final class Doubts {
  private static final String ALL = "*";

  private Doubts() {}

  /** Why a metric of the run is in doubt; empty if no warning touches it, or those are allowed. */
  public static Optional<String> of(String metric, Results results) {
    return results.warnings().stream()
        .filter(warning -> !warning.allowed() && touches(warning, metric))
        .map(warning -> warning.code() + ": " + warning.message())
        .findFirst();
  }

  /** The same, or why its number could not be judged otherwise. */
  public static Optional<String> ofNumber(String metric, Results results) {
    return of(metric, results)
        .or(
            () ->
                results.unjudged().entrySet().stream()
                    .filter(reason -> covers(reason.getKey(), metric))
                    .map(reason -> reason.getValue())
                    .findFirst());
  }

  /** What the experiment file allows though it touches some metric. */
  public static List<RigWarning> allowed(Results results) {
    return results.warnings().stream().filter(RigWarning::allowed).toList();
  }

  static boolean touches(RigWarning warning, String metric) {
    return warning.touches().stream().anyMatch(touched -> covers(touched, metric));
  }

  private static boolean covers(String part, String metric) {
    return part.equals(ALL) || part.equals(metric) || metric.startsWith(part + ".");
  }
}
