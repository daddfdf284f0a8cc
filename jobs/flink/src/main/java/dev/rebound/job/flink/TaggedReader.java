package dev.rebound.job.flink;

import dev.rebound.workload.RecordIdHeader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Hands on values with their tags: length of the tag (2 bytes, big-endian), tag, value. Elements
 * thus stay plain byte arrays, which cost no serializer of their own. Tombstones are passed over.
 */
final class TaggedReader implements KafkaRecordDeserializationSchema<byte[]> {
  private static final long serialVersionUID = 1L;

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> message, Collector<byte[]> out) {
    if (message.value() != null) {
      Header header = message.headers().lastHeader(RecordIdHeader.HEADER);
      byte[] tag = header == null ? null : header.value();
      out.collect(element(tag == null ? new byte[0] : tag, message.value()));
    }
  }

  static byte[] element(byte[] tag, byte[] value) {
    return ByteBuffer.allocate(Short.BYTES + tag.length + value.length)
        .putShort((short) tag.length)
        .put(tag)
        .put(value)
        .array();
  }

  private static int valueStart(byte[] element) {
    return Short.BYTES + (ByteBuffer.wrap(element).getShort() & 0xFFFF);
  }

  static byte[] tag(byte[] element) {
    return Arrays.copyOfRange(element, Short.BYTES, valueStart(element));
  }

  static byte[] value(byte[] element) {
    return Arrays.copyOfRange(element, valueStart(element), element.length);
  }

  @Override
  public TypeInformation<byte[]> getProducedType() {
    return PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;
  }
}
