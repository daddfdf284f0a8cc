package dev.rebound.analysis.compare.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * Studies whose truth is known: recoveries spread log-normally around a median from run to run and
 * from fault to fault. Its {@code main} counts over many more of them than a test does.
 */
public final class MadeUpStudies {
  private static final double MEDIAN = 5000;
  private static final int FAULTS = 6;
  private static final int STUDIES = 2000;

  private final int runs;
  private final double runSpread;
  private final double faultSpread;
  private final double cutOff;
  private final double unseen;
  private final int studies;

  MadeUpStudies(int runs, double runSpread, double faultSpread) {
    this(runs, runSpread, faultSpread, Double.POSITIVE_INFINITY, 0, STUDIES);
  }

  private MadeUpStudies(
      int runs, double runSpread, double faultSpread, double cutOff, double unseen, int studies) {
    this.runs = runs;
    this.runSpread = runSpread;
    this.faultSpread = faultSpread;
    this.cutOff = cutOff;
    this.unseen = unseen;
    this.studies = studies;
  }

  /** Recoveries that take longer than so many medians are known from below only. */
  MadeUpStudies cutOffAt(double medians) {
    return new MadeUpStudies(runs, runSpread, faultSpread, medians * MEDIAN, 0, studies);
  }

  /** Those that take less do not show. */
  MadeUpStudies unseenBelow(double medians) {
    return new MadeUpStudies(
        runs, runSpread, faultSpread, Double.POSITIVE_INFINITY, medians * MEDIAN, studies);
  }

  Sample sample(long seed) {
    return sample(new SplittableRandom(seed), 1);
  }

  private Sample sample(SplittableRandom random, double factor) {
    return sample(random, factor, run -> Math.exp(runSpread * random.nextGaussian()));
  }

  private Sample sample(SplittableRandom random, double factor, IntToDoubleFunction spread) {
    List<List<BoundedValue>> values = new ArrayList<>();
    for (int r = 0; r < runs; r++) {
      double run = MEDIAN * factor * spread.applyAsDouble(r);
      List<BoundedValue> faults = new ArrayList<>();
      for (int f = 0; f < FAULTS; f++) {
        double took = run * Math.exp(faultSpread * random.nextGaussian());
        faults.add(
            took > cutOff * factor
                ? BoundedValue.atLeast(cutOff * factor)
                : took < unseen * factor
                    ? new BoundedValue(0, unseen * factor)
                    : BoundedValue.of(took));
      }
      values.add(faults);
    }
    return new Sample(values);
  }

  /** Two cells, each for itself. */
  private TwoSamples two(SplittableRandom random, double factor) {
    return new TwoSamples(sample(random, factor), sample(random, 1), false, 0);
  }

  /** Share of studies whose interval holds the true median. */
  double coverage() {
    return share(random -> holds(Intervals.figure(sample(random, 1), Scale.LOG), MEDIAN));
  }

  /** Share of studies whose interval of a ratio holds the true one. */
  double ratioCoverage(double factor) {
    return share(random -> holds(Intervals.ratio(two(random, factor), Scale.LOG), factor));
  }

  /** Share of studies of pairs, of which each shares its spread, whose ratio holds the true one. */
  double pairedCoverage(double factor) {
    return share(
        random -> {
          double[] spreads = new double[runs];
          for (int r = 0; r < runs; r++) {
            spreads[r] = Math.exp(runSpread * random.nextGaussian());
          }
          IntToDoubleFunction spread = run -> spreads[run];
          return holds(
              Intervals.ratio(
                  new TwoSamples(
                      sample(random, factor, spread), sample(random, 1, spread), true, 0),
                  Scale.LOG),
              factor);
        });
  }

  /**
   * A study in blocks on a machine that slows down from the first to the last: both runs of a block
   * share its speed, and differ from run to run beside it.
   *
   * @param factor figure of the one cell ÷ that of the other
   * @param slowdown how many times longer all takes in the last block than in the first
   */
  TwoSamples drifting(SplittableRandom random, double factor, double slowdown) {
    IntToDoubleFunction one = slowed(random, slowdown);
    IntToDoubleFunction other = slowed(random, slowdown);
    return new TwoSamples(sample(random, factor, one), sample(random, 1, other), true, 0);
  }

  private IntToDoubleFunction slowed(SplittableRandom random, double slowdown) {
    return run ->
        Math.pow(slowdown, run / (runs - 1.0)) * Math.exp(runSpread * random.nextGaussian());
  }

  /** Share of such studies whose ratio, within blocks, holds the true one. */
  double driftingCoverage(double factor, double slowdown) {
    return share(
        random -> holds(Intervals.ratio(drifting(random, factor, slowdown), Scale.LOG), factor));
  }

  /**
   * Share of such studies that show the one cell to have more, within blocks or each for itself.
   */
  double shown(double factor, double slowdown, boolean paired) {
    return share(
        random -> {
          TwoSamples two = drifting(random, factor, slowdown);
          TwoSamples held = new TwoSamples(two.one(), two.other(), paired, 0);
          BoundedValue interval = Intervals.ratio(held, Scale.LOG).interval();
          return interval != null && interval.low() > 1 ? 1 : 0;
        });
  }

  /** Share of studies whose interval of a difference holds the true one. */
  double differenceCoverage(double factor) {
    return share(
        random ->
            holds(Intervals.difference(two(random, factor), Scale.LOG), (factor - 1) * MEDIAN));
  }

  /** Share of pairs of equal cells of which one is said to be faster. */
  double toldApart() {
    return 1 - share(random -> holds(Intervals.ratio(two(random, 1), Scale.LOG), 1));
  }

  private double share(ToDoubleFunction<SplittableRandom> one) {
    SplittableRandom random = new SplittableRandom(20_240_624L);
    double sum = 0;
    for (int i = 0; i < studies; i++) {
      sum += one.applyAsDouble(random);
    }
    return sum / studies;
  }

  private static double holds(Estimate estimate, double truth) {
    BoundedValue interval = estimate.interval();
    if (interval == null) {
      throw new IllegalStateException("no interval");
    }
    return interval.low() <= truth && truth <= interval.high() ? 1 : 0;
  }

  /** Prints coverage and errors over 20,000 studies of each kind, of these numbers of runs. */
  public static void main(String[] arguments) {
    System.out.println(
        "runs, spread of runs and faults, cut off: figure, ratio, difference, apart");
    for (String argument : arguments) {
      int runs = Integer.parseInt(argument);
      for (double runSpread : new double[] {0, 0.1, 0.25, 0.5, 1}) {
        for (double spread : new double[] {0.1, 0.25, 0.5}) {
          for (double cutOff : new double[] {0.9, 1, 1.05, 1.2, 1e9}) {
            MadeUpStudies some =
                new MadeUpStudies(runs, runSpread, spread, cutOff * MEDIAN, 0, 20_000);
            System.out.printf(
                "%d %.2f %.2f %.2f: %.3f %.3f %.3f %.3f%n",
                runs,
                runSpread,
                spread,
                cutOff,
                some.coverage(),
                some.ratioCoverage(2),
                some.differenceCoverage(2),
                some.toldApart());
          }
        }
      }
    }
  }
}
