package dev.rebound.campaign.promise;

import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.FaultsOfRun;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.analysis.units.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * That a share of all faults stays below these times.
 *
 * @param limits {@code outage} or {@code recovery} to the time that it stays below; at least one.
 *     That of the outage, or without one that of the recovery, is a limit of all the time in which
 *     the fault disrupted output, too: nothing hides in a second stop
 * @param share of faults that keep all of them, above 0 and below 1
 * @param confidence of a finding that it is kept, and of one that it is not, likewise
 */
public record PromisedLimits(Map<String, Duration> limits, double share, double confidence) {
  public PromisedLimits {
    limits = Map.copyOf(limits);
  }

  /** The limits that are judged, with that of all of a fault's stops together. */
  private Map<String, Duration> judged() {
    Map<String, Duration> judged = new TreeMap<>(limits);
    Stream.of(FaultFigure.OUTAGE, FaultFigure.RECOVERY)
        .map(limits::get)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(limit -> judged.putIfAbsent(FaultFigure.DISRUPTED, limit));
    return judged;
  }

  /**
   * For how long a fault must be watched at least, so that one that breaks a limit is seen to.
   *
   * @param hold for how long output must flow until a fault is over
   */
  public Duration watch(Duration hold) {
    return Collections.max(limits.values()).plus(hold);
  }

  /** Why a run says nothing of its faults, if that was so before the first one. */
  public Optional<String> doubtBeforeFaults(Results run) {
    return judged().keySet().stream()
        .flatMap(metric -> Doubts.beforeFaults(metric, run).stream())
        .findFirst();
  }

  /**
   * The faults of a run, by what became of the promise. One that hit nobody at work does not count;
   * one that was not carried out, as the run ended early, is unknown.
   *
   * @param planned how many there were to be
   */
  public FaultsOfRun of(Results run, int planned) {
    int kept = 0;
    int broken = 0;
    int unknown = Math.max(0, planned - run.faults().size());
    for (FaultResult fault : run.faults()) {
      if (fault.impact() == Impact.NONE) {
        continue;
      }
      switch (of(fault, run)) {
        case KEPT -> kept++;
        case BROKEN -> broken++;
        case UNKNOWN -> unknown++;
      }
    }
    return new FaultsOfRun(kept, broken, unknown);
  }

  private enum FaultAnswer {
    KEPT,
    BROKEN,
    /** It may be either: nothing is known of it, or its interval holds the limit. */
    UNKNOWN
  }

  private FaultAnswer of(FaultResult fault, Results run) {
    boolean all = true;
    for (Map.Entry<String, Duration> limit : judged().entrySet()) {
      Optional<Bounds> known = known(limit.getKey(), fault, run);
      double millis = limit.getValue().toMillis();
      if (known.isPresent() && known.get().low() >= millis) {
        return FaultAnswer.BROKEN;
      }
      all &= known.isPresent() && known.get().high() < millis;
    }
    return all ? FaultAnswer.KEPT : FaultAnswer.UNKNOWN;
  }

  private static Optional<Bounds> known(String metric, FaultResult fault, Results run) {
    boolean none = fault.impact() == Impact.NOT_CONFIRMED || Doubts.of(metric, run).isPresent();
    return none ? Optional.empty() : FaultFigure.of(metric, fault);
  }

  /** Why faults of a run are unknown, if some are. */
  String whyUnknown(Results run) {
    return run.interrupted()
        ? "the run was interrupted"
        : judged().keySet().stream()
            .flatMap(metric -> Doubts.of(metric, run).stream())
            .findFirst()
            .orElse("cut off, or too near to a limit; see the run's report");
  }

  /**
   * {@code 95 % of faults have an outage, second stops included, below 10s and a recovery time
   * below 30s}.
   */
  public String words() {
    List<String> parts = new ArrayList<>();
    new TreeMap<>(limits)
        .forEach((metric, limit) -> parts.add(noun(metric) + " below " + Quantity.text(limit)));
    return Words.percent(share) + " of faults have " + String.join(" and ", parts);
  }

  private String noun(String metric) {
    if (metric.equals(FaultFigure.OUTAGE)) {
      return "an outage, second stops included,";
    }
    return limits.containsKey(FaultFigure.OUTAGE)
        ? "a recovery time"
        : "a recovery time, and stops in all,";
  }
}
