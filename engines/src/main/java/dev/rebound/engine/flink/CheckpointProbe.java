package dev.rebound.engine.flink;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.journal.Series;
import dev.rebound.lab.probe.Probe;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Duration and size of the newest completed checkpoint. */
final class CheckpointProbe implements Probe {
  private final Supplier<@Nullable JsonNode> newest;

  /**
   * @param newest as the REST interface gives it; null before the first
   */
  CheckpointProbe(Supplier<@Nullable JsonNode> newest) {
    this.newest = newest;
  }

  @Override
  public List<Series> series() {
    return List.of(
        new Series("flink.checkpoint.duration", "ms", ""),
        new Series("flink.checkpoint.size", "bytes", ""));
  }

  @Override
  public double[] read() {
    JsonNode checkpoint = newest.get();
    return checkpoint == null || !checkpoint.has("id")
        ? new double[] {Double.NaN, Double.NaN}
        : new double[] {
          checkpoint.path("end_to_end_duration").asDouble(),
          checkpoint.path("state_size").asDouble()
        };
  }
}
