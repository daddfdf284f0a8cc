package dev.rebound.job.kafkastreams;

import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import dev.rebound.workload.WindowState;
import java.util.function.BiFunction;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Second stage where windows end by count: keeps the open window of each address, and forwards it
 * once it is full or asked for.
 */
final class WindowCounting extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
  private final int visits;
  private final WindowState state;
  private final BiFunction<WindowRecord, Boolean, byte[]> stamp;

  @SuppressWarnings("NullAway.Init") // init sets it
  private KeyValueStore<byte[], byte[]> windows;

  /**
   * @param visits of a full window
   * @param state how a window is kept
   * @param stamp makes the bytes to write of a window that ends, and that is full or not
   */
  WindowCounting(int visits, WindowState state, BiFunction<WindowRecord, Boolean, byte[]> stamp) {
    this.visits = visits;
    this.state = state;
    this.stamp = stamp;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> context) {
    super.init(context);
    this.windows = context.getStateStore(WindowTopology.STORE);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    byte[] kept = windows.get(record.key());
    byte[] now =
        state.next(
            kept,
            WindowInput.decode(record.value()),
            visits,
            (window, full) -> context().forward(record.withValue(stamp.apply(window, full))));
    if (now != kept) {
      windows.put(record.key(), now);
    }
  }
}
