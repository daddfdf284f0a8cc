package dev.rebound.analysis.compare.baseline;

import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.compare.statistics.Scale;
import dev.rebound.analysis.units.Words;
import java.util.List;
import java.util.Optional;

/**
 * One length of a baseline's runs and of later ones, as they are held against each other: as each
 * fits best, as long as the intervals around that leave no more open above than the baseline's do;
 * else by its bounds. Pure.
 *
 * @param noun of the length
 * @param before of the baseline's runs
 * @param after of the later ones
 * @param byBounds why they are held by bounds, though both fit; empty if they are not
 */
public record ComparedLength(String noun, Sample before, Sample after, Optional<String> byBounds) {
  /** A length by its bounds, and as it fits best. */
  record KnownLength(Sample bounds, Sample fits) {
    /** How many times as long as they fit best runs may have taken, in the mean. */
    private double open() {
      List<BoundedValue> most = bounds.figures(Scale.LOG);
      List<BoundedValue> likely = fits.figures(Scale.LOG);
      double sum = 0;
      for (int run = 0; run < most.size(); run++) {
        // What did not end is open either way, and counted beside.
        sum +=
            likely.get(run).bounded() ? log(most.get(run).high()) - log(likely.get(run).high()) : 0;
      }
      return Math.exp(sum / Math.max(1, most.size()));
    }

    private static double log(double millis) {
      return Math.log(Math.max(1, millis));
    }
  }

  /**
   * Chooses.
   *
   * @param factor so many times as much may be left open
   */
  public static ComparedLength of(String noun, KnownLength then, KnownLength now, double factor) {
    double before = then.open();
    double after = now.open();
    return after <= factor * before
        ? new ComparedLength(noun, then.fits, now.fits, Optional.empty())
        : new ComparedLength(
            noun,
            then.bounds,
            now.bounds,
            Optional.of(
                Words.text(
                    "Of %s bounds are compared: it may have taken %.1f times as long as fits best"
                        + " now, %.1f times in the baseline.",
                    noun, after, before)));
  }

  /** The answer whether it has become longer by more than a factor. */
  public Slowdown slowdown(double factor) {
    return Slowdown.of(noun, before, after, factor);
  }
}
