package dev.rebound.job.flink;

import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import org.apache.flink.api.common.functions.AggregateFunction;

/**
 * Reduces the visits of a window as they come, to an encoded {@link WindowRecord}; to nothing while
 * there was none. Closing records change nothing.
 */
final class Reduction implements AggregateFunction<byte[], byte[], byte[]> {
  private static final long serialVersionUID = 1L;

  private final boolean listed;

  /**
   * @param listed whether a window lists its visits
   */
  Reduction(boolean listed) {
    this.listed = listed;
  }

  /** True if an encoded {@link WindowInput} asks for a window to be read out. */
  static boolean closing(byte[] input) {
    return input[0] == 1;
  }

  @Override
  public byte[] createAccumulator() {
    return new byte[0];
  }

  @Override
  public byte[] add(byte[] input, byte[] window) {
    return closing(input)
        ? window
        : WindowRecord.with(
                window.length == 0 ? null : WindowRecord.of(window),
                WindowInput.decode(input),
                listed)
            .bytes();
  }

  @Override
  public byte[] getResult(byte[] window) {
    return window;
  }

  @Override
  public byte[] merge(byte[] one, byte[] other) {
    throw new UnsupportedOperationException("these windows never merge");
  }
}
