package dev.rebound.analysis.compare.statistics;

import dev.rebound.analysis.units.Median;
import java.util.List;
import java.util.Optional;

/**
 * The values that were measured of one cell, by run: one value per fault, or one per run.
 *
 * @param runs values of each run that counts; runs without any are left out
 * @param unknown how many values more there should be, of which nothing is known
 * @param leftOut runs that do not count, with the reason
 * @param unended faults that did not end, of lengths after faults
 */
public record Sample(
    List<List<BoundedValue>> runs, int unknown, List<String> leftOut, UnendedFaults unended) {
  /** From this share of unknown values on there is no figure: what is unknown may be the worst. */
  private static final double UNKNOWN_MAX = 0.1;

  public Sample {
    runs = runs.stream().filter(run -> !run.isEmpty()).map(List::copyOf).toList();
    leftOut = List.copyOf(leftOut);
  }

  /** Lengths of which everything is known. */
  public Sample(List<List<BoundedValue>> runs) {
    this(runs, 0, List.of(), UnendedFaults.of(runs));
  }

  /** Number of runs that gave a value. */
  public int runCount() {
    return runs.size();
  }

  /** Number of values over all runs. */
  public int count() {
    return runs.stream().mapToInt(List::size).sum();
  }

  /** Whether there was anything to measure. */
  public boolean measured() {
    return count() + unknown > 0;
  }

  /** Whether a figure may be made of it. */
  public boolean usable() {
    return count() > 0 && !tooMuchUnknown();
  }

  /** Why there is no figure although something was to be measured; empty if there is one. */
  public Optional<String> noFigure() {
    return tooMuchUnknown()
        ? Optional.of(
            unknown + " of " + (count() + unknown) + " values are unknown, more than 10 %")
        : Optional.empty();
  }

  /**
   * Why there is no interval, a clause; empty if there is one.
   *
   * @param noun of what its values are
   */
  public Optional<String> lacking(String noun) {
    return noFigure()
        .or(
            () ->
                runCount() < Intervals.RUNS_MIN
                    ? Optional.of(
                        "it needs %s runs whose %s is known, and has %s"
                            .formatted(Intervals.RUNS_MIN, noun, runCount()))
                    : Optional.empty());
  }

  private boolean tooMuchUnknown() {
    return unknown > UNKNOWN_MAX * (count() + unknown);
  }

  /** Values that are only bounded from below. */
  public int openCount() {
    return UnendedFaults.of(runs).count();
  }

  /** Values of which nothing was seen: from none up to a bound. */
  public int unseenCount() {
    return (int)
        runs.stream().flatMap(List::stream).filter(v -> v.low() == 0 && v.bounded()).count();
  }

  /** One figure for each run: the median of its values on a scale, by both bounds. */
  public List<BoundedValue> figures(Scale scale) {
    return runs.stream()
        .map(
            run -> {
              double[] low = run.stream().mapToDouble(BoundedValue::low).sorted().toArray();
              double[] high = run.stream().mapToDouble(BoundedValue::high).sorted().toArray();
              return new BoundedValue(middle(low, scale), middle(high, scale));
            })
        .toList();
  }

  private static double middle(double[] sorted, Scale scale) {
    return scale.between(sorted[(sorted.length - 1) / 2], sorted[sorted.length / 2]);
  }

  /** The median over all values, each counted once. The sample must not be empty. */
  public BoundedValue median() {
    double[] low = runs.stream().flatMap(List::stream).mapToDouble(BoundedValue::low).toArray();
    double[] high = runs.stream().flatMap(List::stream).mapToDouble(BoundedValue::high).toArray();
    return new BoundedValue(Median.of(low), Median.of(high));
  }

  /** Smallest and greatest value. The sample must not be empty. */
  public BoundedValue range() {
    double low =
        runs.stream().flatMap(List::stream).mapToDouble(BoundedValue::low).min().orElse(Double.NaN);
    double high =
        runs.stream()
            .flatMap(List::stream)
            .mapToDouble(BoundedValue::high)
            .max()
            .orElse(Double.NaN);
    return new BoundedValue(low, high);
  }
}
