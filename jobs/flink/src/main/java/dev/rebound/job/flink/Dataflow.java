package dev.rebound.job.flink;

import dev.rebound.workload.GeneratedRecord;
import dev.rebound.workload.JobOptions;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.jspecify.annotations.Nullable;

/**
 * The stages between source and sink for one kind of workload; elements are byte arrays throughout.
 */
interface Dataflow extends Serializable {
  /** The dataflow of a workload; {@link IllegalArgumentException} if this job has none. */
  static Dataflow of(JobOptions options) {
    return switch (options.workload().pipeline()) {
      case "rule-match", "log-match", "grouping", "sessions" -> new RulesDataflow(options);
      case "grep" -> new GrepDataflow(options);
      case "fixed-window", "session-window" -> new WindowDataflow(options);
      default ->
          throw options.notComputed(
              List.of(
                  "fixed-window",
                  "grep",
                  "grouping",
                  "log-match",
                  "rule-match",
                  "session-window",
                  "sessions"));
    };
  }

  /** Makes an element of a record of the input topic. */
  KafkaRecordDeserializationSchema<byte[]> reader();

  /** Makes an element of a record that the job's own source made; by default its value. */
  default byte[] element(GeneratedRecord record) {
    return record.value();
  }

  /**
   * Times of elements and how far time has come, of each input partition; by default none.
   *
   * @param atOnce whether that is told with each element that is newer, and not periodically
   */
  default WatermarkStrategy<byte[]> watermarks(boolean atOnce) {
    return WatermarkStrategy.noWatermarks();
  }

  /**
   * Computes the outputs. Operators have names and ids, so that a later version can take over their
   * state.
   *
   * @param records as read, or made, in as many subtasks as {@code sources}
   * @param closing records that have states read out, likewise, where others are made; null where
   *     they are among the records, or there are none
   * @param partitions of the input topic
   */
  SingleOutputStreamOperator<byte[]> compute(
      DataStream<byte[]> records,
      @Nullable DataStream<byte[]> closing,
      int sources,
      int partitions);

  /**
   * Makes a record of the output topic of an element.
   *
   * @param partitions of the output topic
   */
  default KafkaRecordSerializationSchema<byte[]> writer(String topic, int partitions) {
    return Elements.Writer.byKey(topic, partitions);
  }
}
