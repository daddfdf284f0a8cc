package dev.rebound.service.activation.activation;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Counts how often each record has failed. A record that is nacked comes again before any later one
 * of its partition, so that one count per partition is enough. Kept in memory: whoever gets the
 * partition next begins anew.
 */
final class Tries {
  private record Failures(long offset, int count) {}

  private final Map<TopicPartition, Failures> failures = new ConcurrentHashMap<>();

  /** Counts a failure of this record, and says how many it has had. */
  int failed(ConsumerRecord<?, ?> record) {
    Failures now =
        failures.merge(
            partition(record),
            new Failures(record.offset(), 1),
            (before, one) ->
                before.offset() == one.offset()
                    ? new Failures(one.offset(), before.count() + 1)
                    : one);
    return now.count();
  }

  /** The record is dealt with. */
  void forget(ConsumerRecord<?, ?> record) {
    failures.remove(partition(record));
  }

  private static TopicPartition partition(ConsumerRecord<?, ?> record) {
    return new TopicPartition(record.topic(), record.partition());
  }
}
