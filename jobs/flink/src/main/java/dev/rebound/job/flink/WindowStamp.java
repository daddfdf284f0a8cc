package dev.rebound.job.flink;

import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.WindowRecord;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.Window;
import org.apache.flink.util.Collector;

/** Stamps each window with the time of its end, and with who ended it. */
final class WindowStamp<W extends Window>
    extends ProcessWindowFunction<byte[], byte[], Integer, W> {
  private static final long serialVersionUID = 1L;

  private final int visits;
  private final KeyedLogic.Emitter defaults;

  /**
   * @param visits of a window that is full; 0 where every window is
   */
  WindowStamp(int visits, KeyedLogic.Emitter defaults) {
    this.visits = visits;
    this.defaults = defaults;
  }

  @Override
  public void process(
      Integer address, Context context, Iterable<byte[]> windows, Collector<byte[]> out) {
    for (byte[] bytes : windows) {
      if (bytes.length > 0) {
        WindowRecord window = WindowRecord.of(bytes);
        out.collect(
            window.closed(visits == 0 || window.count() == visits, RuleStates.emitter(defaults)));
      }
    }
  }
}
