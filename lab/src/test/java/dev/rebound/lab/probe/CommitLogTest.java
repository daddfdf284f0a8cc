package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.CommitSamples;
import dev.rebound.lab.topic.TopicLanes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitLogTest {
  @TempDir Path folder;

  private CommitLog log(OffsetReader reader, JobProgress progress) throws IOException {
    return new CommitLog(
        reader,
        Clock.systemUTC(),
        TopicLanes.of("in", 2),
        progress,
        Duration.ofMillis(1),
        folder.resolve("commits.bin"));
  }

  @Test
  void readingsThatWereAnsweredAreWrittenDown() throws Exception {
    AtomicLong offset = new AtomicLong();
    CountDownLatch enough = new CountDownLatch(5);
    CommitLog log =
        log(
            (partitions, group) -> {
              assertThat(partitions).isEmpty();
              assertThat(group).isEqualTo("its-group");
              enough.countDown();
              long next = offset.incrementAndGet();
              return new OffsetReader.Offsets(
                  Map.of(), next % 2 == 0 ? null : Map.of(new TopicPartition("in", 1), next));
            },
            new JobProgress.CommittedByGroup("its-group"));
    assertThat(enough.await(10, TimeUnit.SECONDS)).isTrue();
    Path file = log.end();
    log.close();

    try (CommitSamples.Reader samples = new CommitSamples.Reader(file, 2)) {
      assertThat(samples.rows()).isGreaterThanOrEqualTo(2);
      assertThat(samples.offset(0, 0)).isEqualTo(CommitSamples.NONE);
      assertThat(samples.offset(0, 1)).isEqualTo(1);
      assertThat(samples.offset(1, 1)).isEqualTo(3);
      assertThat(samples.answeredMicros(0)).isGreaterThanOrEqualTo(samples.askedMicros(0));
      assertThat(samples.firstFrom(samples.askedMicros(1))).isEqualTo(1);
      assertThat(samples.anyCommitted(2)).isTrue();
    }
  }

  @Test
  void whereNothingTellsOfProgressNothingIsAsked() throws Exception {
    CommitLog log =
        log(
            (partitions, group) -> {
              throw new AssertionError("nobody is to be asked");
            },
            new JobProgress.NoProgress());

    try (CommitSamples.Reader samples = new CommitSamples.Reader(log.end(), 2)) {
      assertThat(samples.rows()).isZero();
      assertThat(samples.anyCommitted(2)).isFalse();
    }
  }

  @Test
  void aReadingThatFailsForGoodIsToldInTheEnd() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CommitLog log =
        log(
            (partitions, group) -> {
              asked.countDown();
              throw new IllegalStateException("no such group type");
            },
            new JobProgress.CommittedByGroup("its-group"));
    assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
    assertThatThrownBy(log::end)
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("no such group type");
    log.close();
  }
}
