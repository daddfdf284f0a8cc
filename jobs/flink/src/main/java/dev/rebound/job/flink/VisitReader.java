package dev.rebound.job.flink;

import dev.rebound.workload.RecordIdHeader;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Hands on visits with their tags, as {@link TaggedReader} does, and closing records, which have
 * none, with their partition, as {@link RecordReader} does.
 */
final class VisitReader implements KafkaRecordDeserializationSchema<byte[]> {
  private static final long serialVersionUID = 1L;

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> message, Collector<byte[]> out) {
    if (message.value() == null) {
      return;
    }
    Header header = message.headers().lastHeader(RecordIdHeader.HEADER);
    out.collect(
        header == null
            ? TaggedReader.element(
                new byte[0], RecordReader.withPartition(message.value(), message.partition()))
            : TaggedReader.element(header.value(), message.value()));
  }

  @Override
  public TypeInformation<byte[]> getProducedType() {
    return PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;
  }
}
