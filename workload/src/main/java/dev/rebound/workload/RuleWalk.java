package dev.rebound.workload;

import java.util.function.IntConsumer;

/**
 * Finds the rules that a record matches, in ascending order, from random draws alone; see {@link
 * RuleMatch}. Immutable and safe to share.
 */
sealed interface RuleWalk {
  void walk(int generator, long sequence, IntConsumer sink);

  /**
   * Uniform draws of 53 bits below this mean that the exponential distance reaches past {@code
   * length}, so that most records without a match need no logarithm. Held a little too low: what it
   * lets through is decided exactly by the distance.
   */
  private static long noneBelow(double length) {
    return (long) (StrictMath.exp(-length) * 0x1.0p53 * (1 - 1e-12)) - 1;
  }

  /** All rules have the same probability. Positions are counted in rules, so they are exact. */
  record Even(long key, int rules, double rulesPerDistance, long noneBelow) implements RuleWalk {
    Even(long key, int rules, double probability) {
      this(
          key,
          rules,
          -1 / StrictMath.log1p(-probability),
          RuleWalk.noneBelow(-rules * StrictMath.log1p(-probability)));
    }

    @Override
    public void walk(int generator, long sequence, IntConsumer sink) {
      long counter = SplitMix.key(key, generator, sequence);
      long bits = SplitMix.mix(counter);
      if (bits >>> 11 < noneBelow) {
        return;
      }
      double position = SplitMix.exponential(bits) * rulesPerDistance;
      while (position < rules) {
        int rule = (int) position;
        sink.accept(rule);
        counter += SplitMix.GAMMA;
        position = rule + 1 + SplitMix.exponential(SplitMix.mix(counter)) * rulesPerDistance;
      }
    }
  }

  /** Each rule has a probability of its own, in falling order. */
  final class Uneven implements RuleWalk {
    private final long key;

    /** Number of rules with probability 1: rules 0 to always - 1. */
    private final int always;

    /** Where the interval of each rule ends, those with probability 1 left out. */
    private final double[] ends;

    /** For each of as many equal parts of the line: the interval that its start lies in. */
    private final int[] guide;

    private final double partsPerDistance;
    private final long noneBelow;

    private Uneven(
        long key, int always, double[] ends, int[] guide, double partsPerDistance, long noneBelow) {
      this.key = key;
      this.always = always;
      this.ends = ends;
      this.guide = guide;
      this.partsPerDistance = partsPerDistance;
      this.noneBelow = noneBelow;
    }

    static Uneven of(long key, double[] probabilities) {
      int always = 0;
      while (always < probabilities.length && probabilities[always] >= 1) {
        always++;
      }
      double[] ends = new double[probabilities.length - always];
      double end = 0;
      for (int i = 0; i < ends.length; i++) {
        end -= StrictMath.log1p(-probabilities[always + i]);
        ends[i] = end;
      }
      int[] guide = new int[ends.length];
      double partsPerDistance = end > 0 ? ends.length / end : 0;
      int interval = 0;
      for (int part = 0; part < guide.length; part++) {
        // Strictly below, as positions are multiplied by the same factor: rounding is monotonic, so
        // the search never starts behind the interval.
        while (interval < ends.length - 1 && ends[interval] * partsPerDistance < part) {
          interval++;
        }
        guide[part] = interval;
      }
      return new Uneven(key, always, ends, guide, partsPerDistance, RuleWalk.noneBelow(end));
    }

    @Override
    public void walk(int generator, long sequence, IntConsumer sink) {
      for (int rule = 0; rule < always; rule++) {
        sink.accept(rule);
      }
      long counter = SplitMix.key(key, generator, sequence);
      long bits = SplitMix.mix(counter);
      if (bits >>> 11 < noneBelow || ends.length == 0) {
        return;
      }
      double total = ends[ends.length - 1];
      double position = SplitMix.exponential(bits);
      while (position < total) {
        int interval = guide[Math.min(guide.length - 1, (int) (position * partsPerDistance))];
        while (ends[interval] <= position) {
          interval++;
        }
        sink.accept(always + interval);
        counter += SplitMix.GAMMA;
        position = ends[interval] + SplitMix.exponential(SplitMix.mix(counter));
      }
    }
  }

  /** Evaluates every rule. */
  final class Scan implements RuleWalk {
    private final long key;

    /** Rule r matches if its draw of 53 bits is below this. */
    private final long[] below;

    private Scan(long key, long[] below) {
      this.key = key;
      this.below = below;
    }

    static Scan of(long key, double[] probabilities) {
      long[] below = new long[probabilities.length];
      for (int rule = 0; rule < below.length; rule++) {
        below[rule] = (long) StrictMath.rint(probabilities[rule] * 0x1.0p53);
      }
      return new Scan(key, below);
    }

    @Override
    public void walk(int generator, long sequence, IntConsumer sink) {
      long counter = SplitMix.key(key, generator, sequence);
      for (int rule = 0; rule < below.length; rule++) {
        if (SplitMix.mix(counter) >>> 11 < below[rule]) {
          sink.accept(rule);
        }
        counter += SplitMix.GAMMA;
      }
    }
  }
}
