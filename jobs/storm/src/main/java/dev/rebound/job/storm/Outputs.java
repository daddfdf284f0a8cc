package dev.rebound.job.storm;

import dev.rebound.job.storm.KeyedStep.States;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.RuleWorkload;
import dev.rebound.workload.WorkloadSpec;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.storm.tuple.ITuple;
import org.jspecify.annotations.Nullable;

/** What is written of a tuple, and becomes of the state of its key. For use by one thread. */
interface Outputs {
  /** The record to write; null if there is none. */
  @Nullable ProducerRecord<byte[], byte[]> of(States states, ITuple tuple);

  /**
   * Those of a workload: without states, records in which it finds anything, as they are; else what
   * comes of what was found.
   *
   * @param partitions of the output topic
   */
  static Outputs of(Properties workload, String topic, int partitions) {
    if (WorkloadSpec.fromProperties(workload).pipeline().equals("grep")) {
      Matcher matcher = RuleWorkload.matcher(workload);
      return (states, record) -> found(matcher, topic, record);
    }
    KeyedStep step = KeyedStep.of(workload);
    return (states, tuple) -> {
      int key = tuple.getInteger(0);
      byte[] output = step.apply(states, key, tuple.getBinary(1));
      int partition = RecordFormat.rulePartition(key, partitions);
      return output == null ? null : new ProducerRecord<>(topic, partition, null, output);
    };
  }

  private static @Nullable ProducerRecord<byte[], byte[]> found(
      Matcher matcher, String topic, ITuple record) {
    byte[] value = RecordTuple.value(record);
    byte[] tag = RecordTuple.tag(record);
    return value != null && matcher.finds(value)
        ? new ProducerRecord<>(
            topic,
            null,
            RecordTuple.key(record),
            value,
            tag == null ? List.of() : List.of(new RecordHeader(RecordIdHeader.HEADER, tag)))
        : null;
  }
}
