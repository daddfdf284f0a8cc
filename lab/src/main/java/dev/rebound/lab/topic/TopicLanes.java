package dev.rebound.lab.topic;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * Topics with as many partitions each, whose partitions are numbered as one row of lanes: those of
 * the first topic, then those of the next.
 *
 * @param topics their names
 * @param lanes partitions of all of them
 */
public record TopicLanes(List<String> topics, int lanes) {
  /** No topic. */
  public static final TopicLanes NONE = new TopicLanes(List.of(), 0);

  private static final String BETWEEN = ",";

  /** Topics as {@link #names} writes them. */
  public static TopicLanes of(String names, int lanes) {
    return new TopicLanes(List.of(names.split(BETWEEN, -1)), lanes);
  }

  /** Their names in one text, as settings of processes have them. */
  public String names() {
    return String.join(BETWEEN, topics);
  }

  /** Partitions of each. */
  public int partitions() {
    return lanes / topics.size();
  }

  public TopicPartition partition(int lane) {
    return new TopicPartition(topics.get(lane / partitions()), lane % partitions());
  }

  /** All of them, in order of their lanes. */
  public List<TopicPartition> all() {
    List<TopicPartition> all = new ArrayList<>(lanes);
    for (int lane = 0; lane < lanes; lane++) {
      all.add(partition(lane));
    }
    return all;
  }
}
