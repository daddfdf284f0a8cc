package dev.rebound.lab.bench;

import dev.rebound.analysis.units.Median;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Rates of two programs that did the same work in turn, records per second.
 *
 * @param ours in the order of the pairs
 * @param theirs in the order of the pairs
 * @param goal the least median ratio that is wanted
 */
public record PairedRatio(
    String our, String their, List<Double> ours, List<Double> theirs, double goal) {

  /** Median over pairs of ours ÷ theirs. */
  public double medianRatio() {
    return Median.of(
        IntStream.range(0, ours.size()).mapToDouble(i -> ours.get(i) / theirs.get(i)).toArray());
  }

  public boolean reached() {
    return medianRatio() >= goal;
  }

  /** The last pair, as a line for people. */
  String lastPair() {
    int n = ours.size() - 1;
    return String.format(
        Locale.ROOT,
        "pair %d: %s %,.0f records/s, %s %,.0f records/s, ratio %.2f",
        n + 1,
        our,
        ours.get(n),
        their,
        theirs.get(n),
        ours.get(n) / theirs.get(n));
  }

  /** The outcome, as a line for people. */
  public String summary() {
    return String.format(
        Locale.ROOT,
        "%s ÷ %s, median of %d pairs: %.2f (goal %.1f)",
        our,
        their,
        ours.size(),
        medianRatio(),
        goal);
  }
}
