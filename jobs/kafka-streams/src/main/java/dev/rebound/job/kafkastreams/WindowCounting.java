package dev.rebound.job.kafkastreams;

import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import dev.rebound.workload.WindowState;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Second stage where windows end by count: keeps the open window of each address, and forwards it
 * once it is full or asked for.
 */
final class WindowCounting implements Processor<byte[], byte[], byte[], byte[]> {
  private final int visits;
  private final WindowState state;
  private final Stamp stamp;
  private @Nullable ProcessorContext<byte[], byte[]> context;
  private @Nullable KeyValueStore<byte[], byte[]> windows;

  /** Makes the bytes to write of a window that ends. */
  @FunctionalInterface
  interface Stamp {
    byte[] stamped(WindowRecord window, boolean full);
  }

  /**
   * @param visits of a full window
   * @param state how a window is kept
   */
  WindowCounting(int visits, WindowState state, Stamp stamp) {
    this.visits = visits;
    this.state = state;
    this.stamp = stamp;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> context) {
    this.context = context;
    this.windows = context.getStateStore(WindowTopology.STORE);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    KeyValueStore<byte[], byte[]> store = windows;
    ProcessorContext<byte[], byte[]> out = context;
    if (store == null || out == null) {
      throw new IllegalStateException("a visit came before init");
    }
    byte[] kept = store.get(record.key());
    WindowInput input = WindowInput.decode(record.value());
    byte[] now = input.closing() ? kept : state.with(kept, input);
    if (now == null) {
      return;
    }
    WindowRecord window = state.window(now);
    if (input.closing() || window.count() == visits) {
      store.delete(record.key());
      out.forward(record.withValue(stamp.stamped(window, window.count() == visits)));
    } else {
      store.put(record.key(), now);
    }
  }
}
