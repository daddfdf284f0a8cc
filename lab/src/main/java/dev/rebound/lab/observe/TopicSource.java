package dev.rebound.lab.observe;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/** Outputs on one topic or several. */
final class TopicSource implements OutputSource {
  private final TopicReader reader;
  private ConsumerRecords<byte[], byte[]> records = ConsumerRecords.empty();
  private Map<TopicPartition, Long> ends = Map.of();

  TopicSource(TopicReader reader) {
    this.reader = reader;
  }

  @Override
  public int lanes() {
    return reader.partitions().size();
  }

  @Override
  public int poll(Duration timeout) {
    records = reader.poll(timeout);
    return records.count();
  }

  @Override
  public void each(ReadOutputs sink) throws IOException {
    for (TopicPartition partition : records.partitions()) {
      int lane = reader.lane(partition);
      for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
        sink.take(
            lane,
            record.offset(),
            record.timestamp(),
            ReadHeaders.of(record),
            record.value(),
            Math.max(0, record.serializedValueSize()));
      }
    }
  }

  @Override
  public long lagRecords() {
    return reader.lagRecords();
  }

  @Override
  public long repositioned() {
    return reader.repositioned();
  }

  @Override
  public boolean reachedEnd() {
    ends = ends.isEmpty() ? reader.endOffsets() : ends;
    return !ends.isEmpty() && reader.reached(ends);
  }

  @Override
  public void close() {
    reader.close();
  }
}
