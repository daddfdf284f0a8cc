package dev.rebound.analysis.compare.run;

import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.FaultResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The fault that is drawn for a cell: of the run whose median is in the middle, the fault that is.
 * A fault that did not end counts as longest; of an even number it is the shorter of the two in the
 * middle.
 *
 * @param folder of the run
 * @param runId of the run
 * @param fault its number in that run
 * @param metric what it is the median by: {@code recovery}, or {@code outage} where no recovery is
 *     known
 * @param doubted no run of the cell counts for that metric, so that this is only what was measured
 * @param faults faults of that run of which it is known
 * @param runs runs of the cell that have any
 */
public record MedianFault(
    Path folder, String runId, int fault, String metric, boolean doubted, int faults, int runs) {

  /** A fault and what is known of it. */
  private record KnownFault(FaultResult fault, Bounds bounds) {}

  /** The middle fault of one run. */
  private record MiddleFault(ComparedRun run, KnownFault known, int faults) {}

  /** The median fault of the runs of a cell; empty if nothing is known of any of their faults. */
  public static Optional<MedianFault> of(List<ComparedRun> runs) {
    for (boolean doubted : new boolean[] {false, true}) {
      for (String metric : List.of(FaultFigure.RECOVERY, FaultFigure.OUTAGE)) {
        List<MiddleFault> middles = new ArrayList<>();
        for (ComparedRun run : runs) {
          if (doubted || Samples.doubt(metric, run).isEmpty()) {
            middle(metric, run).ifPresent(middles::add);
          }
        }
        if (!middles.isEmpty()) {
          MiddleFault middle =
              middle(middles, Comparator.comparing(MiddleFault::known, byLength()));
          return Optional.of(
              new MedianFault(
                  middle.run().folder(),
                  middle.run().results().runId(),
                  middle.known().fault().fault(),
                  metric,
                  doubted,
                  middle.faults(),
                  middles.size()));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<MiddleFault> middle(String metric, ComparedRun run) {
    List<KnownFault> known = new ArrayList<>();
    for (FaultResult fault : run.hits()) {
      FaultFigure.of(metric, fault).ifPresent(bounds -> known.add(new KnownFault(fault, bounds)));
    }
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(new MiddleFault(run, middle(known, byLength()), known.size()));
  }

  private static Comparator<KnownFault> byLength() {
    return Comparator.<KnownFault>comparingDouble(k -> k.bounds().high())
        .thenComparingDouble(k -> k.bounds().low());
  }

  private static <T> T middle(List<T> values, Comparator<T> order) {
    return values.stream().sorted(order).toList().get((values.size() - 1) / 2);
  }
}
