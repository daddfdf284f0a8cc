package dev.rebound.job.flink;

import dev.rebound.workload.RecordFormat;
import java.nio.ByteBuffer;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Hands on input records as they are.
 *
 * <p>A closing record speaks to the rules of the partition that it was read from, so it gets that
 * partition as its payload (4 bytes, big-endian). Elements thus stay plain byte arrays, which cost
 * no serializer of their own.
 */
final class RecordReader implements KafkaRecordDeserializationSchema<byte[]> {
  private static final long serialVersionUID = 1L;

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> message, Collector<byte[]> out) {
    byte[] record = message.value();
    if (RecordFormat.kind(record) == RecordFormat.RecordKind.CLOSING) {
      out.collect(withPartition(record, message.partition()));
    } else {
      out.collect(record);
    }
  }

  /** The closing record that tells its partition. */
  static byte[] withPartition(byte[] closing, int partition) {
    byte[] record = new byte[RecordFormat.HEADER_BYTES + Integer.BYTES];
    RecordFormat.header(
        record,
        RecordFormat.RecordKind.CLOSING,
        RecordFormat.generator(closing),
        Integer.BYTES,
        RecordFormat.sequence(closing),
        RecordFormat.intendedMicros(closing));
    ByteBuffer.wrap(record).putInt(RecordFormat.HEADER_BYTES, partition);
    return record;
  }

  /** The partition that {@link #withPartition} wrote. */
  static int partition(byte[] closing) {
    return ByteBuffer.wrap(closing).getInt(RecordFormat.HEADER_BYTES);
  }

  @Override
  public TypeInformation<byte[]> getProducedType() {
    return PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;
  }
}
