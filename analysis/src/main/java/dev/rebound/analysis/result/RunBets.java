package dev.rebound.analysis.result;

import java.util.List;

/**
 * What runs show of the share of faults that keep a bound.
 *
 * <p>Faults of one run share its machine and its moment, so sixty faults in ten runs may tell no
 * more than ten do. Hence runs decide: a stake of 1 is bet on each in turn, and grows or shrinks by
 * how many more or fewer of its faults kept the bound than the share says. While the share is not
 * exceeded, no such bet gains on average; then the chance that the stake ever comes to 1 / error is
 * at most that error (Ville's inequality), whatever the faults of a run have in common, after
 * whichever run one looks or stops. The stake is split over bets of different boldness: the boldest
 * gains fastest, and is lost with the first run in which nothing kept the bound. For one thread.
 */
public final class RunBets {
  /** A bet that loses this part of its stake with a run in which every fault went against it. */
  private record Bet(double boldness, double stake) {}

  private static final List<Bet> ABOVE =
      List.of(new Bet(1, 0.7), new Bet(0.85, 0.2), new Bet(0.6, 0.07), new Bet(0.3, 0.03));

  /** Shares that are refuted differ more than those that are shown. */
  private static final List<Bet> BELOW =
      List.of(
          new Bet(1, 0.1),
          new Bet(0.5, 0.15),
          new Bet(0.25, 0.2),
          new Bet(0.12, 0.2),
          new Bet(0.06, 0.2),
          new Bet(0.03, 0.15));

  /** Halvings after which two shares are the same. */
  private static final int HALVINGS = 50;

  /** A stake, split over bets. */
  private static final class Stake {
    private final List<Bet> bets;

    /** Logarithms of how each part has grown: a number would not hold what is multiplied. */
    private final double[] grown;

    Stake(List<Bet> bets) {
      this.bets = bets;
      this.grown = new double[bets.size()];
    }

    /**
     * @param gain of the boldest bet, −1 at least
     */
    void bet(double gain) {
      for (int i = 0; i < grown.length; i++) {
        grown[i] += Math.log1p(bets.get(i).boldness() * gain);
      }
    }

    double now() {
      double now = 0;
      for (int i = 0; i < grown.length; i++) {
        now += bets.get(i).stake() * Math.exp(grown[i]);
      }
      return now;
    }
  }

  private final double share;
  private final int most;
  private final double error;
  private final Stake above = new Stake(ABOVE);
  private final Stake below = new Stake(BELOW);

  /**
   * @param share of faults that keep a bound, above 0 and below 1
   * @param most faults of a run at most
   */
  public RunBets(double share, int most, double confidence) {
    this.share = share;
    this.most = most;
    this.error = 1 - confidence;
  }

  /** Bets on the next run: it gains nothing on average if just this share of faults keep it. */
  public void add(FaultsOfRun run) {
    above.bet((run.kept() / share - run.all()) / most);
    below.bet((run.broken() / (1 - share) - run.all()) / most);
  }

  /** Whether it is shown now that more faults keep the bound, if none does that is unknown. */
  public boolean isAbove() {
    return above.now() * error >= 1;
  }

  /** Whether it is shown now that fewer do, if all do that are unknown. */
  public boolean isBelow() {
    return below.now() * error >= 1;
  }

  /** The least share that is shown: faults are above any that is less. */
  public static double lower(List<FaultsOfRun> runs, int most, double confidence) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < HALVINGS; i++) {
      double share = (low + high) / 2;
      RunBets bets = new RunBets(share, most, confidence);
      runs.forEach(bets::add);
      if (bets.isAbove()) {
        low = share;
      } else {
        high = share;
      }
    }
    return low;
  }

  /** The number of runs that show a share if all of their faults keep the bound. */
  public static int least(double share, double confidence) {
    RunBets bets = new RunBets(share, 1, confidence);
    int runs = 0;
    while (!bets.isAbove()) {
      bets.add(new FaultsOfRun(1, 0, 0));
      runs++;
    }
    return runs;
  }
}
