package dev.rebound.lab.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class TopicLanesTest {
  @Test
  void partitionsOfTheSecondTopicComeAfterThoseOfTheFirst() {
    TopicLanes lanes = TopicLanes.of("orders,payments", 6);
    assertThat(lanes.partitions()).isEqualTo(3);
    assertThat(lanes.partition(2)).isEqualTo(new TopicPartition("orders", 2));
    assertThat(lanes.partition(3)).isEqualTo(new TopicPartition("payments", 0));
    assertThat(lanes.all()).hasSize(6).doesNotHaveDuplicates();
    assertThat(lanes).isEqualTo(TopicLanes.of(lanes.names(), 6));
  }

  @Test
  void oneTopicHasAllPartitions() {
    assertThat(new TopicLanes(List.of("orders"), 8).partition(7))
        .isEqualTo(new TopicPartition("orders", 7));
    assertThat(new TopicLanes(List.of(""), 0).all()).isEmpty();
  }
}
