package dev.rebound.lab.kafka;

import dev.rebound.lab.topic.TopicLanes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What brokers say of transactions that are open: on which lanes they hang. Pure. */
final class OpenTransactions {
  private OpenTransactions() {}

  /** By lane, the producers with a transaction that is open on it, each with where that begins. */
  static Map<Integer, Map<Long, Long>> writing(
      TopicLanes lanes, List<Integer> open, Map<TopicPartition, PartitionProducerState> told) {
    Map<Integer, Map<Long, Long>> writing = new TreeMap<>();
    for (int lane : open) {
      PartitionProducerState its = told.get(lanes.partition(lane));
      if (its != null) {
        writing.put(
            lane,
            its.activeProducers().stream()
                .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                .collect(
                    Collectors.toMap(
                        ProducerState::producerId,
                        producer -> producer.currentTransactionStartOffset().getAsLong(),
                        Math::min)));
      }
    }
    return writing;
  }

  /**
   * The lanes with a transaction past its timeout, or one that no coordinator knows to be on them.
   *
   * @param before what was open on lanes before coordinators were asked
   * @param known by producer, the transactions that coordinators know of
   * @param told what they say of these
   * @param after what was open when they had answered: a transaction that ended meanwhile has left
   *     no lane out
   * @param nowMillis until when a timeout is to have passed
   */
  static List<Integer> hanging(
      TopicLanes lanes,
      Map<Integer, Map<Long, Long>> before,
      Map<Long, String> known,
      Map<String, TransactionDescription> told,
      Map<Integer, Map<Long, Long>> after,
      long nowMillis) {
    return before.entrySet().stream()
        .filter(
            lane ->
                lane.getValue().entrySet().stream()
                    .filter(after.getOrDefault(lane.getKey(), Map.of()).entrySet()::contains)
                    .anyMatch(
                        one -> {
                          String id = known.get(one.getKey());
                          TopicPartition on = lanes.partition(lane.getKey());
                          return id == null || hangs(told.get(id), on, nowMillis);
                        }))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean hangs(
      @Nullable TransactionDescription told, TopicPartition lane, long nowMillis) {
    return told != null
        && (!told.topicPartitions().contains(lane)
            || (told.transactionStartTimeMs().isPresent()
                && told.transactionStartTimeMs().getAsLong() + told.transactionTimeoutMs()
                    < nowMillis));
  }
}
