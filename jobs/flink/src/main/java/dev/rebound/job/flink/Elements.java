package dev.rebound.job.flink;

import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RecordIdHeader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.flink.util.function.SerializableFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a dataflow, which are plain byte arrays that cost no serializer of their own: a
 * record as it is, or tagged, which is length of the tag (2 bytes, big-endian), tag, value. A
 * closing record speaks to the states of the partition that it was read from, so it gets that
 * partition as its payload (4 bytes, big-endian).
 */
final class Elements {
  private static final byte[] NO_TAG = new byte[0];

  private Elements() {}

  /** A record as it is. */
  static byte[] record(ConsumerRecord<byte[], byte[]> message) {
    byte[] record = message.value();
    return RecordFormat.kind(record) == RecordFormat.RecordKind.CLOSING
        ? withPartition(record, message.partition())
        : record;
  }

  /** A value with its tag; null of a tombstone. */
  static byte @Nullable [] tagged(ConsumerRecord<byte[], byte[]> message) {
    Header header = message.headers().lastHeader(RecordIdHeader.HEADER);
    byte[] tag = header == null ? null : header.value();
    return message.value() == null ? null : element(tag == null ? NO_TAG : tag, message.value());
  }

  /** A visit with its tag, or a closing record, which has none; null of a tombstone. */
  static byte @Nullable [] visit(ConsumerRecord<byte[], byte[]> message) {
    return message.value() != null && message.headers().lastHeader(RecordIdHeader.HEADER) == null
        ? element(NO_TAG, withPartition(message.value(), message.partition()))
        : tagged(message);
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

  /**
   * Makes elements of records of the input topic.
   *
   * @param element one of a record; null where it is passed over
   */
  record Reader(SerializableFunction<ConsumerRecord<byte[], byte[]>, byte @Nullable []> element)
      implements KafkaRecordDeserializationSchema<byte[]> {
    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> message, Collector<byte[]> out) {
      byte[] read = element.apply(message);
      if (read != null) {
        out.collect(read);
      }
    }

    @Override
    public TypeInformation<byte[]> getProducedType() {
      return PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;
    }
  }

  /** Writes elements to one topic. */
  record Writer(String topic, SerializableFunction<byte[], ProducerRecord<byte[], byte[]>> record)
      implements KafkaRecordSerializationSchema<byte[]> {
    /** Writes values with their tags to any partition. */
    static Writer tagged(String topic) {
      return new Writer(
          topic,
          element -> {
            ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, null, null, null, value(element));
            record.headers().add(RecordIdHeader.HEADER, tag(element));
            return record;
          });
    }

    /** Writes encoded outputs to the partition of the output topic that belongs to their key. */
    static Writer byKey(String topic, int partitions) {
      return new Writer(
          topic,
          output ->
              new ProducerRecord<>(
                  topic, RecordFormat.rulePartition(key(output), partitions), null, null, output));
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(
        byte[] element, KafkaSinkContext context, @Nullable Long timestamp) {
      return record.apply(element);
    }
  }

  /**
   * Names its topic to the sink, too: that needs it to list the topic's open transactions when
   * transactional ids are pooled.
   */
  record ListedWriter(String topic, KafkaRecordSerializationSchema<byte[]> writer)
      implements KafkaRecordSerializationSchema<byte[]>, KafkaDatasetFacetProvider {
    @Override
    public @Nullable ProducerRecord<byte[], byte[]> serialize(
        byte[] element, KafkaSinkContext context, @Nullable Long timestamp) {
      return writer.serialize(element, context, timestamp);
    }

    @Override
    public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
      return Optional.of(
          new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(List.of(topic))));
    }
  }

  /**
   * The rule of an encoded {@link dev.rebound.workload.Match} or {@link
   * dev.rebound.workload.OutputRecord}, the address of an encoded {@link
   * dev.rebound.workload.WindowInput} or {@link dev.rebound.workload.WindowRecord}.
   */
  static int key(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getInt(4);
  }
}
