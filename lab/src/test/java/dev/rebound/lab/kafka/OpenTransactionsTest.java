package dev.rebound.lab.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.topic.TopicLanes;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  /** A transaction of a minute's timeout that began so long ago, on these lanes. */
  private static TransactionDescription began(long producer, long agoMillis, Integer... lanes) {
    return new TransactionDescription(
        1,
        TransactionState.ONGOING,
        producer,
        0,
        60_000,
        OptionalLong.of(NOW - agoMillis),
        Stream.of(lanes).map(LANES::partition).collect(Collectors.toSet()));
  }

  private static List<Integer> hanging(
      Map<Integer, Map<Long, Long>> writing, Map<String, TransactionDescription> told) {
    return hanging(writing, told, writing);
  }

  private static List<Integer> hanging(
      Map<Integer, Map<Long, Long>> before,
      Map<String, TransactionDescription> told,
      Map<Integer, Map<Long, Long>> after) {
    Map<Long, String> known = Map.of(1L, "a", 2L, "b");
    return OpenTransactions.hanging(LANES, before, known, told, after, NOW);
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
        .isEqualTo(Map.of(1, Map.of(1L, 5L), 2, Map.of(2L, 5L)));
  }

  @Test
  void oneThatHangsOnATopicLeavesTheOthersAlone() {
    Map<Integer, Map<Long, Long>> writing = Map.of(0, Map.of(1L, 5L), 3, Map.of(2L, 5L));
    assertThat(hanging(writing, Map.of("a", began(1, 30_000, 0), "b", began(2, 30_000, 3))))
        .isEmpty();
    assertThat(hanging(writing, Map.of("a", began(1, 30_000, 0), "b", began(2, 61_000, 3))))
        .containsExactly(3);
  }

  @Test
  void oneThatNoCoordinatorKnowsOfHangs() {
    Map<Integer, Map<Long, Long>> writing = Map.of(0, Map.of(1L, 5L, 9L, 5L), 1, Map.of(1L, 5L));
    assertThat(hanging(writing, Map.of("a", began(1, 0, 0, 1)))).containsExactly(0);
    assertThat(hanging(Map.of(0, Map.of()), Map.of())).as("it has just ended").isEmpty();
  }

  @Test
  void oneThatItsProducerHasLeftOnALaneHangsUnlessItHasEndedMeanwhile() {
    Map<Integer, Map<Long, Long>> writing = Map.of(0, Map.of(1L, 5L), 1, Map.of(1L, 7L));
    Map<String, TransactionDescription> told = Map.of("a", began(1, 0, 1));
    assertThat(hanging(writing, told)).containsExactly(0);
    assertThat(hanging(writing, told, Map.of(0, Map.of(), 1, Map.of(1L, 7L)))).isEmpty();
    assertThat(hanging(writing, told, Map.of(0, Map.of(1L, 9L)))).as("the next one").isEmpty();
  }
}
