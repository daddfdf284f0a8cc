package dev.rebound.job.jet;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.core.WatermarkPolicy;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.MatchFinder;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class PipelinesTest {
  private static final int PARTITIONS = 4;
  private static final long LATER = 2_400;
  private static final long MICROS = 1_700_000_000_123_456L;
  private static final FixedWindow WINDOWS =
      new FixedWindow(WorkloadSpec.of(FixedWindow.KIND, 1).with("window", "time"));

  private static ConsumerRecord<byte[], byte[]> record(byte @Nullable [] value) {
    return new ConsumerRecord<>("in", 1, 7, null, value);
  }

  private static ConsumerRecord<byte[], byte[]> tagged(byte @Nullable [] value) {
    ConsumerRecord<byte[], byte[]> record = record(value);
    record.headers().add(RecordIdHeader.HEADER, RecordIdHeader.of(3, 5, MICROS));
    return record;
  }

  private static byte[] closing() {
    byte[] closing = new byte[RecordFormat.HEADER_BYTES];
    RecordFormat.header(closing, RecordFormat.RecordKind.CLOSING, 0, 0, 1, MICROS);
    return closing;
  }

  private static int count(Traverser<?> found) {
    int count = 0;
    while (found.next() != null) {
      count++;
    }
    return count;
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "short", "a line of text that is long enough for a header"})
  void whatIsNoRecordIsPassedOver(@Nullable String text) {
    byte[] value = text == null ? null : text.getBytes(US_ASCII);
    try (MatchFinder finder =
        new MatchFinder(Workloads.create(WorkloadSpec.ruleMatch(42)), PARTITIONS)) {
      assertThat(count(Pipelines.matches(finder, record(value)))).isZero();
    }
    for (ConsumerRecord<byte[], byte[]> record : List.of(record(value), tagged(value))) {
      assertThat(count(Pipelines.inputs(WINDOWS, record, PARTITIONS))).isZero();
      assertThat(count(Pipelines.visits(WINDOWS, record, PARTITIONS))).isZero();
      WatermarkPolicy watermark = WatermarkPolicy.limitingLag(200).get();
      watermark.reportEvent(5_000);
      watermark.reportEvent(Pipelines.millis(record, LATER));
      assertThat(watermark.getCurrentWatermark()).as("time stands still").isEqualTo(4_800);
    }
  }

  @Test
  void visitsAndClosingRecordsHaveTheirTimes() {
    byte[] visit = (MICROS + ",10.0.0.9,/page").getBytes(US_ASCII);
    assertThat(Pipelines.millis(tagged(visit), LATER)).isEqualTo(MICROS / 1000);
    assertThat(count(Pipelines.visits(WINDOWS, tagged(visit), PARTITIONS))).isEqualTo(1);
    assertThat(Pipelines.millis(record(closing()), LATER)).isEqualTo(MICROS / 1000 + LATER);
    assertThat(count(Pipelines.visits(WINDOWS, record(closing()), PARTITIONS))).isZero();
    assertThat(count(Pipelines.inputs(WINDOWS, record(closing()), PARTITIONS)))
        .isEqualTo(WINDOWS.addresses() / PARTITIONS);
  }
}
