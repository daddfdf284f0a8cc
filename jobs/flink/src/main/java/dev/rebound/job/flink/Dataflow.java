package dev.rebound.job.flink;

import java.io.Serializable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * The stages between source and sink for one kind of workload; elements are byte arrays throughout.
 */
interface Dataflow extends Serializable {
  /** Makes an element of a record of the input topic. */
  KafkaRecordDeserializationSchema<byte[]> reader();

  /** Times of elements and how far time has come, of each input partition; by default none. */
  default WatermarkStrategy<byte[]> watermarks() {
    return WatermarkStrategy.noWatermarks();
  }

  /**
   * Computes the outputs. Operators have names and ids, so that a later version can take over their
   * state.
   *
   * @param records as read, in as many subtasks as {@code sources}
   * @param partitions of the input topic
   */
  SingleOutputStreamOperator<byte[]> compute(
      DataStream<byte[]> records, int sources, int partitions);

  /**
   * Makes a record of the output topic of an element.
   *
   * @param partitions of the output topic
   */
  KafkaRecordSerializationSchema<byte[]> writer(String topic, int partitions);
}
