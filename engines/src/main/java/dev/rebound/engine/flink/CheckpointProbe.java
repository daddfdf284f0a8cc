package dev.rebound.engine.flink;

import dev.rebound.analysis.journal.CheckpointSeries;
import dev.rebound.base.Series;
import dev.rebound.platform.Probe;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How long the newest completed checkpoint took, and how many there were. */
final class CheckpointProbe implements Probe {
  private final Supplier<Checkpoints.@Nullable CompletedCheckpoint> seen;

  /**
   * @param seen as of the last look; null if nothing is known
   */
  CheckpointProbe(Supplier<Checkpoints.@Nullable CompletedCheckpoint> seen) {
    this.seen = seen;
  }

  @Override
  public List<Series> series() {
    return CheckpointSeries.ALL;
  }

  @Override
  public double[] read() {
    Checkpoints.CompletedCheckpoint now = seen.get();
    if (now == null) {
      double[] none = new double[CheckpointSeries.ALL.size()];
      Arrays.fill(none, Double.NaN);
      return none;
    }
    return new double[] {
      now.durationMillis(),
      now.syncMillis(),
      now.asyncMillis(),
      now.alignmentMillis(),
      now.bytes(),
      now.writtenBytes(),
      now.completed(),
      now.failed(),
      now.expired(),
      now.inProgress()
    };
  }
}
