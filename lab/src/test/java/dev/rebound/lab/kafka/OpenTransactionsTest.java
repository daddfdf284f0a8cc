package dev.rebound.lab.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.topic.TopicLanes;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.Test;

/** Two topics of two partitions. */
class OpenTransactionsTest {
  private static final TopicLanes LANES = new TopicLanes(List.of("priced", "rejected"), 4);
  private static final long NOW = 1_800_000_000_000L;

  private static ProducerState producer(long id, boolean open) {
    return new ProducerState(
        id, 0, 7, NOW, OptionalInt.of(0), open ? OptionalLong.of(5) : OptionalLong.empty());
  }

  /** A transaction of a minute's timeout that began so long ago. */
  private static TransactionDescription began(long producer, long agoMillis) {
    return new TransactionDescription(
        1,
        TransactionState.ONGOING,
        producer,
        0,
        60_000,
        OptionalLong.of(NOW - agoMillis),
        Set.of());
  }

  private static List<Integer> hanging(
      Map<Integer, Set<Long>> writing, Map<String, TransactionDescription> told) {
    Map<Long, String> known = Map.of(1L, "a", 2L, "b");
    return OpenTransactions.hanging(writing, known, told, NOW);
  }

  @Test
  void onlyProducersWithATransactionThatIsOpenHoldALaneBack() {
    assertThat(
            OpenTransactions.writing(
                LANES,
                List.of(1, 2),
                Map.of(
                    LANES.partition(1),
                    new PartitionProducerState(List.of(producer(1, true), producer(2, false))),
                    LANES.partition(2),
                    new PartitionProducerState(List.of(producer(2, true))))))
        .isEqualTo(Map.of(1, Set.of(1L), 2, Set.of(2L)));
  }

  @Test
  void oneThatHangsOnATopicLeavesTheOthersAlone() {
    Map<Integer, Set<Long>> writing = Map.of(0, Set.of(1L), 3, Set.of(2L));
    assertThat(hanging(writing, Map.of("a", began(1, 30_000), "b", began(2, 30_000)))).isEmpty();
    assertThat(hanging(writing, Map.of("a", began(1, 30_000), "b", began(2, 61_000))))
        .containsExactly(3);
  }

  @Test
  void oneThatNoCoordinatorKnowsOfHangs() {
    assertThat(hanging(Map.of(0, Set.of(1L, 9L), 1, Set.of(1L)), Map.of("a", began(1, 0))))
        .containsExactly(0);
    assertThat(hanging(Map.of(0, Set.of()), Map.of())).as("it has just ended").isEmpty();
  }
}
