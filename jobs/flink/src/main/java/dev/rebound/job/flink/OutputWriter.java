package dev.rebound.job.flink;

import dev.rebound.workload.RecordFormat;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes encoded outputs to the partition of the output topic that belongs to their rule.
 *
 * <p>It names its topic to the sink, which needs that to list the topic's open transactions when
 * transactional ids are pooled.
 */
final class OutputWriter
    implements KafkaRecordSerializationSchema<byte[]>, KafkaDatasetFacetProvider {
  private static final long serialVersionUID = 1L;

  /** Where an {@link dev.rebound.workload.OutputRecord} holds its rule. */
  private static final int RULE_OFFSET = 4;

  private final String topic;
  private final int partitions;

  OutputWriter(String topic, int partitions) {
    this.topic = topic;
    this.partitions = partitions;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      byte[] output, KafkaSinkContext context, @Nullable Long timestamp) {
    int rule = ByteBuffer.wrap(output).getInt(RULE_OFFSET);
    return new ProducerRecord<>(
        topic, RecordFormat.rulePartition(rule, partitions), null, null, output);
  }

  @Override
  public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
    return Optional.of(
        new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(List.of(topic))));
  }
}
