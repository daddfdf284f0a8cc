package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Comparison.PairOutcome;
import dev.rebound.analysis.compare.Comparison.Price;
import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.compare.statistics.Intervals;
import dev.rebound.analysis.compare.statistics.MetricWords;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.compare.statistics.Scale;
import dev.rebound.analysis.compare.statistics.TwoSamples;
import dev.rebound.analysis.compare.statistics.UnendedFaults;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.units.Words;
import java.math.RoundingMode;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Says what two cells let one say of a metric, and no more. Bounds of an interval are rounded
 * outwards, so that a sentence never claims more than the figures. Pure.
 */
final class Sentences {
  private static final String RUN = "run";
  private static final String PAIR = "pair";

  private Sentences() {}

  /** Compares two cells in one metric, of which both have a figure. */
  static Difference compare(
      CellRuns one, CellRuns other, TwoSamples two, String metric, CellNaming naming) {
    Scale scale = Scale.of(metric);
    boolean inOrder =
        Intervals.figure(two.one(), scale).value().low()
            <= Intervals.figure(two.other(), scale).value().low();
    return inOrder
        ? difference(one, other, two, metric, naming)
        : difference(other, one, two.swapped(), metric, naming);
  }

  private static Difference difference(
      CellRuns first, CellRuns second, TwoSamples two, String metric, CellNaming naming) {
    Scale scale = Scale.of(metric);
    TwoSamples more = two.swapped();
    Estimate ratio = Intervals.ratio(more, scale);
    Estimate difference = Intervals.difference(more, scale);
    PairOutcome outcome =
        difference.interval() == null
            ? PairOutcome.TOO_FEW
            : more(ratio, difference) ? PairOutcome.SMALLER : PairOutcome.NO_DIFFERENCE_SHOWN;
    String context = naming.context(first, second);
    String one = naming.subject(first, second);
    String other = naming.subject(second, first);
    String names = one + " and " + other;
    String noun = MetricWords.noun(metric);
    String unshown = "no difference can be shown between " + names + " in " + noun;
    String means =
        MetricWords.figure(metric, Intervals.figure(two.one(), scale).value())
            + " and "
            + MetricWords.figure(metric, Intervals.figure(two.other(), scale).value());
    String sentence =
        context
            + ends(one, other, two)
            + switch (outcome) {
              case SMALLER -> smaller(one, other, metric, ratio, difference) + basis(metric, two);
              case NO_DIFFERENCE_SHOWN ->
                  unshown + none(metric, ratio, difference) + basis(metric, two);
              case TOO_FEW -> unshown + ": " + tooFew(two) + ". The means are " + means + ".";
            };
    return new Difference(
        first.cell(),
        second.cell(),
        metric,
        two.paired(),
        outcome,
        ratio,
        difference,
        context + names + ", " + noun,
        outcome == PairOutcome.TOO_FEW ? tooFew(two) : seen(metric, ratio, difference),
        outcome == PairOutcome.NO_DIFFERENCE_SHOWN ? price(two, scale) : null,
        sentence);
  }

  /** What a study takes to show a difference as large as the one seen; null if none can. */
  static @Nullable Price price(TwoSamples two, Scale scale) {
    OptionalInt runs = Intervals.needed(two, scale);
    return runs.isEmpty()
        ? null
        : new Price(
            runs.getAsInt(),
            two.pairSeconds() > 0 ? runs.getAsInt() * two.pairSeconds() / 3600 : null);
  }

  /** {@code 1.2 times [0.80 to 1.9]}, or the difference where the ratio is open. */
  private static String seen(String metric, Estimate ratio, Estimate difference) {
    BoundedValue times = ratio.interval();
    if (times != null && times.low() > 0 && times.bounded()) {
      String low = MetricWords.factor(ratio.value().low(), RoundingMode.HALF_UP);
      String high = MetricWords.factor(ratio.value().high(), RoundingMode.HALF_UP);
      return "%s times [%s]"
          .formatted(
              low.equals(high) ? low : low + " to " + high, MetricWords.factors(times, " to "));
    }
    BoundedValue apart = difference.interval();
    return apart == null || Double.isInfinite(apart.low()) || !apart.bounded()
        ? "open: recoveries had not ended when watching did"
        : "%s [%s]"
            .formatted(
                MetricWords.figure(metric, difference.value()),
                MetricWords.interval(metric, apart));
  }

  private static String tooFew(TwoSamples two) {
    int less = two.one().runCount();
    int more = two.other().runCount();
    return two.paired()
        ? each(less, more, PAIR) + "; needs " + Intervals.RUNS_MIN + " pairs"
        : "%s%s; needs %s runs a side"
            .formatted(each(less, more, RUN), less == more ? " a side" : "", Intervals.RUNS_MIN);
  }

  /**
   * Whether the one is shown to be more: by the ratio, or by the difference where there is none.
   */
  static boolean more(Estimate ratio, Estimate difference) {
    BoundedValue times = ratio.interval();
    BoundedValue apart = difference.interval();
    return times != null ? times.low() > 1 : apart != null && apart.low() > 0;
  }

  private static String smaller(
      String first, String second, String metric, Estimate ratio, Estimate difference) {
    boolean recovery = metric.equals(FaultFigure.RECOVERY);
    // What cells are called may have a percent sign in it, so that none of it is a format.
    String before =
        recovery
            ? first + " recovers "
            : "the " + MetricWords.noun(metric) + " of " + first + " is ";
    String after = (recovery ? " than " : " than that of ") + second;
    BoundedValue times = ratio.interval();
    if (times != null && times.low() > 1 && !Double.isInfinite(times.low())) {
      String how =
          Double.isInfinite(times.high())
              ? "at least " + MetricWords.factor(times.low(), RoundingMode.FLOOR)
              : MetricWords.factors(times, " to ");
      return before + how + " times " + (recovery ? "faster" : lower(metric)) + after;
    }
    BoundedValue apart = difference.interval();
    String how =
        apart == null
            ? ""
            : Double.isInfinite(apart.high())
                ? "at least "
                    + MetricWords.number(metric, apart.low(), RoundingMode.FLOOR)
                    + MetricWords.unit(metric)
                : MetricWords.interval(metric, apart);
    return before + how + " " + (recovery ? "sooner" : lower(metric)) + after;
  }

  private static String lower(String metric) {
    return MetricWords.isSpan(metric) ? "shorter" : "lower";
  }

  private static String none(String metric, Estimate ratio, Estimate difference) {
    BoundedValue apart = difference.interval();
    BoundedValue times = ratio.interval();
    if (times == null) {
      return apart == null ? "" : ": the means differ by " + MetricWords.interval(metric, apart);
    }
    if (times.low() <= 0 || Double.isInfinite(times.high())) {
      return apart == null || Double.isInfinite(apart.low()) || Double.isInfinite(apart.high())
          ? ": recoveries that had not ended when watching did leave it open"
          : ": the means differ by " + MetricWords.interval(metric, apart);
    }
    return ": the ratio lies between " + MetricWords.factors(times, " and ");
  }

  /** {@code "2 of 15 faults of Flink and 0 of 15 of Jet did not end; "}, before any figure. */
  private static String ends(String first, String second, TwoSamples two) {
    UnendedFaults one = two.one().unended();
    UnendedFaults other = two.other().unended();
    return one.none() && other.none()
        ? ""
        : "%s faults of %s and %s of %s did not end; "
            .formatted(one.words(), first, other.words(), second);
  }

  /**
   * {@code "; 0 of 15 and 2 of 15 faults did not end"}, which no mean shows; nothing if all ended.
   */
  static String ends(TwoSamples two) {
    UnendedFaults one = two.one().unended();
    UnendedFaults other = two.other().unended();
    return one.none() && other.none()
        ? ""
        : "; " + one.words() + " and " + other.words() + " faults did not end";
  }

  /** {@code " (95 % interval; 3 pairs, 18 faults each)."}. */
  private static String basis(String metric, TwoSamples two) {
    Sample less = two.one();
    Sample more = two.other();
    String runs = each(less.runCount(), more.runCount(), two.paired() ? PAIR : RUN);
    String faults = each(less.count(), more.count(), "fault");
    return " (95 % interval; "
        + runs
        + (Samples.isPerFault(metric) ? ", " + faults : "")
        + (less.runCount() == more.runCount() && less.count() == more.count() ? " each" : "")
        + (two.paired() ? "" : ", not paired")
        + ").";
  }

  private static String each(int first, int second, String noun) {
    return first == second
        ? Words.plural(first, noun)
        : first + " and " + second + " " + noun + "s";
  }
}
