package dev.rebound.analysis.compare.cell;

import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Intervals;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.compare.statistics.TwoSamples;
import dev.rebound.analysis.compare.statistics.UnendedFaults;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds the runs of two cells that were made side by side: in one block of a study, as that has
 * recorded it, or, by when they began, in turns of one run each, and on one machine. Where neither
 * is sure, none are; and what values of a metric that makes of two cells. Pure.
 */
public final class RunBlocks {
  private RunBlocks() {}

  /** Two runs made side by side, one of each cell. */
  public record Pair(ComparedRun one, ComparedRun other) {}

  /** The pairs in the order of their blocks; none if the runs were not made in blocks. */
  public static List<Pair> of(List<ComparedRun> one, List<ComparedRun> other) {
    boolean recorded =
        Stream.concat(one.stream(), other.stream()).allMatch(run -> run.made().block() > 0);
    return recorded ? recorded(one, other) : inTurns(one, other);
  }

  private static List<Pair> recorded(List<ComparedRun> one, List<ComparedRun> other) {
    Map<Integer, ComparedRun> blocks = new HashMap<>();
    other.forEach(run -> blocks.put(run.made().block(), run));
    List<Pair> pairs = new ArrayList<>();
    for (ComparedRun run : one) {
      ComparedRun beside = blocks.remove(run.made().block());
      if (beside != null && onOneMachine(run, beside)) {
        pairs.add(new Pair(run, beside));
      }
    }
    pairs.sort(Comparator.comparingInt(pair -> pair.one().made().block()));
    return pairs;
  }

  /** Not of two that say so; what a machine does with time is not in a run on another one. */
  public static boolean onOneMachine(ComparedRun one, ComparedRun other) {
    return one.machine().isEmpty()
        || other.machine().isEmpty()
        || one.machine().equals(other.machine());
  }

  private record Turn(ComparedRun run, boolean ofOne) {}

  /** Sorted by when they began, two at a time are one of each. */
  private static List<Pair> inTurns(List<ComparedRun> one, List<ComparedRun> other) {
    List<Turn> turns =
        Stream.concat(
                one.stream().map(run -> new Turn(run, true)),
                other.stream().map(run -> new Turn(run, false)))
            .sorted(Comparator.comparingLong(turn -> turn.run().made().atSeconds()))
            .toList();
    if (one.size() != other.size()
        || turns.stream().anyMatch(turn -> turn.run().made().atSeconds() == 0)) {
      return List.of();
    }
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < turns.size(); i += 2) {
      Turn first = turns.get(i);
      Turn second = turns.get(i + 1);
      if (first.ofOne() == second.ofOne() || !onOneMachine(first.run(), second.run())) {
        return List.of();
      }
      pairs.add(
          first.ofOne()
              ? new Pair(first.run(), second.run())
              : new Pair(second.run(), first.run()));
    }
    return pairs;
  }

  /** How long one of these runs takes, on average; 0 if that is not known of any. */
  public static double seconds(List<ComparedRun> runs) {
    return runs.stream()
        .mapToLong(run -> run.made().seconds())
        .filter(seconds -> seconds > 0)
        .average()
        .orElse(0);
  }

  /**
   * Compares within blocks if so many of them have a value on both sides that there is an interval;
   * values alone never decide it.
   */
  public static TwoSamples samples(String metric, CellRuns one, CellRuns other) {
    Sample left = Samples.of(metric, one.runs());
    Sample right = Samples.of(metric, other.runs());
    List<Pair> pairs = of(one.runs(), other.runs());
    if (left.usable() && right.usable()) {
      TwoSamples within = within(metric, pairs);
      if (within.one().runCount() >= Intervals.RUNS_MIN) {
        return new TwoSamples(
            new Sample(within.one().runs(), 0, List.of(), left.unended()),
            new Sample(within.other().runs(), 0, List.of(), right.unended()),
            true,
            within.pairSeconds());
      }
    }
    return new TwoSamples(left, right, false, seconds(one.runs()) + seconds(other.runs()));
  }

  /** The same of pairs, however few they are: those of which both have a value. */
  public static TwoSamples within(String metric, List<Pair> pairs) {
    List<List<BoundedValue>> ones = new ArrayList<>();
    List<List<BoundedValue>> others = new ArrayList<>();
    int unknownOfOne = 0;
    int unknownOfOther = 0;
    for (Pair pair : pairs) {
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
        new Sample(ones, unknownOfOne, List.of(), unended(metric, pairs, Pair::one)),
        new Sample(others, unknownOfOther, List.of(), unended(metric, pairs, Pair::other)),
        true,
        seconds(pairs.stream().map(Pair::one).toList())
            + seconds(pairs.stream().map(Pair::other).toList()));
  }

  private static UnendedFaults unended(
      String metric, List<Pair> pairs, Function<Pair, ComparedRun> side) {
    return Samples.of(metric, pairs.stream().map(side).toList()).unended();
  }
}
