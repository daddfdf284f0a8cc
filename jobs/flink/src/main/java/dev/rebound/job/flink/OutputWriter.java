package dev.rebound.job.flink;

import dev.rebound.workload.RecordFormat;
import java.nio.ByteBuffer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Writes encoded outputs to the partition of the output topic that belongs to their rule. */
final class OutputWriter extends TopicWriter {
  private static final long serialVersionUID = 1L;

  /** Where an {@link dev.rebound.workload.OutputRecord} holds its rule. */
  private static final int RULE_OFFSET = 4;

  private final int partitions;

  OutputWriter(String topic, int partitions) {
    super(topic);
    this.partitions = partitions;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      byte[] output, KafkaSinkContext context, @Nullable Long timestamp) {
    int rule = ByteBuffer.wrap(output).getInt(RULE_OFFSET);
    return new ProducerRecord<>(
        topic, RecordFormat.rulePartition(rule, partitions), null, null, output);
  }
}
