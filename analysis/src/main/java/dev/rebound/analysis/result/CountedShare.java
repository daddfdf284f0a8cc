package dev.rebound.analysis.result;

import dev.rebound.analysis.units.Words;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * A share that was counted, such as that of requests that were lost, and the interval that holds
 * the true one at 95 % confidence if cases are alike and independent (Clopper and Pearson). Where
 * none or all were hit, the bound on the other side is one-sided, so that zero of n means at most
 * 3/n. Requests lost in one outage are not independent: then it says too much.
 *
 * @param hits how many
 * @param of of how many
 * @param low of the interval, 0 to 1
 * @param high of the interval, 0 to 1
 */
public record CountedShare(long hits, long of, double low, double high) {
  /** That the interval holds with. */
  public static final double CONFIDENCE = 0.95;

  private static final int EXACT_DIGITS = 9;

  /** So many hits of so many cases; of none, nothing is known. */
  public static CountedShare of(long hits, long of) {
    if (hits < 0 || hits > of) {
      throw new IllegalArgumentException(hits + " hits of " + of);
    }
    if (of == 0) {
      return new CountedShare(0, 0, 0, 1);
    }
    int h = Math.toIntExact(hits);
    int n = Math.toIntExact(of);
    double side = hits == 0 || hits == of ? CONFIDENCE : (1 + CONFIDENCE) / 2;
    return new CountedShare(
        hits, of, ClopperPearson.lower(h, n, side), ClopperPearson.upper(h, n, side));
  }

  /** The share as counted; NaN of none. */
  public double share() {
    return of == 0 ? Double.NaN : (double) hits / of;
  }

  /** {@code 1,372 of 10,000: 13.7 % (13.1 – 14.4 %)}, {@code 0 of 10,000}. */
  public String words() {
    String counted = Words.text("%,d of %,d", hits, of);
    if (hits == 0) {
      return counted;
    }
    if (hits == of) {
      return counted + ": ≥ " + percent(low, RoundingMode.FLOOR) + " %";
    }
    return "%s: %s %% (%s – %s %%)"
        .formatted(
            counted,
            percent(share(), RoundingMode.HALF_UP),
            percent(low, RoundingMode.FLOOR),
            percent(high, RoundingMode.CEILING));
  }

  /** Three digits; what only the computation adds far behind them does not round a bound away. */
  private static String percent(double share, RoundingMode rounding) {
    return new BigDecimal(share * 100)
        .round(new MathContext(EXACT_DIGITS, RoundingMode.HALF_EVEN))
        .round(new MathContext(3, rounding))
        .stripTrailingZeros()
        .toPlainString();
  }
}
