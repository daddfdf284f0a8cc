package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.cell.Cells;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Intervals;
import dev.rebound.analysis.compare.statistics.MetricWords;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Says from one block how many it takes. One run of a cell shows how far its faults differ, and
 * nothing of how far runs do; so runs are taken to differ as much as the faults of one run, beside
 * what the median of so few faults varies by itself. The cell that differs most decides.
 *
 * @param blocks how many blocks it takes; 0 if that cannot be said
 * @param why in words: the spread that it follows from, or why nothing can be said
 */
public record SampleSizeEstimate(int blocks, String why) {
  private static final double TAIL = 0.025;
  private static final int FAULTS_MIN = 3;
  private static final int BLOCKS_MAX = 1000;

  /** The pilot of a first block. */
  public static SampleSizeEstimate of(List<ComparedRun> runs, double precision) {
    double worst = -1;
    String where = "";
    for (CellRuns cell : Cells.of(runs)) {
      for (String metric : List.of(FaultFigure.RECOVERY, FaultFigure.OUTAGE)) {
        double spread = spread(Samples.of(metric, cell.runs()));
        if (spread > worst) {
          worst = spread;
          where =
              "%s of %s, %s, %s"
                  .formatted(
                      MetricWords.noun(metric),
                      cell.cell().scenario(),
                      Cell.engineName(cell.cell().engine()),
                      cell.cell().profile());
        }
      }
    }
    String wanted = Words.text("within %.0f %%", precision * 100);
    if (worst < 0) {
      return new SampleSizeEstimate(
          0,
          ("no cell has %s faults that ended, so it cannot be said how many blocks it takes"
                  + " to know each figure %s")
              .formatted(FAULTS_MIN, wanted));
    }
    int blocks = blocks(worst, precision);
    return new SampleSizeEstimate(
        blocks,
        Words.text(
            "the %s differs most, by a factor of %.2f from run to run if runs differ as its faults"
                + " do, which takes %d blocks to know each figure %s",
            where, Math.exp(worst), blocks, wanted));
  }

  /** Least number of runs whose interval reaches no farther than wanted; at least three. */
  static int blocks(double deviation, double precision) {
    int runs = Intervals.RUNS_MIN;
    while (runs < BLOCKS_MAX && halfWidth(deviation, runs) > Math.log1p(precision)) {
      runs++;
    }
    return runs;
  }

  private static double halfWidth(double deviation, int runs) {
    return TDistribution.of(runs - 1.0).inverseSurvivalProbability(TAIL)
        * deviation
        / Math.sqrt(runs);
  }

  /**
   * The standard deviation of a run's median, on the logarithms; -1 if too few faults are known.
   */
  private static double spread(Sample sample) {
    double squares = 0;
    int freedom = 0;
    int most = 0;
    for (List<BoundedValue> run : sample.runs()) {
      List<Double> logs = new ArrayList<>();
      for (BoundedValue value : run) {
        if (value.bounded() && value.low() > 0) {
          logs.add(Math.log((value.low() + value.high()) / 2));
        }
      }
      if (logs.size() >= FAULTS_MIN) {
        double mean = logs.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        squares += logs.stream().mapToDouble(log -> (log - mean) * (log - mean)).sum();
        freedom += logs.size() - 1;
        most = Math.max(most, logs.size());
      }
    }
    return freedom == 0 ? -1 : Math.sqrt(squares / freedom * (1 + Math.PI / 2 / most));
  }
}
