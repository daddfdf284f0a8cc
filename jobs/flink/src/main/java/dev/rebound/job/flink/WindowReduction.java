package dev.rebound.job.flink;

import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import dev.rebound.workload.WindowState;
import org.apache.flink.api.common.functions.AggregateFunction;

/**
 * Reduces the visits of a window as they come, to an encoded {@link WindowRecord}, which is padded
 * as long as the window is open; to nothing while there was none. Closing records change nothing.
 */
final class WindowReduction implements AggregateFunction<byte[], byte[], byte[]> {
  private static final long serialVersionUID = 1L;

  private final WindowState state;

  /**
   * @param state how a window is kept
   */
  WindowReduction(WindowState state) {
    this.state = state;
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
    return closing(input) ? window : state.with(window, WindowInput.decode(input));
  }

  @Override
  public byte[] getResult(byte[] window) {
    return window.length == 0 ? window : state.window(window).bytes();
  }

  /** Of sessions that a visit in between makes one. */
  @Override
  public byte[] merge(byte[] one, byte[] other) {
    return state.merged(one, other);
  }
}
