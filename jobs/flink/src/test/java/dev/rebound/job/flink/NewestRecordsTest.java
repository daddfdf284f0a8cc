package dev.rebound.job.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class NewestRecordsTest {
  private static final TopicPartition FULL = new TopicPartition("records", 0);
  private static final TopicPartition TRIMMED = new TopicPartition("records", 1);
  private static final TopicPartition SHORT = new TopicPartition("records", 2);

  /** A topic whose first records of partition 1 were deleted. */
  private static final class Topic implements OffsetsInitializer.PartitionOffsetsRetriever {
    private static final Map<TopicPartition, Long> ENDS =
        Map.of(FULL, 900L, TRIMMED, 900L, SHORT, 3L);
    private static final Map<TopicPartition, Long> BEGINNINGS =
        Map.of(FULL, 0L, TRIMMED, 880L, SHORT, 0L);

    @Override
    public Map<TopicPartition, Long> committedOffsets(Collection<TopicPartition> partitions) {
      throw new AssertionError("it goes by the ends alone");
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
      return partitions.stream().collect(Collectors.toMap(Function.identity(), ENDS::get));
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
      return partitions.stream().collect(Collectors.toMap(Function.identity(), BEGINNINGS::get));
    }

    @Override
    public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
        Map<TopicPartition, Long> times) {
      throw new AssertionError("it goes by the ends alone");
    }
  }

  @Test
  void eachPartitionGivesItsShareAsFarAsItHasIt() {
    assertThat(
            new NewestRecords(100).getPartitionOffsets(List.of(FULL, TRIMMED, SHORT), new Topic()))
        .isEqualTo(Map.of(FULL, 900L - 34, TRIMMED, 880L, SHORT, 0L));
  }
}
