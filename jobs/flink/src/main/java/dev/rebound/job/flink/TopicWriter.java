package dev.rebound.job.flink;

import java.util.List;
import java.util.Optional;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;

/**
 * Writes elements to one topic, which it names to the sink: that needs it to list the topic's open
 * transactions when transactional ids are pooled.
 */
abstract class TopicWriter
    implements KafkaRecordSerializationSchema<byte[]>, KafkaDatasetFacetProvider {
  private static final long serialVersionUID = 1L;

  final String topic;

  TopicWriter(String topic) {
    this.topic = topic;
  }

  @Override
  public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
    return Optional.of(
        new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(List.of(topic))));
  }
}
