package dev.rebound.job.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far the queries of a driver have come: a record is done once every query that reads its
 * partition has it done. A query counts from its first batch until it ends. Thread-safe.
 */
final class QueryOffsets {
  private static final Logger LOG = LoggerFactory.getLogger(QueryOffsets.class);

  private final ObjectMapper json = new ObjectMapper();
  private final Map<UUID, Map<TopicPartition, Long>> byQuery = new HashMap<>();

  /**
   * A batch of a query is done; how far all of them have come.
   *
   * @param ends where the batch ended, of each source, as Spark tells it: a JSON object of offsets
   *     by topic and partition. What is none is of no topic
   */
  synchronized Map<TopicPartition, OffsetAndMetadata> done(UUID query, List<String> ends) {
    Map<TopicPartition, Long> own = byQuery.computeIfAbsent(query, id -> new HashMap<>());
    ends.forEach(end -> put(end, own));
    Map<TopicPartition, Long> least = new HashMap<>();
    for (Map<TopicPartition, Long> offsets : byQuery.values()) {
      offsets.forEach((partition, offset) -> least.merge(partition, offset, Math::min));
    }
    Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
    own.keySet()
        .forEach(
            partition ->
                done.put(partition, new OffsetAndMetadata(least.getOrDefault(partition, 0L))));
    return done;
  }

  private void put(String end, Map<TopicPartition, Long> offsets) {
    try {
      for (Map.Entry<String, JsonNode> topic : json.readTree(end).properties()) {
        for (Map.Entry<String, JsonNode> partition : topic.getValue().properties()) {
          offsets.put(
              new TopicPartition(topic.getKey(), Integer.parseInt(partition.getKey())),
              partition.getValue().asLong());
        }
      }
    } catch (JsonProcessingException | IllegalArgumentException e) {
      LOG.warn("offsets of a batch are not understood: {}", end);
    }
  }

  /** A query has ended, and keeps nobody waiting. */
  synchronized void ended(UUID query) {
    byQuery.remove(query);
  }
}
