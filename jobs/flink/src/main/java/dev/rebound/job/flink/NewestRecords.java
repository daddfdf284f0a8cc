package dev.rebound.job.flink;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * Starts so many records before the end of a topic, an equal share of them in each partition.
 *
 * @param records of all partitions together
 */
@SuppressWarnings("deprecation") // the connector takes no other type than OffsetResetStrategy
record NewestRecords(int records) implements OffsetsInitializer {
  private static final long serialVersionUID = 1L;

  @Override
  public Map<TopicPartition, Long> getPartitionOffsets(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever retriever) {
    Map<TopicPartition, Long> ends = retriever.endOffsets(partitions);
    Map<TopicPartition, Long> beginnings = retriever.beginningOffsets(partitions);
    long count = Math.max(1, partitions.size());
    long each = (records + count - 1) / count;
    return partitions.stream()
        .collect(
            Collectors.toMap(
                partition -> partition,
                partition ->
                    Math.max(
                        beginnings.getOrDefault(partition, 0L),
                        ends.getOrDefault(partition, 0L) - each)));
  }

  @Override
  public OffsetResetStrategy getAutoOffsetResetStrategy() {
    return OffsetResetStrategy.LATEST;
  }
}
