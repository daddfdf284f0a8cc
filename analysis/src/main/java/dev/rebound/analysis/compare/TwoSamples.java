package dev.rebound.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The values of two cells in one metric: within blocks where their runs were made in blocks, else
 * each for itself. Pure.
 *
 * @param paired the n-th run of each were made side by side, so that what they share does not count
 * @param pairSeconds how long a run of each takes together; 0 if that is not known
 */
record TwoSamples(Sample one, Sample other, boolean paired, double pairSeconds) {

  /**
   * Compares within blocks if so many of them have a value on both sides that there is an interval;
   * values alone never decide it.
   */
  static TwoSamples of(String metric, CellRuns one, CellRuns other) {
    Sample left = Samples.of(metric, one.runs());
    Sample right = Samples.of(metric, other.runs());
    List<Blocks.Pair> pairs = Blocks.of(one.runs(), other.runs());
    if (left.usable() && right.usable()) {
      TwoSamples within = within(metric, pairs);
      if (within.one.runCount() >= Intervals.RUNS_MIN) {
        return new TwoSamples(
            new Sample(within.one.runs(), 0, List.of(), left.unended()),
            new Sample(within.other.runs(), 0, List.of(), right.unended()),
            true,
            within.pairSeconds);
      }
    }
    return new TwoSamples(
        left, right, false, Blocks.seconds(one.runs()) + Blocks.seconds(other.runs()));
  }

  /** The same of pairs, however few they are: those of which both have a value. */
  static TwoSamples within(String metric, List<Blocks.Pair> pairs) {
    List<List<Value>> ones = new ArrayList<>();
    List<List<Value>> others = new ArrayList<>();
    int unknownOfOne = 0;
    int unknownOfOther = 0;
    for (Blocks.Pair pair : pairs) {
      Sample one = Samples.of(metric, List.of(pair.one()));
      Sample other = Samples.of(metric, List.of(pair.other()));
      unknownOfOne += one.unknown();
      unknownOfOther += other.unknown();
      if (one.runCount() == 1 && other.runCount() == 1) {
        ones.addAll(one.runs());
        others.addAll(other.runs());
      }
    }
    return new TwoSamples(
        new Sample(ones, unknownOfOne, List.of(), unended(metric, pairs, Blocks.Pair::one)),
        new Sample(others, unknownOfOther, List.of(), unended(metric, pairs, Blocks.Pair::other)),
        true,
        Blocks.seconds(pairs.stream().map(Blocks.Pair::one).toList())
            + Blocks.seconds(pairs.stream().map(Blocks.Pair::other).toList()));
  }

  private static Unended unended(
      String metric, List<Blocks.Pair> pairs, Function<Blocks.Pair, ComparedRun> side) {
    return Samples.of(metric, pairs.stream().map(side).toList()).unended();
  }

  /** Whether both sides have a figure. */
  boolean usable() {
    return one.usable() && other.usable();
  }

  TwoSamples swapped() {
    return new TwoSamples(other, one, paired, pairSeconds);
  }
}
