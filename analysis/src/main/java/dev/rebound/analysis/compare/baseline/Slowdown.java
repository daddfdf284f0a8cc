package dev.rebound.analysis.compare.baseline;

import dev.rebound.analysis.compare.baseline.Regression.RegressionOutcome;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Intervals;
import dev.rebound.analysis.compare.statistics.Sample;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/**
 * The answer whether a length after faults has become longer than in a baseline by more than a
 * margin. It has not if the whole interval of the ratio keeps the margin; it has if all of that
 * lies above one and not all keeps the margin, or if more runs are shown to have faults that did
 * not end; else nobody knows. Pure.
 *
 * @param words what was found, without a name and without a full stop
 */
public record Slowdown(RegressionOutcome outcome, String words) {
  /** The chance to show more faults that did not end where nothing has changed. */
  private static final double CHANCE = 0.025;

  private static final int DIGITS = 3;

  /**
   * Holds one sample against another. Nobody knows, either, where one has no interval.
   *
   * @param noun of the length
   * @param factor so many times as long may pass
   */
  public static Slowdown of(String noun, Sample before, Sample after, double factor) {
    Optional<String> lacking =
        before
            .lacking(noun)
            .map(why -> "in the baseline " + why)
            .or(() -> after.lacking(noun).map(why -> "now " + why));
    if (lacking.isPresent()) {
      return new Slowdown(RegressionOutcome.UNKNOWN, unknown(noun) + lacking.get());
    }
    boolean endsAsOften = !after.unended().mayExceed(before.unended());
    if (endsAsOften && unseen(before) && unseen(after) && most(after) <= factor * most(before)) {
      return new Slowdown(
          RegressionOutcome.NOT_SLOWER,
          noun + " is too short to be seen, as in the baseline" + basis(before, after));
    }
    LengthRatio lengthening = new LengthRatio(before, after);
    BoundedValue times = lengthening.times();
    boolean longer = times.low() > 1;
    if (times.high() <= factor) {
      return new Slowdown(
          RegressionOutcome.NOT_SLOWER,
          noun
              + (longer ? " is slower within the margin: " : " is not slower: ")
              + takes(before, after, times, DIGITS)
              + may(factor)
              + basis(before, after));
    }
    if (longer || endsLessOften(before, after)) {
      return new Slowdown(
          RegressionOutcome.SLOWER,
          "%s has become slower: %s%s"
              .formatted(noun, takes(before, after, times, DIGITS - 1), basis(before, after)));
    }
    return new Slowdown(
        RegressionOutcome.UNKNOWN,
        unknown(noun)
            + takes(before, after, times, DIGITS)
            + may(factor)
            + basis(before, after)
            + words(Stream.of(lengthening.deciding(factor), showing(before, after))));
  }

  private static String unknown(String noun) {
    return "whether " + noun + " has become slower is not known: ";
  }

  private static boolean unseen(Sample sample) {
    return sample.unseenCount() == sample.count();
  }

  private static double most(Sample sample) {
    return values(sample).mapToDouble(BoundedValue::high).max().orElse(0);
  }

  private static Stream<BoundedValue> values(Sample sample) {
    return sample.runs().stream().flatMap(List::stream);
  }

  /**
   * Whether more runs have faults that did not end, and outlasted each of the baseline that did. A
   * run with more faults has more chances.
   */
  private static boolean endsLessOften(Sample before, Sample after) {
    int least = before.runs().stream().mapToInt(List::size).min().orElse(0);
    return after.runs().stream().allMatch(run -> run.size() <= least)
        && isMore(
            runs(before, 0), before.runCount(), runs(after, longest(before)), after.runCount());
  }

  /** Fisher's exact test of runs, as faults of one run are not independent. */
  private static boolean isMore(int had, int before, int have, int after) {
    return have > 0
        && HypergeometricDistribution.of(before + after, had + have, after)
                .survivalProbability(have - 1)
            <= CHANCE;
  }

  /** The number of runs a side that would show it, if as many of them go on to have such faults. */
  private static OptionalInt showing(Sample before, Sample after) {
    double had = runs(before, 0) / (double) before.runCount();
    double have = runs(after, longest(before)) / (double) after.runCount();
    return IntStream.rangeClosed(
            Math.min(before.runCount(), after.runCount()) + 1, Intervals.RUNS_MAX)
        .filter(runs -> isMore((int) Math.ceil(had * runs), runs, (int) (have * runs), runs))
        .findFirst();
  }

  private static double longest(Sample sample) {
    return values(sample)
        .filter(BoundedValue::bounded)
        .mapToDouble(BoundedValue::high)
        .max()
        .orElse(0);
  }

  /** Those with a fault that took longer, no end being seen. */
  private static int runs(Sample sample, double millis) {
    return (int)
        sample.runs().stream()
            .filter(run -> run.stream().anyMatch(v -> !v.bounded() && v.low() >= millis))
            .count();
  }

  /** {@code it takes 1.2 to 1.9 times as long as in the baseline}. */
  private static String takes(Sample before, Sample after, BoundedValue times, int digits) {
    String low = rounded(times.low(), digits, RoundingMode.FLOOR);
    return ends(before, after)
        + "it takes "
        + (times.bounded()
            ? low + " to " + rounded(times.high(), digits, RoundingMode.CEILING)
            : "at least " + low)
        + " times as long as in the baseline";
  }

  private static String may(double factor) {
    return ", of " + rounded(factor, DIGITS, RoundingMode.FLOOR) + " times that may pass";
  }

  private static String rounded(double factor, int digits, RoundingMode mode) {
    return BigDecimal.valueOf(factor).round(new MathContext(digits, mode)).toPlainString();
  }

  private static String ends(Sample before, Sample after) {
    return before.unended().none() && after.unended().none()
        ? ""
        : "after %s faults no end was seen, in the baseline after %s; "
            .formatted(after.unended().words(), before.unended().words());
  }

  private static String basis(Sample before, Sample after) {
    return " (95 %% interval; %s against %s); the means are %s and %s"
        .formatted(counts(after), counts(before), Baseline.median(after), Baseline.median(before));
  }

  private static String counts(Sample sample) {
    return sample.runCount() + " runs with " + sample.count() + " faults";
  }

  private static String words(Stream<OptionalInt> deciding) {
    OptionalInt runs = deciding.flatMapToInt(OptionalInt::stream).min();
    return runs.isEmpty()
        ? "; more runs alone would not decide"
        : "; " + runs.getAsInt() + " runs a side would decide, if runs go on to differ as these do";
  }
}
