package dev.rebound.analysis.result;

/**
 * The faults of one run, by whether they kept a bound.
 *
 * @param unknown faults that may have kept it or not: they count against whatever is to be shown
 */
public record FaultsOfRun(int kept, int broken, int unknown) {
  /** All of them. */
  public int all() {
    return kept + broken + unknown;
  }
}
