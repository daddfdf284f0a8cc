package dev.rebound.analysis.compare.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Gunther's Universal Scalability Law, X(N) = λN ÷ (1 + σ(N − 1) + κN(N − 1)), fitted to rates: σ
 * is what all wait for (contention), κ what each pair has to agree on (coherency), neither below
 * zero. Rates count by their logarithms.
 *
 * <p>An interval of σ, κ or of the peak is that of all curves which lie off the runs by no more
 * than Student's t allows (profile likelihood): so it is none too narrow at zero, and need not be
 * even. Where runs were made in blocks, what a block's runs share takes no part in it. It does in
 * the height of the curve, whose own t-interval over blocks is put together with that of the form
 * (Zou and Donner's MOVER) where the rate at a number is told. Fewer than {@value
 * Intervals#RUNS_MIN} runs at a number, or blocks, have no intervals. Nor have runs of blocks of
 * which too few are whole: what they share can neither be left out nor be told. Immutable.
 */
public final class ScalabilityFit {
  /** Least number of numbers: three figures are fitted, and one more shows whether they fit. */
  public static final int NUMBERS_MIN = 4;

  /** What is known of the blocks in which runs were made. */
  public enum Blocking {
    /** The n-th run of each number was made in the same block; all numbers have as many. */
    WHOLE,

    /** Runs share blocks, of which too few have a run of each number. */
    TORN,

    /** Nothing is known of blocks: runs are taken to be independent. */
    UNKNOWN
  }

  private static final double TAIL = 0.025;

  /**
   * Of σ, κ and what follows from both: where the truth lies at the side of what may be, a tail as
   * above leaves 6 % out.
   */
  private static final double TAIL_OF_FORM = 0.02;

  private static final double LACK = 0.05;

  /** So many ways lead from the best curve to the ends of what may be. */
  private static final int WAYS = 240;

  private static final int HALVINGS = 40;

  /** A σ or κ beyond it may be anything. */
  private static final double BEYOND = 1e6;

  private static final double NEARLY_NOTHING = 1e-12;

  private final LeastSquares squares;
  private final boolean blocks;
  private final int runs;
  private final String noInterval;
  private final double sigma;
  private final double kappa;
  private final double height;
  private final double heightHalf;
  private final boolean misfit;

  /**
   * σ and κ of curves at the end of what may be, and of the best; that alone if there are no
   * intervals.
   */
  private final List<double[]> possible = new ArrayList<>();

  /**
   * Fits.
   *
   * @param logs by the number, the logarithms of the runs' rates there; of at least {@value
   *     #NUMBERS_MIN} numbers from 1 on
   * @param known of blocks
   */
  public ScalabilityFit(SortedMap<Double, List<Double>> logs, Blocking known) {
    double[] numbers = logs.keySet().stream().mapToDouble(Double::doubleValue).toArray();
    List<List<Double>> values = List.copyOf(logs.values());
    double[] weights = values.stream().mapToDouble(List::size).toArray();
    double[] means = values.stream().mapToDouble(ScalabilityFit::mean).toArray();
    blocks = known == Blocking.WHOLE;
    squares = new LeastSquares(numbers, means, weights);
    double[] best = squares.best();
    sigma = best[0];
    kappa = best[1];
    height = squares.middle(means);
    runs = values.stream().mapToInt(List::size).min().orElse(0);
    int all = values.stream().mapToInt(List::size).sum();
    double[] shared = blocks ? shared(values, height) : new double[0];
    double within = 0;
    for (int i = 0; i < numbers.length; i++) {
      for (int run = 0; run < values.get(i).size(); run++) {
        double off = values.get(i).get(run) - means[i] - (blocks ? shared[run] : 0);
        within += off * off;
      }
    }
    double lack = squares.squares(sigma, kappa);
    int freedom = all - 3 - (blocks ? runs - 1 : 0);
    int freedomWithin = all - numbers.length - (blocks ? runs - 1 : 0);
    double variance = (lack + within) / freedom;
    possible.add(best);
    noInterval =
        runs < Intervals.RUNS_MIN
            ? "needs " + Intervals.RUNS_MIN + " runs"
            : known == Blocking.TORN
                ? "needs " + Intervals.RUNS_MIN + " blocks with a run of each number"
                : "";
    if (!noInterval.isEmpty()) {
      heightHalf = Double.NaN;
      misfit = false;
      return;
    }
    heightHalf =
        blocks
            ? quantile(runs - 1) * deviation(shared) / Math.sqrt(runs)
            : quantile(freedom) * Math.sqrt(variance / all);
    // What is held at zero is fitted to nothing.
    int freedomOfLack = numbers.length - 1 - (sigma > 0 ? 1 : 0) - (kappa > 0 ? 1 : 0);
    double ratio = lack / freedomOfLack / (within / freedomWithin);
    misfit =
        lack > NEARLY_NOTHING
            && FDistribution.of(freedomOfLack, freedomWithin).survivalProbability(ratio) < LACK;
    double reach = TDistribution.of(freedom).inverseSurvivalProbability(TAIL_OF_FORM);
    ends(lack + variance * reach * reach);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** How far each block's mean is from that of all. */
  private static double[] shared(List<List<Double>> values, double mean) {
    double[] shared = new double[values.get(0).size()];
    for (int run = 0; run < shared.length; run++) {
      int at = run;
      shared[run] = values.stream().mapToDouble(one -> one.get(at)).average().orElseThrow() - mean;
    }
    return shared;
  }

  private static double deviation(double[] offMean) {
    return Math.sqrt(DoubleStream.of(offMean).map(v -> v * v).sum() / (offMean.length - 1));
  }

  private static double quantile(int freedom) {
    return TDistribution.of(freedom).inverseSurvivalProbability(TAIL);
  }

  /** Goes from the best curve every way until the squares are too many. */
  private void ends(double most) {
    double[][] slopes = squares.slopes(sigma, kappa);
    // Ways are even where squares grow evenly; along those of σ and κ themselves most are alike.
    double first = Math.sqrt(squares.product(slopes[0], slopes[0]));
    double both = squares.product(slopes[0], slopes[1]) / first;
    double second = squares.product(slopes[1], slopes[1]);
    double rest = Math.sqrt(Math.max(second - both * both, NEARLY_NOTHING * second));
    double reach = Math.sqrt(Math.max(most - squares.squares(sigma, kappa), 0));
    for (int way = 0; way < WAYS; way++) {
      double angle = 2 * Math.PI * way / WAYS;
      double ofKappa = Math.sin(angle) / rest;
      double ofSigma = (Math.cos(angle) - both * ofKappa) / first;
      possible.add(end(ofSigma, ofKappa, reach, most));
    }
  }

  private double[] end(double ofSigma, double ofKappa, double reach, double most) {
    double from = 0;
    double to = reach;
    while (squares(to, ofSigma, ofKappa) <= most) {
      double[] at = at(to, ofSigma, ofKappa);
      double[] next = at(2 * to, ofSigma, ofKappa);
      if (Math.max(at[0], at[1]) > BEYOND || (at[0] == next[0] && at[1] == next[1])) {
        return at;
      }
      from = to;
      to *= 2;
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (from + to) / 2;
      if (squares(middle, ofSigma, ofKappa) <= most) {
        from = middle;
      } else {
        to = middle;
      }
    }
    return at(from, ofSigma, ofKappa);
  }

  private double squares(double far, double ofSigma, double ofKappa) {
    double[] at = at(far, ofSigma, ofKappa);
    return squares.squares(at[0], at[1]);
  }

  /** So far along a way, which goes on along the side of the quadrant once it is there. */
  private double[] at(double far, double ofSigma, double ofKappa) {
    return new double[] {Math.max(0, sigma + far * ofSigma), Math.max(0, kappa + far * ofKappa)};
  }

  /** Whether what a block's runs share takes no part in the form. */
  public boolean blocks() {
    return blocks;
  }

  /** Whether the figures lie off the curve by more than runs differ. */
  public boolean misfit() {
    return misfit;
  }

  /** How much waits for what only one can have at a time. */
  public Estimate sigma() {
    return estimate(sigma, range(curve -> beyond(curve[0])));
  }

  /** How much each has to agree on with each other. */
  public Estimate kappa() {
    return estimate(kappa, range(curve -> beyond(curve[1])));
  }

  private static double beyond(double value) {
    return value > BEYOND ? Double.POSITIVE_INFINITY : value;
  }

  /** The number beyond which more is less; infinite if there is none. */
  public Estimate peak() {
    return estimate(peak(sigma, kappa), range(curve -> peak(curve[0], curve[1])));
  }

  private static double peak(double sigma, double kappa) {
    if (sigma >= 1) {
      return 0;
    }
    return kappa > 0 ? Math.sqrt((1 - sigma) / kappa) : Double.POSITIVE_INFINITY;
  }

  /** The rate at a number, of all runs that are like these. */
  public Estimate rate(double number) {
    double off = off(number, sigma, kappa);
    BoundedValue range = range(curve -> off(number, curve[0], curve[1]));
    BoundedValue interval =
        range == null
            ? null
            : new BoundedValue(
                Math.exp(height + off - Math.hypot(heightHalf, off - range.low())),
                Math.exp(height + off + Math.hypot(heightHalf, range.high() - off)));
    return estimate(Math.exp(height + off), interval);
  }

  /** How far a curve at a number is above its own height. */
  private double off(double number, double ofSigma, double ofKappa) {
    return LeastSquares.log(number, ofSigma, ofKappa) - squares.middle(ofSigma, ofKappa);
  }

  /** The least and the greatest that a figure may be; null if it cannot be told. */
  private @Nullable BoundedValue range(ToDoubleFunction<double[]> figure) {
    if (possible.size() == 1) {
      return null;
    }
    double low = possible.stream().mapToDouble(figure).min().orElseThrow();
    double high = possible.stream().mapToDouble(figure).max().orElseThrow();
    return new BoundedValue(low, high);
  }

  private Estimate estimate(double value, @Nullable BoundedValue interval) {
    return new Estimate(BoundedValue.of(value), interval, runs, runs, noInterval);
  }
}
