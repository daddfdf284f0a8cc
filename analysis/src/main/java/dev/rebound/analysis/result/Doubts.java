package dev.rebound.analysis.result;

import dev.rebound.analysis.result.Results.RigDoubt;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Which warnings on its rig make a metric of a run unknown. Pure. */
public final class Doubts {
  private static final String DETECTED = "detected";

  private Doubts() {}

  /** Why a metric of the run is in doubt; empty if no warning touches it, or those are allowed. */
  public static Optional<String> of(String metric, Results results) {
    return first(metric, results, warning -> true);
  }

  /**
   * The same, if it arose before the first fault: no fault of the run brought that about, so that a
   * run may be left out for it without choosing among outcomes.
   */
  public static Optional<String> beforeFaults(String metric, Results results) {
    return first(
        metric, results, its -> Doubt.of(its.code()).filter(Doubt::isBeforeFaults).isPresent());
  }

  private static Optional<String> first(String metric, Results results, Predicate<RigDoubt> such) {
    return results.warnings().stream()
        .filter(warning -> such.test(warning) && !warning.allowed() && touches(warning, metric))
        .map(warning -> warning.code() + ": " + warning.message())
        .findFirst();
  }

  /** The same, or why its number could not be judged otherwise. */
  public static Optional<String> ofNumber(String metric, Results results) {
    return of(metric, results)
        .or(() -> named(metric, results.unjudged()))
        .or(() -> Optional.ofNullable(results.unjudged().get(Doubt.EVERYTHING)));
  }

  /** Whether a number of the run is in doubt for this alone. */
  public static boolean isFor(Doubt doubt, String metric, Results results) {
    List<RigDoubt> touching =
        results.warnings().stream()
            .filter(warning -> !warning.allowed() && touches(warning, metric))
            .toList();
    return !touching.isEmpty()
        && touching.stream().allMatch(warning -> warning.code().equals(doubt.code()))
        && !results.unjudged().containsKey(Doubt.EVERYTHING)
        && named(metric, results.unjudged())
            .map(why -> touching.stream().anyMatch(warning -> warning.message().equals(why)))
            .orElse(true);
  }

  /** The same of the findings of a kind. */
  public static Optional<String> ofNumber(FindingKind kind, Results results) {
    return ofNumber(kind.toString(), results);
  }

  /**
   * Whether it is known how many requests a service lost: no other one is on its way, or may yet
   * have its row.
   */
  public static boolean knowsLosses(Results results) {
    return ofNumber(FindingKind.LOST, results).isEmpty()
        && Stream.of("requests.pending", FindingKind.PENDING.toString())
            .allMatch(metric -> results.metrics().getOrDefault(metric, 0.0) == 0);
  }

  /**
   * The reason that stands under a metric's own name, or else under the longest part of it before a
   * dot; what stands under {@link Doubt#EVERYTHING} is none of these.
   */
  static Optional<String> named(String metric, Map<String, String> reasons) {
    return reasons.entrySet().stream()
        .filter(reason -> isPart(reason.getKey(), metric))
        .max(Comparator.comparingInt(reason -> reason.getKey().length()))
        .map(Map.Entry::getValue);
  }

  /** The warnings that the experiment file allows though they touch some metric. */
  public static List<RigDoubt> allowed(Results results) {
    return results.warnings().stream().filter(RigDoubt::allowed).toList();
  }

  private static boolean touches(RigDoubt warning, String metric) {
    return warning.touches().stream()
        .anyMatch(
            touched ->
                touched.equals(Doubt.EVERYTHING)
                    || isPart(touched, metric)
                    || (touched.equals(DETECTED) && isPart(FaultFigure.NOTICED, metric)));
  }

  /**
   * The same reasons: what leaves open when a fault was detected leaves open when it was noticed.
   */
  public static Map<String, String> ofNotice(Map<String, String> reasons) {
    String why = reasons.get(DETECTED);
    return why == null ? Map.of() : Map.of(FaultFigure.NOTICED, why);
  }

  private static boolean isPart(String part, String metric) {
    return part.equals(metric) || metric.startsWith(part + ".");
  }
}
