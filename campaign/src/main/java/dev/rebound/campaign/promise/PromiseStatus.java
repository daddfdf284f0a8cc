package dev.rebound.campaign.promise;

import dev.rebound.analysis.result.FaultsOfRun;
import dev.rebound.analysis.result.RunBets;
import java.util.List;

/**
 * How a promise stands after some runs.
 *
 * @param runs that count
 * @param kept faults that kept it
 * @param broken faults that broke it
 * @param unknown faults that may have done either
 * @param shown the least share that is shown by now
 */
public record PromiseStatus(
    Conclusion conclusion, int runs, int kept, int broken, int unknown, double shown) {
  /** What is known of a promise. */
  public enum Conclusion {
    SHOWN,
    REFUTED,
    OPEN
  }

  /**
   * Decides by runs in their order: the first after which an answer was there gives it. Unknown
   * faults count as broken for what is shown, and as kept for what is refuted, so that neither is
   * false more often than the confidence allows, see {@link RunBets}.
   *
   * @param most faults of a run at most
   */
  static PromiseStatus of(PromisedLimits limits, List<FaultsOfRun> runs, int most) {
    RunBets bets = new RunBets(limits.share(), most, limits.confidence());
    Conclusion conclusion = Conclusion.OPEN;
    for (FaultsOfRun run : runs) {
      bets.add(run);
      if (conclusion == Conclusion.OPEN) {
        conclusion =
            bets.isAbove()
                ? Conclusion.SHOWN
                : bets.isBelow() ? Conclusion.REFUTED : Conclusion.OPEN;
      }
    }
    return new PromiseStatus(
        conclusion,
        runs.size(),
        runs.stream().mapToInt(FaultsOfRun::kept).sum(),
        runs.stream().mapToInt(FaultsOfRun::broken).sum(),
        runs.stream().mapToInt(FaultsOfRun::unknown).sum(),
        RunBets.lower(runs, most, limits.confidence()));
  }

  /** {@code 57 of 60 faults in 10 runs kept it, 2 broke it, 1 is unknown}. */
  public String words() {
    return "%s of %s faults in %s%s%s broke it%s"
        .formatted(
            kept,
            kept + broken + unknown,
            runs,
            runs == 1 ? " run kept it, " : " runs kept it, ",
            broken,
            unknown == 0 ? "" : ", " + unknown + (unknown == 1 ? " is" : " are") + " unknown");
  }
}
