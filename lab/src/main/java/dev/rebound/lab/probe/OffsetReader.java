package dev.rebound.lab.probe;

import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads offsets from Kafka within a short time, or not at all. Never throws for a broker down. */
public interface OffsetReader extends AutoCloseable {
  /**
   * One reading.
   *
   * @param ends end offsets; partitions that did not answer are not in it
   * @param committed of the group; null if its coordinator did not answer, or none was asked for
   */
  record Offsets(Map<TopicPartition, Long> ends, @Nullable Map<TopicPartition, Long> committed) {}

  /**
   * Reads once.
   *
   * @param group whose committed offsets are wanted; null if nobody's
   */
  Offsets read(Collection<TopicPartition> partitions, @Nullable String group);

  @Override
  default void close() {}
}
