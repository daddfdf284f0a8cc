package dev.rebound.lab.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import dev.rebound.oracle.sample.SampleFiles;
import org.junit.jupiter.api.Test;

class TopicCaptureTest {
  @Test
  void partitionsGiveAlikeAndMoreWhereOthersHaveLess() {
    assertThat(TopicCapture.shares(new long[] {100, 100, 100}, 30)).containsExactly(10, 10, 10);
    assertThat(TopicCapture.shares(new long[] {2, 100, 0}, 30)).containsExactly(2, 28, 0);
    assertThat(TopicCapture.shares(new long[] {2, 3}, 30)).containsExactly(2, 3);
    assertThat(TopicCapture.shares(new long[] {}, 30)).isEmpty();
  }

  @Test
  void moreBytesThanASampleHoldsAreRefusedWhileTheyAreRead() {
    long most = SampleFiles.BYTES_MAX;
    assertThatCode(() -> TopicCapture.requireFits(most, 4, "orders")).doesNotThrowAnyException();
    assertThatThrownBy(() -> TopicCapture.requireFits(2 * most, 1000, "orders"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("first 1000 records read of topic orders")
        .hasMessageContaining(Long.toString(2 * most));
  }
}
