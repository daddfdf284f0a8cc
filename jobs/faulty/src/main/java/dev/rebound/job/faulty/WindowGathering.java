package dev.rebound.job.faulty;

import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the visits of each address in windows that end by count. All of an address's visits are
 * in one partition, so there is no shuffle; and which of them are in the open window follows from
 * the partition's records alone, so there is no store either: who is given a partition reads it
 * from its start.
 */
final class WindowGathering implements PartitionWork {
  private final FixedWindow windows;
  private final int partitions;
  private final WrongWindows closing;
  private final Map<Integer, WindowRecord> open = new HashMap<>();

  /** {@link IllegalArgumentException} where windows are of time, or visits need a shuffle. */
  WindowGathering(JobOptions options, FixedWindow windows, int partitions, List<PlantedBug> bugs) {
    if (windows.byTime() || !windows.byKey() || !windows.listed()) {
      throw new IllegalArgumentException(
          "this job gathers windows by count, of visits that are sent by key, and lists them; give"
              + " workload.window=count, workload.partition=key and workload.members=ids");
    }
    this.windows = windows;
    this.partitions = partitions;
    this.closing = new WrongWindows(options, bugs, true);
  }

  /** The header that says which visit it is; null of a closing record. */
  static byte @Nullable [] tag(ConsumerRecord<byte[], byte[]> record) {
    Header header = record.headers().lastHeader(RecordIdHeader.HEADER);
    return header == null ? null : header.value();
  }

  @Override
  public boolean closing(ConsumerRecord<byte[], byte[]> record) {
    return tag(record) == null;
  }

  @Override
  public void take(ConsumerRecord<byte[], byte[]> record, boolean known, OutputSink sink) {
    windows.inputs(
        tag(record),
        record.value(),
        record.partition(),
        partitions,
        input -> gather(input, known, sink));
  }

  private void gather(WindowInput input, boolean known, OutputSink sink) {
    WindowRecord before = open.remove(input.address());
    WindowRecord window = input.closing() ? before : WindowRecord.with(before, input, true);
    if (window == null) {
      return;
    }
    boolean full = window.count() == windows.windowVisits();
    if (!full && !input.closing()) {
      open.put(input.address(), window);
    } else if (!known) {
      closing.close(window, full, sink);
    }
  }

  @Override
  public void forget(int partition) {
    open.keySet().removeIf(address -> address % partitions == partition);
  }
}
