package dev.rebound.analysis.result;

import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Judgement;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The share of faults to come that a bound on a maximum over faults shows: at least so many are
 * below it, at 95 % confidence, if runs are alike and independent. Faults of one run need not be,
 * see {@link RunBets}: six of six in one run show next to nothing, sixty of sixty in ten show 72 %.
 * A fault that is not known to be below counts as above. Pure.
 *
 * @param metric such as {@code recovery.max}
 * @param bound as the file writes it
 * @param below faults that are known to hold it
 * @param faults that were counted
 * @param runs that they are of
 * @param share least share that is shown, from 0 to 1
 */
public record ShownShare(
    String metric, String bound, int below, int faults, int runs, double share) {
  /** That the share is shown with. */
  public static final double CONFIDENCE = 0.95;

  private static final String MAX = ".max";

  /**
   * The share that a judged bound shows; empty if it is none on a maximum over faults, or in doubt.
   */
  public static Optional<ShownShare> of(Judgement judgement, Results results) {
    return of(judgement.metric(), judgement.bound(), List.of(results));
  }

  /**
   * The shares that the bounds of these runs show over all their faults. A run that was in doubt
   * before its first fault is left out; what another doubt makes unknown, the faults may have
   * brought about.
   */
  public static List<ShownShare> ofAll(List<Results> runs) {
    Map<String, Judgement> bounds = new LinkedHashMap<>();
    for (Results run : runs) {
      run.judgements().forEach(j -> bounds.putIfAbsent(j.metric() + " " + j.bound(), j));
    }
    List<ShownShare> shown = new ArrayList<>();
    for (Judgement judgement : bounds.values()) {
      List<Results> judging =
          runs.stream()
              .filter(
                  run ->
                      run.judgements().stream()
                          .anyMatch(
                              j ->
                                  j.metric().equals(judgement.metric())
                                      && j.bound().equals(judgement.bound())))
              .toList();
      of(judgement.metric(), judgement.bound(), judging).ifPresent(shown::add);
    }
    return shown;
  }

  private static Optional<ShownShare> of(String metric, String bound, List<Results> runs) {
    String name = metric.endsWith(MAX) ? metric.substring(0, metric.length() - MAX.length()) : "";
    Optional<Double> millis = upperBound(bound);
    if (!FaultFigure.METRICS.contains(name) || millis.isEmpty()) {
      return Optional.empty();
    }
    if (runs.stream().allMatch(run -> Doubts.of(metric, run).isPresent())) {
      return Optional.empty();
    }
    List<Results> counted =
        runs.stream()
            .filter(run -> run.faults().stream().anyMatch(fault -> counts(name, fault)))
            .filter(run -> Doubts.beforeFaults(metric, run).isEmpty())
            .toList();
    if (counted.isEmpty()) {
      return Optional.empty();
    }
    int most = counted.stream().mapToInt(run -> faults(name, run)).max().orElse(1);
    Predicate<Bounds> keeps =
        bound.startsWith("<=") ? b -> b.high() <= millis.get() : b -> b.high() < millis.get();
    List<FaultsOfRun> byRun = new ArrayList<>();
    for (Results run : counted) {
      boolean doubtful = Doubts.of(metric, run).isPresent();
      int below =
          (int)
              run.faults().stream()
                  .filter(fault -> !doubtful && counts(name, fault))
                  .flatMap(fault -> FaultFigure.of(name, fault).stream())
                  .filter(keeps)
                  .count();
      // What an early end left out is not known either.
      int all = doubtful || run.interrupted() ? most : faults(name, run);
      byRun.add(new FaultsOfRun(below, 0, all - below));
    }
    return Optional.of(
        new ShownShare(
            metric,
            bound,
            byRun.stream().mapToInt(FaultsOfRun::kept).sum(),
            byRun.stream().mapToInt(FaultsOfRun::all).sum(),
            byRun.size(),
            RunBets.lower(byRun, most, CONFIDENCE)));
  }

  private static int faults(String metric, Results run) {
    return (int) run.faults().stream().filter(fault -> counts(metric, fault)).count();
  }

  /** One that was not seen to happen may have happened all the same. */
  private static boolean counts(String metric, FaultResult fault) {
    return fault.impact() == Impact.NOT_CONFIRMED || FaultFigure.applies(metric, fault);
  }

  /** The value of a bound from above, in milliseconds. */
  private static Optional<Double> upperBound(String bound) {
    if (!bound.startsWith("<")) {
      return Optional.empty();
    }
    try {
      String text = bound.substring(bound.startsWith("<=") ? 2 : 1).strip();
      return Optional.of((double) Quantity.duration(text).toMillis());
    } catch (Quantity.Malformed e) {
      return Optional.empty();
    }
  }

  /**
   * {@code shown for at least 72 % of such faults: 60 of 60 in 10 runs surely kept it (95 %
   * confidence)}. A single run shows so little that no share is told.
   */
  public String words() {
    String kept = Words.text("%d of %d", below, faults);
    return runs == 1
        ? kept + " surely kept it; how many of such faults do, only several runs show"
        : Words.text(
            "shown for at least %d %% of such faults: %s in %d runs surely kept it (95 %%"
                + " confidence; runs decide, as faults of one run are not independent)",
            (int) Math.floor(share * 100), kept, runs);
  }
}
