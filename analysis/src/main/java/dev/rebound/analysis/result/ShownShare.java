package dev.rebound.analysis.result;

import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Judgement;
import dev.rebound.analysis.units.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The share of faults to come that a bound on a maximum over faults shows: how many are below it,
 * at 95 % confidence, if faults are alike and independent. Six of six show that 61 % are. A fault
 * that is not known to be below counts as above. Pure.
 *
 * @param metric such as {@code recovery.max}
 * @param bound as the file writes it
 * @param below faults that are known to hold it
 * @param faults that were counted
 * @param share least share that is shown, from 0 to 1
 */
public record ShownShare(String metric, String bound, int below, int faults, double share) {
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
   * The shares that the bounds of these runs show over all their faults; runs in doubt do not
   * count.
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
    List<FaultResult> faults =
        runs.stream()
            .filter(run -> Doubts.of(metric, run).isEmpty())
            .flatMap(run -> run.faults().stream())
            .filter(fault -> FaultFigure.applies(name, fault))
            .toList();
    if (faults.isEmpty()) {
      return Optional.empty();
    }
    boolean equal = bound.startsWith("<=");
    int below =
        (int)
            faults.stream()
                .flatMap(fault -> FaultFigure.of(name, fault).stream())
                .mapToDouble(Bounds::high)
                .filter(high -> equal ? high <= millis.get() : high < millis.get())
                .count();
    double share = ClopperPearson.lower(below, faults.size(), CONFIDENCE);
    return Optional.of(new ShownShare(metric, bound, below, faults.size(), share));
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

  /** {@code shown for at least 61 % of such faults: 6 of 6 surely kept it (95 % confidence)}. */
  public String words() {
    return String.format(
        Locale.ROOT,
        "shown for at least %d %% of such faults: %d of %d surely kept it (95 %% confidence)",
        Math.round(share * 100),
        below,
        faults);
  }
}
