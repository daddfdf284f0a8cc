package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Comparison.PairOutcome;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Says what two cells let one say of a metric, and no more. Bounds of an interval are rounded
 * outwards, so that a sentence never claims more than the figures. Pure.
 */
final class Sentences {
  static final String OUTAGE = "outage";
  static final String RECOVERY = "recovery";

  private static final String RUN = "run";
  private static final String PAIR = "pair";

  private Sentences() {}

  /** Compares two cells in one metric, of which both have a figure. */
  static Difference compare(
      Cell one, Sample oneSample, Cell other, Sample otherSample, String metric, Naming naming) {
    Scale scale = Scale.of(metric);
    return inOrder(oneSample, otherSample, scale)
        ? difference(one, oneSample, other, otherSample, metric, naming, false)
        : difference(other, otherSample, one, oneSample, metric, naming, false);
  }

  /** The same, run by run: the n-th run of each were made side by side. */
  static Difference paired(
      Cell one, Sample oneSample, Cell other, Sample otherSample, String metric, Naming naming) {
    Scale scale = Scale.of(metric);
    return inOrder(oneSample, otherSample, scale)
        ? difference(one, oneSample, other, otherSample, metric, naming, true)
        : difference(other, otherSample, one, oneSample, metric, naming, true);
  }

  private static boolean inOrder(Sample one, Sample other, Scale scale) {
    return Intervals.figure(one, scale).value().low()
        <= Intervals.figure(other, scale).value().low();
  }

  private static Difference difference(
      Cell first,
      Sample less,
      Cell second,
      Sample more,
      String metric,
      Naming naming,
      boolean paired) {
    Scale scale = Scale.of(metric);
    Estimate ratio =
        paired ? Intervals.pairedRatio(more, less, scale) : Intervals.ratio(more, less, scale);
    Estimate difference =
        paired
            ? Intervals.pairedDifference(more, less, scale)
            : Intervals.difference(more, less, scale);
    PairOutcome outcome =
        difference.interval() == null
            ? PairOutcome.TOO_FEW
            : more(ratio, difference) ? PairOutcome.SMALLER : PairOutcome.NO_DIFFERENCE_SHOWN;
    String unshown =
        "no difference can be shown between "
            + naming.names(first, second)
            + " in "
            + MetricWords.noun(metric);
    String sentence =
        naming.context(first, second)
            + switch (outcome) {
              case SMALLER ->
                  smaller(
                          naming.subject(first, second),
                          naming.subject(second, first),
                          metric,
                          ratio,
                          difference)
                      + basis(metric, less, more, paired);
              case NO_DIFFERENCE_SHOWN ->
                  unshown + none(metric, ratio, difference) + basis(metric, less, more, paired);
              case TOO_FEW ->
                  unshown
                      + ": "
                      + tooFew(less, more, paired)
                      + ". The medians are "
                      + MetricWords.figure(metric, Intervals.figure(less, scale).value())
                      + " and "
                      + MetricWords.figure(metric, Intervals.figure(more, scale).value())
                      + ".";
            };
    return new Difference(first, second, metric, paired, outcome, ratio, difference, sentence);
  }

  private static String tooFew(Sample less, Sample more, boolean paired) {
    return paired
        ? each(less.runCount(), more.runCount(), PAIR) + "; needs " + Intervals.RUNS_MIN + " pairs"
        : each(less.runCount(), more.runCount(), RUN)
            + (less.runCount() == more.runCount() ? " a side" : "")
            + "; needs "
            + Intervals.RUNS_MIN
            + " runs a side";
  }

  /**
   * Whether the one is shown to be more: by the ratio, or by the difference where there is none.
   */
  static boolean more(Estimate ratio, Estimate difference) {
    Value times = ratio.interval();
    Value apart = difference.interval();
    return times != null ? times.low() > 1 : apart != null && apart.low() > 0;
  }

  private static String smaller(
      String first, String second, String metric, Estimate ratio, Estimate difference) {
    boolean recovery = metric.equals(RECOVERY);
    String sentence =
        recovery
            ? first + " recovers %s than " + second
            : "the " + MetricWords.noun(metric) + " of " + first + " is %s than that of " + second;
    Value times = ratio.interval();
    if (times != null && times.low() > 1 && !Double.isInfinite(times.low())) {
      String how =
          Double.isInfinite(times.high())
              ? "at least " + MetricWords.factor(times.low(), RoundingMode.FLOOR)
              : MetricWords.factor(times.low(), RoundingMode.FLOOR)
                  + " to "
                  + MetricWords.factor(times.high(), RoundingMode.CEILING);
      return String.format(
          Locale.ROOT, sentence, how + " times " + (recovery ? "faster" : lower(metric)));
    }
    Value apart = difference.interval();
    String how =
        apart == null
            ? ""
            : Double.isInfinite(apart.high())
                ? "at least "
                    + MetricWords.number(metric, apart.low(), RoundingMode.FLOOR)
                    + MetricWords.unit(metric)
                : MetricWords.interval(metric, apart);
    return String.format(Locale.ROOT, sentence, how + " " + (recovery ? "sooner" : lower(metric)));
  }

  private static String lower(String metric) {
    return MetricWords.isSpan(metric) ? "shorter" : "lower";
  }

  private static String none(String metric, Estimate ratio, Estimate difference) {
    Value apart = difference.interval();
    Value times = ratio.interval();
    if (times == null) {
      return apart == null ? "" : ": the medians differ by " + MetricWords.interval(metric, apart);
    }
    if (times.low() <= 0 || Double.isInfinite(times.high())) {
      return apart == null || Double.isInfinite(apart.low()) || Double.isInfinite(apart.high())
          ? ": recoveries that had not ended when watching did leave it open"
          : ": the medians differ by " + MetricWords.interval(metric, apart);
    }
    return ": the ratio of the medians lies between "
        + MetricWords.factor(times.low(), RoundingMode.FLOOR)
        + " and "
        + MetricWords.factor(times.high(), RoundingMode.CEILING);
  }

  /** {@code " (95 % interval; 3 runs, 18 faults each)."}. */
  private static String basis(String metric, Sample less, Sample more, boolean paired) {
    String runs = each(less.runCount(), more.runCount(), paired ? PAIR : RUN);
    String faults = each(less.count(), more.count(), "fault");
    return " (95 % interval"
        + "; "
        + runs
        + (Samples.isPerFault(metric) ? ", " + faults : "")
        + (less.runCount() == more.runCount() && less.count() == more.count() ? " each" : "")
        + ").";
  }

  private static String each(int first, int second, String noun) {
    return first == second
        ? first + " " + noun + (first == 1 ? "" : "s")
        : first + " and " + second + " " + noun + "s";
  }
}
