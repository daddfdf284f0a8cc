package dev.rebound.analysis.compare.statistics;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The curve of the Universal Scalability Law that is nearest to the means of logarithms at some
 * numbers, wherever it lies in height: by Levenberg and Marquardt, with neither σ nor κ below zero.
 * Immutable.
 */
public final class LeastSquares {
  /** Where searches begin. */
  private static final double[][] STARTS = {
    {0, 0}, {0.01, 1e-5}, {0.1, 1e-3}, {0.5, 1e-2}, {1, 0.3}
  };

  private static final int STEPS = 1000;

  /** Where no step is short enough to lead down any more. */
  private static final double DAMPING_MAX = 1e12;

  private final double[] numbers;
  private final double[] means;
  private final double[] weights;

  /**
   * @param numbers at which something was measured, none below 1, where a divisor may be none
   * @param means of the logarithms there
   * @param weights how many runs each mean is of
   */
  public LeastSquares(double[] numbers, double[] means, double[] weights) {
    this.numbers = numbers.clone();
    this.weights = weights.clone();
    this.means = means.clone();
    double middle = middle(means);
    for (int i = 0; i < means.length; i++) {
      this.means[i] -= middle;
    }
  }

  /** The logarithm of N ÷ (1 + σ(N − 1) + κN(N − 1)): how many times one does what N do. */
  public static double log(double number, double sigma, double kappa) {
    return Math.log(number) - Math.log(divisor(number, sigma, kappa));
  }

  private static double divisor(double number, double sigma, double kappa) {
    return 1 + (number - 1) * (sigma + kappa * number);
  }

  /** The mean over all runs of what there is at each number. */
  public double middle(double[] atNumbers) {
    double sum = 0;
    double all = 0;
    for (int i = 0; i < numbers.length; i++) {
      sum += weights[i] * atNumbers[i];
      all += weights[i];
    }
    return sum / all;
  }

  /** The mean over all runs of what a curve is at their numbers. */
  public double middle(double sigma, double kappa) {
    double[] curve = new double[numbers.length];
    for (int i = 0; i < curve.length; i++) {
      curve[i] = log(numbers[i], sigma, kappa);
    }
    return middle(curve);
  }

  /** The squares of how far the means lie from a curve at its best height. */
  public double squares(double sigma, double kappa) {
    double[] off = off(sigma, kappa);
    return product(off, off);
  }

  /** How far each mean lies above a curve at its best height. */
  private double[] off(double sigma, double kappa) {
    double middle = middle(sigma, kappa);
    double[] off = new double[numbers.length];
    for (int i = 0; i < off.length; i++) {
      off[i] = means[i] - (log(numbers[i], sigma, kappa) - middle);
    }
    return off;
  }

  /** σ and κ of the curve with the least squares. */
  public double[] best() {
    return Arrays.stream(STARTS)
        .map(this::search)
        .min(Comparator.comparingDouble(at -> squares(at[0], at[1])))
        .orElseThrow();
  }

  /** The way down from a start; one that is at zero and is to go below stays there. */
  private double[] search(double[] start) {
    double[] at = start;
    double damping = 1e-3;
    for (int step = 0; step < STEPS && damping < DAMPING_MAX; step++) {
      double[][] slopes = slopes(at[0], at[1]);
      double[] off = off(at[0], at[1]);
      double down = product(slopes[0], off);
      double downOfKappa = product(slopes[1], off);
      double both = product(slopes[0], slopes[1]);
      if ((at[0] == 0 && down < 0) || (at[1] == 0 && downOfKappa < 0)) {
        both = 0;
      }
      double ofSigma = (1 + damping) * product(slopes[0], slopes[0]);
      double ofKappa = (1 + damping) * product(slopes[1], slopes[1]);
      double all = ofSigma * ofKappa - both * both;
      double[] next = {
        Math.max(0, at[0] + (down * ofKappa - both * downOfKappa) / all),
        Math.max(0, at[1] + (downOfKappa * ofSigma - both * down) / all)
      };
      boolean better = squares(next[0], next[1]) < squares(at[0], at[1]);
      at = better ? next : at;
      damping *= better ? 0.1 : 10;
    }
    return at;
  }

  /** How much the curve changes at each number with σ, and with κ, at its best height. */
  double[][] slopes(double sigma, double kappa) {
    double[][] slopes = new double[2][numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      double more = (numbers[i] - 1) / divisor(numbers[i], sigma, kappa);
      slopes[0][i] = -more;
      slopes[1][i] = -more * numbers[i];
    }
    for (double[] one : slopes) {
      double middle = middle(one);
      for (int i = 0; i < one.length; i++) {
        one[i] -= middle;
      }
    }
    return slopes;
  }

  /** The product of two rows of slopes, each number by its weight. */
  double product(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += weights[i] * one[i] * other[i];
    }
    return sum;
  }
}
