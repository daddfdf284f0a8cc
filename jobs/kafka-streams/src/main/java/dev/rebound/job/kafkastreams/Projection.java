package dev.rebound.job.kafkastreams;

import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.VisitWindows;
import dev.rebound.workload.WindowInput;
import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * First stage: takes time and address out of each visit. A closing record becomes a wish for each
 * address of its partition, and brings stream time on beyond every window.
 */
final class Projection extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
  private final VisitWindows windows;
  private final int partitions;

  /**
   * @param partitions of the input topic
   */
  Projection(VisitWindows windows, int partitions) {
    this.windows = windows;
    this.partitions = partitions;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    if (record.value() == null) {
      return;
    }
    Header header = record.headers().lastHeader(RecordIdHeader.HEADER);
    windows.inputs(
        header == null ? null : header.value(),
        record.value(),
        context().recordMetadata().map(RecordMetadata::partition).orElse(0),
        partitions,
        input -> context().forward(shuffled(input)));
  }

  private Record<byte[], byte[]> shuffled(WindowInput input) {
    long later = input.closing() ? windows.laterMillis() : 0;
    return new Record<>(
        ByteBuffer.allocate(Integer.BYTES).putInt(input.address()).array(),
        input.encode(),
        input.micros() / 1000 + later,
        new RecordHeaders());
  }
}
