package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.Comparison.Point;
import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.run.DottedKeys;
import dev.rebound.analysis.compare.run.QueueModel;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.compare.statistics.Intervals;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.compare.statistics.Scale;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.units.Median;
import dev.rebound.analysis.units.Words;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The axis of rates where every job's capacity was measured apart: load ÷ capacity, on which
 * engines of different capacity stand beside each other, and what a queue predicts for the recovery
 * time. Pure.
 */
final class LoadAxis {
  private LoadAxis() {}

  /** Whether an axis over a key is one of load ÷ capacity. */
  static boolean isTold(String key, List<List<CellRuns>> lines) {
    return key.equals(DottedKeys.RATE)
        && lines.stream()
            .flatMap(List::stream)
            .flatMap(members -> members.runs().stream())
            .allMatch(run -> QueueModel.loadToCapacity(run).isPresent());
  }

  /** Median load ÷ capacity of the runs of a cell. */
  static double share(CellRuns members) {
    return Median.of(
        members.runs().stream()
            .mapToDouble(run -> QueueModel.loadToCapacity(run).orElseThrow())
            .toArray());
  }

  static Point point(CellRuns members, Estimate figure) {
    double share = share(members);
    return new Point(share, Words.share(share), figure);
  }

  /** Recovery times that a queue predicts for these cells; none for another metric. */
  static List<Point> predicted(String metric, List<CellRuns> line) {
    return metric.equals(FaultFigure.RECOVERY)
        ? line.stream()
            .flatMap(members -> predicted(members).stream())
            .sorted(Comparator.comparingDouble(Point::at))
            .toList()
        : List.of();
  }

  private static Optional<Point> predicted(CellRuns members) {
    Sample sample = Samples.of(Metrics.PREDICTED, members.runs());
    return sample.usable()
        ? Optional.of(point(members, Intervals.figure(sample, Scale.of(Metrics.PREDICTED))))
        : Optional.empty();
  }
}
