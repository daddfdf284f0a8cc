package dev.rebound.engine.hdfs;

import dev.rebound.base.Series;
import dev.rebound.platform.Probe;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The content of an HDFS, and whether it takes files; nothing while the NameNode does not answer.
 */
final class HdfsProbe implements Probe {
  private final Supplier<@Nullable NameNodeState> newest;

  /**
   * @param newest null while the NameNode does not answer
   */
  HdfsProbe(Supplier<@Nullable NameNodeState> newest) {
    this.newest = newest;
  }

  @Override
  public List<Series> series() {
    return List.of(
        new Series("hdfs.files", "files", ""),
        new Series("hdfs.used", "bytes", ""),
        new Series("hdfs.safe-mode", "1 if in it", ""));
  }

  @Override
  public double[] read() {
    NameNodeState state = newest.get();
    return state == null
        ? new double[] {Double.NaN, Double.NaN, Double.NaN}
        : new double[] {state.files(), state.usedBytes(), state.safeMode().isEmpty() ? 0 : 1};
  }
}
