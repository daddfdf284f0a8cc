package dev.rebound.job.flink;

import dev.rebound.workload.RecordIdHeader;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Writes values with their tags, as {@link TaggedReader} hands them on, to any partition. */
final class TaggedWriter extends TopicWriter {
  private static final long serialVersionUID = 1L;

  TaggedWriter(String topic) {
    super(topic);
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      byte[] element, KafkaSinkContext context, @Nullable Long timestamp) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, null, null, null, TaggedReader.value(element));
    record.headers().add(RecordIdHeader.HEADER, TaggedReader.tag(element));
    return record;
  }
}
