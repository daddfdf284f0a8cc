package dev.rebound.analysis.promise;

import dev.rebound.analysis.promise.PromisedLimits.FaultAnswer;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Decides by the faults seen until now, in their order, whether a promise is shown or refuted.
 *
 * <p>Who looks after every run and stops at the first bound that pleases errs more often than the
 * bound says. So the error is dealt out beforehand. Shown: at most k misses among the first n(k)
 * faults, where so few would come with a probability of at most a(k) if the share were just not
 * kept, and the a(k), which fall by seven tenths from one k to the next, are together the whole
 * error, 1 − confidence. Refuted: at least j misses among the first r(j), likewise, with shares
 * that fall as 1 / j². Whatever run ends when, a false "shown" comes in at most 1 − confidence of
 * all cases, and so does a false "refuted", if faults are independent. Pure; thread-safe.
 */
public final class PromiseRule {
  private static final double FIRST = 0.7;
  private static final double NEXT = 0.3;
  private static final int FAULTS_MAX = 100_000;
  private static final int UNKNOWN_TENTH = 10;

  private final double share;
  private final double error;
  private final List<Integer> shownAt = new ArrayList<>();
  private final List<Integer> refutedUpTo = new ArrayList<>();

  public PromiseRule(double share, double confidence) {
    this.share = share;
    this.error = 1 - confidence;
  }

  /** Where it stands. */
  public enum Conclusion {
    SHOWN,
    REFUTED,
    OPEN
  }

  /**
   * The answers of the faults, in the order in which they were made.
   *
   * @param broken faults that broke the promise
   * @param unknown faults that count as neither
   */
  public record Count(Conclusion state, int kept, int broken, int unknown) {
    /** Faults that count. */
    public int counted() {
      return kept + broken;
    }

    /** Whether so many are unknown that nothing is shown: what is unknown may be the worst. */
    public boolean tooMuchUnknown() {
      return unknown * UNKNOWN_TENTH > counted() + unknown;
    }
  }

  /** Least number of faults that show it, if none breaks it. */
  public int leastFaults() {
    return shownAt(0);
  }

  /** Judges the answers of these faults. */
  public Count judge(List<FaultAnswer> faults) {
    Conclusion state = Conclusion.OPEN;
    int kept = 0;
    int broken = 0;
    int unknown = 0;
    for (FaultAnswer fault : faults) {
      switch (fault) {
        case KEPT -> kept++;
        case BROKEN -> broken++;
        case UNKNOWN -> unknown++;
      }
      if (state == Conclusion.OPEN && fault != FaultAnswer.UNKNOWN) {
        state = at(kept + broken, broken);
      }
    }
    Count standing = new Count(state, kept, broken, unknown);
    return state == Conclusion.SHOWN && standing.tooMuchUnknown()
        ? new Count(Conclusion.OPEN, kept, broken, unknown)
        : standing;
  }

  private Conclusion at(int faults, int broken) {
    // Looked at only where the number of faults is one that the error was dealt out to.
    for (int misses = 0; shownAt(misses) <= faults; misses++) {
      if (shownAt(misses) == faults && broken <= misses) {
        return Conclusion.SHOWN;
      }
    }
    return broken > 0 && faults <= refutedUpTo(broken) ? Conclusion.REFUTED : Conclusion.OPEN;
  }

  /** The number of faults among which so few misses show it. */
  private int shownAt(int misses) {
    while (shownAt.size() <= misses) {
      int next = shownAt.size();
      double allowed = error * FIRST * Math.pow(NEXT, next);
      int faults = next == 0 ? 1 : shownAt.get(next - 1) + 1;
      while (faults < FAULTS_MAX
          && BinomialDistribution.of(faults, 1 - share).cumulativeProbability(next) > allowed) {
        faults++;
      }
      shownAt.add(faults);
    }
    return shownAt.get(misses);
  }

  /** The greatest number of faults among which so many misses refute it; 0 for none. */
  private int refutedUpTo(int misses) {
    while (refutedUpTo.size() < misses) {
      int next = refutedUpTo.size() + 1;
      double allowed = error * 6 / (Math.PI * Math.PI * next * next);
      int faults = next;
      while (BinomialDistribution.of(faults, 1 - share).survivalProbability(next - 1) <= allowed) {
        faults++;
      }
      refutedUpTo.add(faults - 1);
    }
    return refutedUpTo.get(misses - 1);
  }
}
