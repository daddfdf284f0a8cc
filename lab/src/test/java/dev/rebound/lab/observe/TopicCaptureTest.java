package dev.rebound.lab.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TopicCaptureTest {
  @Test
  void partitionsGiveAlikeAndMoreWhereOthersHaveLess() {
    assertThat(TopicCapture.shares(new long[] {100, 100, 100}, 30)).containsExactly(10, 10, 10);
    assertThat(TopicCapture.shares(new long[] {2, 100, 0}, 30)).containsExactly(2, 28, 0);
    assertThat(TopicCapture.shares(new long[] {2, 3}, 30)).containsExactly(2, 3);
    assertThat(TopicCapture.shares(new long[] {}, 30)).isEmpty();
  }
}
