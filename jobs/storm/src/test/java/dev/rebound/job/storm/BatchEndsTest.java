package dev.rebound.job.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.job.storm.BatchEnds.DoneBatch;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class BatchEndsTest {
  private final BatchEnds ends = new BatchEnds(2);

  private Optional<DoneBatch> emitted(long number) {
    return ends.emitted(
        number, Map.of(new TopicPartition("in", 0), new OffsetAndMetadata(10 * number)));
  }

  @Test
  void aBatchIsDoneOnceAsManyAreEmittedAfterItAsMayBeOnTheirWay() {
    assertThat(emitted(1)).isEmpty();
    assertThat(emitted(2)).isEmpty();
    assertThat(emitted(3)).hasValueSatisfying(done -> assertThat(done.number()).isEqualTo(1));
  }

  @Test
  void noBatchWaitsForACommitAndNoneComesInAfterALaterOne() {
    emitted(1);
    emitted(2);
    DoneBatch first = emitted(3).orElseThrow();
    assertThat(emitted(4)).as("a commit is under way").isEmpty();
    assertThat(emitted(5)).isEmpty();
    ends.outcome(first, true);
    assertThat(emitted(6)).hasValueSatisfying(done -> assertThat(done.number()).isEqualTo(4));
  }

  @Test
  void aCommitThatFailedIsMadeUpForByALaterOne() {
    emitted(1);
    emitted(2);
    ends.outcome(emitted(3).orElseThrow(), false);
    DoneBatch next = ends.emitted(4, Map.of()).orElseThrow();
    assertThat(next.number()).isEqualTo(2);
    ends.outcome(next, false);
    assertThat(ends.emitted(4, Map.of()))
        .as("it is kept until it is committed")
        .hasValueSatisfying(done -> assertThat(done.number()).isEqualTo(2));
  }

  @Test
  void anEmitterWithoutPartitionsHasNothingToCommit() {
    for (long number = 1; number < 9; number++) {
      assertThat(ends.emitted(number, Map.of())).isEmpty();
    }
  }
}
