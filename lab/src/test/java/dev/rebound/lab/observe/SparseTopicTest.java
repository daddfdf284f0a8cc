package dev.rebound.lab.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.workload.OutputRecord;
import org.junit.jupiter.api.Test;

/** An output every two seconds, 0.1 s after it was due. */
class SparseTopicTest {
  private static final long START = 1_800_000_000_000_000L;
  private static final long SECOND = 1_000_000;
  private static final long NEVER = Long.MAX_VALUE;

  private final SparseTopic topic = new SparseTopic();

  private void output(double second, double late) {
    OutputRecord.OutputKind match = OutputRecord.OutputKind.MATCH;
    long intended = at(second);
    topic.output(
        intended + (long) (late * SECOND),
        new OutputRecord(match, 0, 1, 2, intended, 1, 1, 1, 1, 0, 1).encode());
  }

  private static long at(double second) {
    return START + (long) (second * SECOND);
  }

  private void every2s(int from, int until) {
    for (int second = from; second <= until; second += 2) {
      output(second, 0.1);
    }
  }

  @Test
  void untilItsPaceIsKnownItIsNeverBehind() {
    assertThat(topic.frontierMicros(START)).isEqualTo(NEVER);
    every2s(0, 30);
    assertThat(topic.frontierMicros(at(300))).isEqualTo(NEVER);
  }

  @Test
  void itIsBehindOnceItsNewestOutputIsFarOlderThanUsual() {
    every2s(0, 60);
    assertThat(topic.frontierMicros(at(64))).isEqualTo(NEVER);
    assertThat(topic.frontierMicros(at(66))).isEqualTo(NEVER);
    assertThat(topic.frontierMicros(at(67))).isEqualTo(at(60));
  }

  @Test
  void whatComesAgainBringsItNoFurther() {
    every2s(0, 60);
    output(30, 36);
    assertThat(topic.frontierMicros(at(67))).isEqualTo(at(60));
  }

  @Test
  void aStopIsNotUsual() {
    every2s(0, 60);
    every2s(100, 120);
    assertThat(topic.frontierMicros(at(127))).isEqualTo(at(120));
  }

  @Test
  void aSlowStartIsForgotten() {
    output(0, 0);
    output(30, 0);
    every2s(32, 1032);
    assertThat(topic.frontierMicros(at(1040))).isEqualTo(at(1032));
  }
}
