package dev.rebound.analysis.compare.statistics;

import dev.rebound.analysis.result.FaultsOfRun;
import java.util.Comparator;
import java.util.List;

/**
 * The faults of a side that had not ended when watching did, beside all that were to be measured.
 * No median shows them while they are fewer than half of a run's, so that they are told and judged
 * beside every length. One of which nothing is known may be one of them.
 *
 * @param runs faults of each run, by whether they ended
 * @param watchedMillis for how long each of those that did not end was watched, longest first
 */
public record UnendedFaults(List<FaultsOfRun> runs, List<Double> watchedMillis) {
  /** Of what has no end to be seen. */
  public static final UnendedFaults NONE = new UnendedFaults(List.of(), List.of());

  /** Two watches are as long as each other from this ratio on. */
  private static final double ALIKE = 0.9;

  /** What only the computation adds to a share. */
  private static final double NOTHING = 1e-9;

  public UnendedFaults {
    runs = List.copyOf(runs);
    watchedMillis = watchedMillis.stream().sorted(Comparator.reverseOrder()).toList();
  }

  /** Of lengths alone: what has no upper bound did not end. */
  public static UnendedFaults of(List<List<BoundedValue>> lengths) {
    return new UnendedFaults(
        lengths.stream().map(run -> new FaultsOfRun(run.size() - open(run), open(run), 0)).toList(),
        lengths.stream()
            .flatMap(List::stream)
            .filter(value -> !value.bounded())
            .map(BoundedValue::low)
            .toList());
  }

  private static int open(List<BoundedValue> run) {
    return (int) run.stream().filter(value -> !value.bounded()).count();
  }

  /** How many surely did not end. */
  public int count() {
    return runs.stream().mapToInt(FaultsOfRun::broken).sum();
  }

  /** How many may have ended or not. */
  public int unknown() {
    return runs.stream().mapToInt(FaultsOfRun::unknown).sum();
  }

  /** Of how many. */
  public int of() {
    return runs.stream().mapToInt(FaultsOfRun::all).sum();
  }

  /** Whether there is surely none. */
  public boolean none() {
    return count() + unknown() == 0;
  }

  /** {@code 2}, {@code 2 to 3} where one is not known. */
  public String counted() {
    return count() + (unknown() == 0 ? "" : " to " + (count() + unknown()));
  }

  /** {@code 2 of 15}. */
  public String words() {
    return counted() + " of " + of();
  }

  /**
   * Whether a greater share may not have ended than of another side. What that one did not watch as
   * long may have ended soon after.
   */
  public boolean mayExceed(UnendedFaults other) {
    if (share(count() + unknown()) > other.share(other.count()) + NOTHING) {
      return true;
    }
    for (int i = 0; i < watchedMillis.size(); i++) {
      double least = ALIKE * watchedMillis.get(i);
      long asLong = other.watchedMillis.stream().filter(watched -> watched >= least).count();
      if (share(i + 1 + unknown()) > other.share(asLong) + NOTHING) {
        return true;
      }
    }
    return false;
  }

  private double share(long faults) {
    return faults == 0 ? 0 : (double) faults / of();
  }
}
