package dev.rebound.job.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class EventReporterTest {
  private static final UUID FAST = new UUID(0, 1);
  private static final UUID SLOW = new UUID(0, 2);

  private final QueryOffsets offsets = new QueryOffsets();

  private Map<TopicPartition, Long> done(UUID query, String... ends) {
    Map<TopicPartition, Long> done = new HashMap<>();
    for (Map.Entry<TopicPartition, OffsetAndMetadata> one :
        offsets.done(query, List.of(ends)).entrySet()) {
      done.put(one.getKey(), one.getValue().offset());
    }
    return done;
  }

  private static TopicPartition in(int partition) {
    return new TopicPartition("in", partition);
  }

  @Test
  void timesOfABatchAreMillisecondsAndNoneIsZero() {
    Map<String, String> times = Map.of("watermark", "2026-01-02T03:04:05.678Z");
    assertThat(EventReporter.millis(times, "watermark")).isEqualTo(1_767_323_045_678L);
    assertThat(EventReporter.millis(times, "max")).isZero();
  }

  @Test
  void oneQueryIsAsFarAsItsLastBatch() {
    assertThat(done(FAST, "{\"in\":{\"0\":5,\"1\":7}}")).isEqualTo(Map.of(in(0), 5L, in(1), 7L));
    assertThat(done(FAST, "{\"in\":{\"0\":9}}")).isEqualTo(Map.of(in(0), 9L, in(1), 7L));
  }

  @Test
  void aRecordIsDoneOnceTheSlowestQueryHasItDone() {
    done(SLOW, "{\"in\":{\"0\":5}}");
    assertThat(done(FAST, "{\"in\":{\"0\":90,\"1\":8}}")).isEqualTo(Map.of(in(0), 5L, in(1), 8L));
    assertThat(done(SLOW, "{\"in\":{\"0\":50}}")).isEqualTo(Map.of(in(0), 50L));
    offsets.ended(SLOW);
    assertThat(done(FAST, "{\"in\":{\"0\":95,\"1\":9}}")).isEqualTo(Map.of(in(0), 95L, in(1), 9L));
  }

  @Test
  void allSourcesOfAQueryCountAndWhatHasNoOffsetsIsPassedOver() {
    assertThat(done(FAST, "{\"in\":{\"0\":5}}", "12", "rows", "{\"other\":{\"0\":6}}"))
        .isEqualTo(Map.of(in(0), 5L, new TopicPartition("other", 0), 6L));
  }
}
