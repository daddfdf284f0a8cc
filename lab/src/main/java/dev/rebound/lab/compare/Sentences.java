package dev.rebound.lab.compare;

import dev.rebound.lab.compare.Comparison.Difference;
import dev.rebound.lab.compare.Comparison.Outcome;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Says what two cells let one say of outage or recovery time, and no more. Bounds of an interval
 * are rounded outwards, so that a sentence never claims more than the figures. Pure.
 */
final class Sentences {
  static final String OUTAGE = "outage";
  static final String RECOVERY = "recovery";

  private Sentences() {}

  /**
   * Compares two cells in one metric.
   *
   * @param resolutionMillis medians that are no farther apart than this are not told apart
   */
  static Difference compare(
      Bootstrap bootstrap,
      Cell one,
      Sample oneSample,
      Cell other,
      Sample otherSample,
      String metric,
      long resolutionMillis) {
    boolean inOrder = oneSample.median().low() <= otherSample.median().low();
    Cell first = inOrder ? one : other;
    Cell second = inOrder ? other : one;
    Sample less = inOrder ? oneSample : otherSample;
    Sample more = inOrder ? otherSample : oneSample;
    Estimate ratio = bootstrap.ratio(more, less);
    Estimate difference = bootstrap.difference(more, less);
    Value interval = difference.interval();
    Outcome outcome =
        interval == null
            ? Outcome.TOO_FEW
            : interval.low() > 0 && difference.value().low() > resolutionMillis
                ? Outcome.SMALLER
                : Outcome.NO_DIFFERENCE_SHOWN;
    String sentence =
        context(first, second)
            + switch (outcome) {
              case SMALLER -> smaller(first, second, metric, ratio, difference) + basis(less, more);
              case NO_DIFFERENCE_SHOWN ->
                  "no difference can be shown between "
                      + names(first, second)
                      + " in "
                      + noun(metric)
                      + none(ratio, difference, resolutionMillis)
                      + basis(less, more);
              case TOO_FEW ->
                  "no difference can be shown between "
                      + names(first, second)
                      + " in "
                      + noun(metric)
                      + ": "
                      + less.count()
                      + " and "
                      + more.count()
                      + " faults are too few for an interval; the medians are "
                      + seconds(less.median())
                      + " and "
                      + seconds(more.median())
                      + ".";
            };
    return new Difference(first, second, metric, outcome, ratio, difference, sentence);
  }

  private static String smaller(
      Cell first, Cell second, String metric, Estimate ratio, Estimate difference) {
    String verb =
        metric.equals(RECOVERY)
            ? subject(first, second) + " recovers %s than " + subject(second, first)
            : "the outage of "
                + subject(first, second)
                + " is %s than that of "
                + subject(second, first);
    Value times = ratio.interval();
    boolean recovery = metric.equals(RECOVERY);
    if (times != null && times.low() > 1 && !Double.isInfinite(times.low())) {
      String how =
          Double.isInfinite(times.high())
              ? "at least " + factor(times.low(), RoundingMode.FLOOR)
              : factor(times.low(), RoundingMode.FLOOR)
                  + " to "
                  + factor(times.high(), RoundingMode.CEILING);
      return String.format(Locale.ROOT, verb, how + " times " + (recovery ? "faster" : "shorter"));
    }
    Value millis = difference.interval();
    String how =
        millis == null
            ? ""
            : Double.isInfinite(millis.high())
                ? "at least " + tenths(millis.low(), RoundingMode.FLOOR) + " s"
                : tenths(millis.low(), RoundingMode.FLOOR)
                    + " to "
                    + tenths(millis.high(), RoundingMode.CEILING)
                    + " s";
    return String.format(Locale.ROOT, verb, how + (recovery ? " sooner" : " shorter"));
  }

  private static String none(Estimate ratio, Estimate difference, long resolutionMillis) {
    Value apart = difference.interval();
    if (apart != null && apart.low() > 0) {
      return ": the medians are "
          + tenths(difference.value().low(), RoundingMode.HALF_UP)
          + " s apart, no more than the resolution of "
          + tenths((double) resolutionMillis, RoundingMode.HALF_UP)
          + " s";
    }
    Value times = ratio.interval();
    if (times == null) {
      return "";
    }
    if (times.low() <= 0 || Double.isInfinite(times.high())) {
      return apart == null || Double.isInfinite(apart.low()) || Double.isInfinite(apart.high())
          ? ": recoveries that had not ended when watching did leave it open"
          : ": the medians differ by "
              + tenths(apart.low(), RoundingMode.FLOOR)
              + " to "
              + tenths(apart.high(), RoundingMode.CEILING)
              + " s";
    }
    return ": the ratio of the medians lies between "
        + factor(times.low(), RoundingMode.FLOOR)
        + " and "
        + factor(times.high(), RoundingMode.CEILING);
  }

  /** {@code " (95 % interval; 3 runs, 18 faults each)."}. */
  private static String basis(Sample less, Sample more) {
    String runs = each(less.runCount(), more.runCount(), "run");
    String faults = each(less.count(), more.count(), "fault");
    boolean one = Math.min(less.runCount(), more.runCount()) == 1;
    return " (95 % interval"
        + (one ? ", which carries faults of one run only" : "")
        + "; "
        + runs
        + ", "
        + faults
        + (less.runCount() == more.runCount() && less.count() == more.count() ? " each" : "")
        + ").";
  }

  private static String each(int first, int second, String noun) {
    return first == second
        ? first + " " + noun + (first == 1 ? "" : "s")
        : first + " and " + second + " " + noun + "s";
  }

  /** What the two have in common and a reader must know, such as {@code "kill-2-of-8, quick: "}. */
  private static String context(Cell first, Cell second) {
    List<String> shared = new ArrayList<>();
    if (first.scenario().equals(second.scenario())) {
      shared.add(first.scenario());
    }
    if (!first.engine().equals(second.engine()) && first.profile().equals(second.profile())) {
      shared.add(first.profile());
    }
    if (first.variant().equals(second.variant()) && !first.variant().isEmpty()) {
      shared.add(first.variant());
    }
    return shared.isEmpty() ? "" : String.join(", ", shared) + ": ";
  }

  private static String subject(Cell cell, Cell other) {
    StringBuilder subject = new StringBuilder(Cell.engineName(cell.engine()));
    if (cell.engine().equals(other.engine()) && !cell.version().equals(other.version())) {
      subject.append(' ').append(cell.version());
    }
    if (!cell.profile().equals(other.profile()) || cell.engine().equals(other.engine())) {
      subject.append(' ').append(cell.profile());
    }
    if (!cell.guarantee().equals(other.guarantee())) {
      subject.append(" with ").append(cell.guarantee());
    }
    if (!cell.variant().equals(other.variant())) {
      subject.append(" with ").append(cell.variant().isEmpty() ? "the rest" : cell.variant());
    }
    if (!cell.scenario().equals(other.scenario())) {
      subject.append(" after ").append(cell.scenario());
    }
    return subject.toString();
  }

  private static String names(Cell first, Cell second) {
    return subject(first, second) + " and " + subject(second, first);
  }

  private static String noun(String metric) {
    return metric.equals(RECOVERY) ? "recovery time" : "outage";
  }

  /** A length in seconds; {@code > 12.0 s} where only a lower bound is known. */
  static String seconds(Value millis) {
    return (millis.exact() ? "" : "> ") + tenths(millis.low(), RoundingMode.HALF_UP) + " s";
  }

  private static String tenths(double millis, RoundingMode mode) {
    return BigDecimal.valueOf(millis / 1000).setScale(1, mode).toPlainString();
  }

  /** Two significant digits, three near 1. */
  static String factor(double factor, RoundingMode mode) {
    int digits = factor > 0.9 && factor < 1.1 ? 3 : 2;
    BigDecimal rounded = BigDecimal.valueOf(factor).round(new MathContext(digits, mode));
    return rounded.scale() < 0 ? rounded.setScale(0).toPlainString() : rounded.toPlainString();
  }
}
