package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TopicAuditTest {
  @Test
  void aTopicIsGivenAsMuchTimeAsItsSizeTakes() {
    assertThat(TopicAudit.limit(0)).isEqualTo(Duration.ofMinutes(10));
    assertThat(TopicAudit.limit(2L << 30)).isEqualTo(Duration.ofMinutes(10));
    assertThat(TopicAudit.limit(100L << 30)).isBetween(Duration.ofHours(2), Duration.ofHours(3));
  }
}
