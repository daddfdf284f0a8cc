package dev.rebound.analysis.result;

import dev.rebound.analysis.units.Words;
import java.util.List;

/** How many of the requests that were accepted are lost, in words. Pure. */
public final class LostRequests {
  private LostRequests() {}

  /**
   * Some with the interval of {@link CountedShare}; none with the number of faults that hit, as a
   * fault may lose many together, so that it is one case however many were accepted.
   *
   * @param lost at most as many as were accepted
   * @param runs that these numbers are of
   */
  public static String words(long lost, long accepted, List<Results> runs) {
    if (lost > 0) {
      return CountedShare.of(lost, accepted).words();
    }
    long faults =
        runs.stream()
            .flatMap(run -> run.faults().stream())
            .filter(fault -> fault.impact() == Impact.HIT)
            .count();
    return "0 of "
        + Words.count(accepted)
        + (faults == 0 ? "" : " in " + Words.plural(faults, "fault"));
  }
}
