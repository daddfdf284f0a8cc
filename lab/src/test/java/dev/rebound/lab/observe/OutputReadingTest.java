package dev.rebound.lab.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.records.TopicOptions;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader of two output topics of two partitions each. */
class OutputReadingTest {
  private static final long NOW = 1_800_000_000_000_000L;

  @TempDir Path folder;

  /** An output of an input that was to be sent so long ago. */
  private record Output(int lane, long sequence, long agoMicros) {}

  /** How often the source went on elsewhere. */
  private long repositioned;

  private OutputSource source(Records records, List<Output> outputs) {
    return new OutputSource() {
      @Override
      public int lanes() {
        return 4;
      }

      @Override
      public int poll(Duration timeout) {
        return outputs.size();
      }

      @Override
      public void each(ReadOutputs sink) throws IOException {
        for (Output output : outputs) {
          byte[] value = records.plain(0, output.sequence(), NOW - output.agoMicros());
          sink.take(output.lane(), 0, NOW / 1000, name -> null, value, value.length);
        }
      }

      @Override
      public long lagRecords() {
        return 0;
      }

      @Override
      public long repositioned() {
        return repositioned;
      }

      @Override
      public boolean reachedEnd() {
        return true;
      }

      @Override
      public void close() {}
    };
  }

  /** The first topic is up to date, and the second is not on its first partition. */
  private static final List<Output> OUTPUTS =
      List.of(
          new Output(0, 0, 10),
          new Output(1, 1, 20),
          new Output(2, 0, 5_000_000),
          new Output(3, 1, 30));

  private Records records(List<Map<String, String>> topics) throws IOException {
    Path orders = folder.resolve("orders.jsonl");
    Files.writeString(orders, "{\"id\":\"A\",\"amount\":3}\n");
    return new Records(
        WorkloadSpec.of(Records.KIND, 1)
            .with("from", orders)
            .with("id", "$.id")
            .with(TopicOptions.PROPERTY, TopicOptions.text(topics)));
  }

  private OutputReading reading(Records records) {
    return reading(records, OUTPUTS);
  }

  private OutputReading reading(Records records, List<Output> outputs) {
    return new OutputReading(
        source(records, outputs),
        folder.resolve("observed.bin"),
        () -> NOW,
        () -> true,
        Duration.ZERO,
        records);
  }

  /** For how long the input has been due that the live age is told of, microseconds. */
  private long ageMicros(List<Map<String, String>> topics, int lanes) throws IOException {
    try (OutputReading reading = reading(records(topics));
        LiveLatency latency =
            new LiveLatency(folder.resolve("latency.hlog"), reading.lanes(), NOW)) {
      reading.measure(latency);
      reading.run();
      assertThat(reading.lanes()).isEqualTo(lanes);
      assertThat(latency.lanes()).isEqualTo(lanes);
      return NOW - reading.frontierMicros(latency);
    }
  }

  @Test
  void aTopicWithFewOutputsIsNotBehindForIt() throws IOException {
    Map<String, String> all = Map.of("topic", "a");
    Map<String, String> few = Map.of("topic", "b", "where", "$.amount > 0");
    Map<String, String> others = Map.of("topic", "a", "where", "$.amount <= 0");
    assertThat(ageMicros(List.of(all, few), 4)).isEqualTo(20);
    assertThat(ageMicros(List.of(others, few), 2)).isEqualTo(20);
  }

  @Test
  void aTopicWithFewOutputsHidesNoOtherThatIsBehind() throws IOException {
    Map<String, String> few = Map.of("topic", "b", "where", "$.amount > 0");
    assertThat(ageMicros(List.of(few, Map.of("topic", "c")), 4)).isEqualTo(5_000_000);
  }

  @Test
  void whereOtherTopicsTellNoTimeThoseWithFewOutputsTellTheAge() throws IOException {
    Records records =
        records(List.of(Map.of("topic", "a"), Map.of("topic", "b", "where", "$.amount > 0")));
    try (OutputReading reading = reading(records, OUTPUTS.subList(2, 4));
        LiveLatency latency =
            new LiveLatency(folder.resolve("latency.hlog"), reading.lanes(), NOW)) {
      assertThat(reading.frontierMicros(latency)).isZero();
      reading.measure(latency);
      reading.run();
      assertThat(reading.frontierMicros(latency)).isEqualTo(NOW - 5_000_000);
    }
  }

  @Test
  void ofRecordsThatTheJobMakesAnOutputThatComesAgainCountsOnce() throws IOException {
    List<Output> outputs =
        List.of(
            new Output(0, 0, 10),
            new Output(1, 1, 10),
            new Output(1, 0, 10),
            new Output(3, 7, 10),
            new Output(0, 99, 10));
    Records records = records(List.of());
    try (OutputReading reading = reading(records, outputs)) {
      reading.countDistinct(8);
      reading.run();
      assertThat(reading.counts().outputs()).isEqualTo(5);
      assertThat(reading.counts().distinct()).as("record 99 is not one of them").isEqualTo(3);
    }
  }

  @Test
  void whoeverIsToReadAllGivesUpWhereSomethingIsGone() throws IOException {
    Records records = records(List.of());
    try (OutputReading reading = reading(records)) {
      reading.requireAll();
      assertThat(reading.run()).isTrue();
    }
    repositioned = 1;
    try (OutputReading reading = reading(records)) {
      assertThat(reading.run()).as("a live reader goes on").isTrue();
    }
    try (OutputReading reading = reading(records)) {
      reading.requireAll();
      assertThatThrownBy(reading::run).hasMessageContaining("gone before they were read");
    }
  }

  @Test
  void topicsAreSeenApart() throws IOException {
    Records records = records(List.of(Map.of("topic", "a"), Map.of("topic", "b")));
    try (OutputReading reading = reading(records);
        LiveLatency latency =
            new LiveLatency(folder.resolve("latency.hlog"), reading.lanes(), NOW)) {
      reading.measure(latency);
      assertThat(reading.run()).isTrue();
      assertThat(reading.counts().outputs()).isEqualTo(4);
      assertThat(latency.lanes()).isEqualTo(4);
      assertThat(latency.frontierMicros(0, reading.lanes()))
          .as("the topic that is behind is not hidden by the other")
          .isEqualTo(NOW - 5_000_000);
      long first = IdentitySum.ofMatch(0, 0, 0);
      long second = IdentitySum.ofMatch(0, 1, 0);
      assertThat(reading.counts().identitySum())
          .isEqualTo(
              first + second + IdentitySum.inTopic(1, first) + IdentitySum.inTopic(1, second));
    }
    assertThat(folder.resolve("observed-2.bin")).isNotEmptyFile();
  }
}
