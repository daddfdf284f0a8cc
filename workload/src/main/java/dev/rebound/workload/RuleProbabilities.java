package dev.rebound.workload;

import java.util.Arrays;

/**
 * The matching probability of each rule, in falling order, as a workload's description spreads
 * them.
 *
 * <p>Uniform: S / N each. Zipf with exponent a: rule r (from 0) in proportion to 1 / (r + 1)^a. A
 * rule cannot match more than always, so a probability that would exceed 1 is held at 1 and the
 * rest is spread over the others; the sum is S in every case.
 */
final class RuleProbabilities {
  private final double[] probabilities;
  private final boolean uniform;

  private RuleProbabilities(double[] probabilities, boolean uniform) {
    this.probabilities = probabilities;
    this.uniform = uniform;
  }

  /** Probability of rule 0, 1, …; not to be changed. */
  double[] probabilities() {
    return probabilities;
  }

  /** True if they are all the same. */
  boolean uniform() {
    return uniform;
  }

  /** Works out the probabilities; {@link IllegalArgumentException} says what is wrong. */
  static RuleProbabilities of(int rules, double selectivity, String distribution) {
    if (rules < 1) {
      throw new IllegalArgumentException("workload.rules is " + rules + "; give at least one rule");
    }
    if (!(selectivity >= 0) || selectivity > rules) {
      throw new IllegalArgumentException(
          ("workload.selectivity is %s matches per record, which %s rules cannot give; choose a"
                  + " number from 0 to %s or more rules")
              .formatted(selectivity, rules, rules));
    }
    double[] probabilities = new double[rules];
    double exponent = exponent(distribution);
    if (exponent == 0) {
      Arrays.fill(probabilities, selectivity / rules);
      return new RuleProbabilities(probabilities, true);
    }
    spread(probabilities, selectivity, exponent);
    return new RuleProbabilities(probabilities, false);
  }

  /** Exponent of a distribution; 0 is uniform. */
  private static double exponent(String distribution) {
    if (distribution.equals("uniform")) {
      return 0;
    }
    if (distribution.equals("zipf")) {
      return 1;
    }
    if (distribution.startsWith("zipf:")) {
      try {
        double exponent = Double.parseDouble(distribution.substring("zipf:".length()).trim());
        if (exponent >= 0 && exponent <= 10) {
          return exponent;
        }
      } catch (NumberFormatException e) {
        // told below, with what would be right
      }
    }
    throw new IllegalArgumentException(
        ("workload.distribution is '%s'; write uniform, zipf, or zipf:A with an exponent A"
                + " from 0 to 10")
            .formatted(distribution));
  }

  private static void spread(double[] probabilities, double selectivity, double exponent) {
    int rules = probabilities.length;
    double[] weights = new double[rules];
    double[] tails = new double[rules + 1];
    for (int rule = rules - 1; rule >= 0; rule--) {
      weights[rule] = StrictMath.pow(rule + 1.0, -exponent);
      tails[rule] = tails[rule + 1] + weights[rule];
    }
    double left = selectivity;
    for (int rule = 0; rule < rules; rule++) {
      double share = left * weights[rule] / tails[rule];
      if (share < 1) {
        for (int other = rule; other < rules; other++) {
          probabilities[other] = left * weights[other] / tails[rule];
        }
        return;
      }
      probabilities[rule] = 1;
      left -= 1;
    }
  }
}
