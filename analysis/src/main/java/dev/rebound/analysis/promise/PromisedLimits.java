package dev.rebound.analysis.promise;

import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.analysis.units.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * That a share of all faults stays below these times.
 *
 * @param limits {@code outage} or {@code recovery} to the time that it stays below; at least one. A
 *     limit of the outage is one of all the time in which the fault disrupted output: nothing hides
 *     in a second stop
 * @param share of faults that keep all of them, above 0 and below 1
 * @param confidence of a finding that it is kept, and of one that it is not, likewise
 */
public record PromisedLimits(Map<String, Duration> limits, double share, double confidence) {
  public PromisedLimits {
    limits = Map.copyOf(limits);
  }

  /**
   * The limits that are judged: a bound on the outage is one on all of a fault's stops together,
   * too.
   */
  private Map<String, Duration> judged() {
    Map<String, Duration> judged = new TreeMap<>(limits);
    Duration outage = limits.get(FaultFigure.OUTAGE);
    if (outage != null) {
      judged.putIfAbsent(FaultFigure.DISRUPTED, outage);
    }
    return judged;
  }

  /** The answer of one fault. */
  public enum FaultAnswer {
    KEPT,
    BROKEN,
    /** It may be either: nothing is known of it, or its interval holds the limit. */
    UNKNOWN
  }

  /** The answers of a run's faults, in order; one that hit nobody at work has none. */
  public List<FaultAnswer> of(Results run) {
    boolean doubtful = judged().keySet().stream().anyMatch(m -> Doubts.of(m, run).isPresent());
    List<FaultAnswer> kept = new ArrayList<>();
    for (FaultResult fault : run.faults()) {
      if (judged().keySet().stream().anyMatch(metric -> FaultFigure.applies(metric, fault))) {
        kept.add(doubtful ? FaultAnswer.UNKNOWN : of(fault));
      }
    }
    return kept;
  }

  private FaultAnswer of(FaultResult fault) {
    boolean all = true;
    for (Map.Entry<String, Duration> limit : judged().entrySet()) {
      Optional<Bounds> known = FaultFigure.of(limit.getKey(), fault);
      double millis = limit.getValue().toMillis();
      if (known.isPresent() && known.get().low() >= millis) {
        return FaultAnswer.BROKEN;
      }
      all &= known.isPresent() && known.get().high() < millis;
    }
    return all ? FaultAnswer.KEPT : FaultAnswer.UNKNOWN;
  }

  /** {@code 95 % of faults recover in less than 30s}. */
  public String words() {
    List<String> parts = new ArrayList<>();
    new TreeMap<>(limits)
        .forEach(
            (metric, limit) ->
                parts.add(
                    (metric.equals(FaultFigure.OUTAGE)
                            ? "an outage, second stops included,"
                            : "a recovery time")
                        + " below "
                        + Quantity.text(limit)));
    return Words.percent(share) + " of faults have " + String.join(" and ", parts);
  }
}
