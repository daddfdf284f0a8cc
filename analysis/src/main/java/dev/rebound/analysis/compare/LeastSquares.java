package dev.rebound.analysis.compare;

import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresBuilder;
import org.apache.commons.math3.fitting.leastsquares.LevenbergMarquardtOptimizer;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.util.Pair;

/**
 * The curve of the Universal Scalability Law that is nearest to the means of logarithms at some
 * numbers, wherever it lies in height: by Levenberg and Marquardt, with neither σ nor κ below zero.
 * As the library knows no bounds, each side of the quadrant is searched for itself. Immutable.
 */
final class LeastSquares {
  /** Where searches begin. */
  private static final double[][] STARTS = {{0.01, 1e-5}, {0.1, 1e-3}, {0.5, 1e-2}, {1, 0.3}};

  private static final double[] NONE = {0, 0};
  private static final int STEPS = 1000;

  private final double[] numbers;
  private final double[] means;
  private final double[] weights;

  /**
   * @param numbers at which something was measured, none below 1, where a divisor may be none
   * @param means of the logarithms there
   * @param weights how many runs each mean is of
   */
  LeastSquares(double[] numbers, double[] means, double[] weights) {
    this.numbers = numbers.clone();
    this.weights = weights.clone();
    this.means = means.clone();
    double middle = middle(means);
    for (int i = 0; i < means.length; i++) {
      this.means[i] -= middle;
    }
  }

  /** The logarithm of N ÷ (1 + σ(N − 1) + κN(N − 1)): how many times one does what N do. */
  static double log(double number, double sigma, double kappa) {
    return Math.log(number) - Math.log(divisor(number, sigma, kappa));
  }

  private static double divisor(double number, double sigma, double kappa) {
    return 1 + (number - 1) * (sigma + kappa * number);
  }

  /** The mean over all runs of what there is at each number. */
  double middle(double[] atNumbers) {
    double sum = 0;
    double all = 0;
    for (int i = 0; i < numbers.length; i++) {
      sum += weights[i] * atNumbers[i];
      all += weights[i];
    }
    return sum / all;
  }

  /** The mean over all runs of what a curve is at their numbers. */
  double middle(double sigma, double kappa) {
    double[] curve = new double[numbers.length];
    for (int i = 0; i < curve.length; i++) {
      curve[i] = log(numbers[i], sigma, kappa);
    }
    return middle(curve);
  }

  /** The squares of how far the means lie from a curve at its best height. */
  double squares(double sigma, double kappa) {
    double middle = middle(sigma, kappa);
    double squares = 0;
    for (int i = 0; i < numbers.length; i++) {
      double off = means[i] - (log(numbers[i], sigma, kappa) - middle);
      squares += weights[i] * off * off;
    }
    return squares;
  }

  /** σ and κ of the curve with the least squares. */
  double[] best() {
    double[] best = NONE;
    for (boolean[] free : new boolean[][] {{true, false}, {false, true}, {true, true}}) {
      for (double[] start : STARTS) {
        double[] found = search(start, free);
        if (squares(found[0], found[1]) < squares(best[0], best[1])) {
          best = found;
        }
      }
    }
    return best.clone();
  }

  /** The best that is found where only some of both are free and the others zero. */
  private double[] search(double[] start, boolean[] free) {
    boolean both = free[0] && free[1];
    try {
      RealVector found =
          new LevenbergMarquardtOptimizer()
              .optimize(
                  new LeastSquaresBuilder()
                      .model(
                          at ->
                              new Pair<>(
                                  new ArrayRealVector(residuals(whole(at, free)), false),
                                  new Array2DRowRealMatrix(slopes(whole(at, free), free), false)))
                      .target(new double[numbers.length])
                      .start(both ? start : new double[] {free[0] ? start[0] : start[1]})
                      .parameterValidator(at -> at.map(value -> Math.max(0, value)))
                      .maxEvaluations(STEPS)
                      .maxIterations(STEPS)
                      .build())
              .getPoint();
      return whole(found, free);
    } catch (MathIllegalStateException e) {
      // It did not come to an end from here; others do.
      return NONE;
    }
  }

  private static double[] whole(RealVector at, boolean[] free) {
    return new double[] {
      free[0] ? at.getEntry(0) : 0, free[1] ? at.getEntry(at.getDimension() - 1) : 0
    };
  }

  private double[] residuals(double[] at) {
    double middle = middle(at[0], at[1]);
    double[] residuals = new double[numbers.length];
    for (int i = 0; i < residuals.length; i++) {
      double off = log(numbers[i], at[0], at[1]) - middle - means[i];
      residuals[i] = Math.sqrt(weights[i]) * off;
    }
    return residuals;
  }

  private double[][] slopes(double[] at, boolean[] free) {
    double[][] both = slopes(at[0], at[1]);
    double[][] slopes = new double[numbers.length][];
    for (int i = 0; i < slopes.length; i++) {
      double weight = Math.sqrt(weights[i]);
      slopes[i] =
          free[0] && free[1]
              ? new double[] {weight * both[0][i], weight * both[1][i]}
              : new double[] {weight * both[free[0] ? 0 : 1][i]};
    }
    return slopes;
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
