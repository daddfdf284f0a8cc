package dev.rebound.lab.observe;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class OutputSourcesTest {
  private static final TopicPartition FIRST = new TopicPartition("priced", 0);

  @Test
  void whetherATopicIsWholeIsAskedUntilBrokersSaySo() {
    Iterator<Map<TopicPartition, Long>> answers =
        List.of(Map.<TopicPartition, Long>of(), Map.of(FIRST, 3L)).iterator();
    assertThatThrownBy(
            () -> OutputSources.requireWhole("priced", 1, answers::next, Duration.ofMinutes(1)))
        .hasMessageContaining("priced-0 begins at offset 3: what lay before is gone");
    OutputSources.requireWhole("priced", 1, () -> Map.of(FIRST, 0L), Duration.ofMinutes(1));
    assertThatThrownBy(() -> OutputSources.requireWhole("priced", 1, Map::of, Duration.ZERO))
        .hasMessageContaining("for the brokers to say where priced begins");
  }
}
