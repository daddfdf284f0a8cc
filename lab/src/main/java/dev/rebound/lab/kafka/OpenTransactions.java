package dev.rebound.lab.kafka;

import dev.rebound.lab.topic.TopicLanes;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** By lane, the ids of the producers with a transaction that is open on it. */
  static Map<Integer, Set<Long>> writing(
      TopicLanes lanes, List<Integer> open, Map<TopicPartition, PartitionProducerState> told) {
    Map<Integer, Set<Long>> writing = new TreeMap<>();
    for (int lane : open) {
      PartitionProducerState its = told.get(lanes.partition(lane));
      if (its != null) {
        writing.put(
            lane,
            its.activeProducers().stream()
                .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                .map(ProducerState::producerId)
                .collect(Collectors.toSet()));
      }
    }
    return writing;
  }

  /**
   * The lanes with a transaction past its timeout, or one that no coordinator knows of.
   *
   * @param writing by lane, the ids of producers
   * @param known by producer, the transactions that coordinators know of
   * @param told what they say of these
   * @param nowMillis until when a timeout is to have passed
   */
  static List<Integer> hanging(
      Map<Integer, Set<Long>> writing,
      Map<Long, String> known,
      Map<String, TransactionDescription> told,
      long nowMillis) {
    Set<Long> underWay =
        known.entrySet().stream()
            .filter(one -> !timedOut(told.get(one.getValue()), nowMillis))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    return writing.entrySet().stream()
        .filter(lane -> !underWay.containsAll(lane.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean timedOut(@Nullable TransactionDescription told, long nowMillis) {
    return told != null
        && told.transactionStartTimeMs().isPresent()
        && told.transactionStartTimeMs().getAsLong() + told.transactionTimeoutMs() < nowMillis;
  }
}
