package dev.rebound.analysis.compare.statistics;

/**
 * The values of two cells in one metric: within blocks where their runs were made in blocks, else
 * each for itself. Pure.
 *
 * @param paired the n-th run of each were made side by side, so that what they share does not count
 * @param pairSeconds how long a run of each takes together; 0 if that is not known
 */
public record TwoSamples(Sample one, Sample other, boolean paired, double pairSeconds) {
  /** Whether both sides have a figure. */
  public boolean usable() {
    return one.usable() && other.usable();
  }

  public TwoSamples swapped() {
    return new TwoSamples(other, one, paired, pairSeconds);
  }
}
