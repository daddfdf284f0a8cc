package dev.rebound.lab.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.telemetry.Telemetry;
import dev.rebound.workload.OutputRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveLatencyTest {
  private static final long NOW = 1_800_000_000_000_000L;
  private static final long HOUR_MICROS = 3_600_000_000L;

  @TempDir Path folder;

  private static byte[] output(OutputRecord.OutputKind kind, long intendedMicros) {
    return new OutputRecord(kind, 0, 1, 2, intendedMicros, 1, 1, 1, 1, 0, 1).encode();
  }

  private static byte[] match(long intendedMicros) {
    return output(OutputRecord.OutputKind.MATCH, intendedMicros);
  }

  private List<Histogram> log(Path file) throws IOException {
    List<Histogram> all = new ArrayList<>();
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        all.add((Histogram) next);
      }
    }
    return all;
  }

  @Test
  void anHourLongOutageIsRecordedUnclipped() throws IOException {
    Path file = folder.resolve("latency.hlog");
    try (LiveLatency latency = new LiveLatency(file, 2, NOW)) {
      latency.output(0, (NOW + HOUR_MICROS) / 1000, NOW + HOUR_MICROS + 5_000, match(NOW));
      latency.endInterval(NOW + 1_000_000);
      latency.endInterval(NOW + 2_000_000);
    }

    List<Histogram> all = log(file);
    assertThat(all)
        .extracting(Histogram::getTag)
        .containsExactly("append", "visible", "append", "visible");
    assertThat(all.get(0).getMaxValue()).isBetween(HOUR_MICROS, HOUR_MICROS * 1001 / 1000);
    assertThat(all.get(1).getMaxValue()).isGreaterThan(HOUR_MICROS);
    assertThat(all.get(2).getTotalCount()).isZero();
    assertThat(all.get(0).getStartTimeStamp()).isEqualTo(NOW / 1000);
    assertThat(all.get(0).getEndTimeStamp()).isEqualTo(NOW / 1000 + 1000);
  }

  @Test
  void aNegativeLatencyIsCountedApart() throws IOException {
    Path file = folder.resolve("latency.hlog");
    try (LiveLatency latency = new LiveLatency(file, 1, NOW)) {
      latency.output(0, NOW / 1000 - 2, NOW - 1_000, match(NOW));
      latency.output(0, NOW / 1000, NOW + 400, match(NOW + 300));
      assertThat(latency.negative()).isEqualTo(1);
      latency.endInterval(NOW + 1_000_000);
    }

    assertThat(log(file)).extracting(Histogram::getTotalCount).containsExactly(1L, 1L);
  }

  @Test
  void readoutsHaveNoLatency() throws IOException {
    try (LiveLatency latency = new LiveLatency(folder.resolve("latency.hlog"), 1, NOW)) {
      latency.output(0, NOW / 1000, NOW, output(OutputRecord.OutputKind.READOUT, NOW - 1_000_000));
      Telemetry.TelemetryLine line = new Telemetry.TelemetryLine();
      latency.describe(line);
      assertThat(line.toString()).contains("\"visibleMillisP50\":null");
      assertThat(latency.frontierMicros(0, 1)).isZero();
    }
  }

  @Test
  void theFrontierIsThatOfTheLaneThatIsFarthestBehind() throws IOException {
    try (LiveLatency latency = new LiveLatency(folder.resolve("latency.hlog"), 3, NOW)) {
      latency.output(0, NOW / 1000, NOW, match(NOW - 10));
      latency.output(0, NOW / 1000, NOW, match(NOW - 20));
      latency.output(2, NOW / 1000, NOW, match(NOW - 5_000_000));
      assertThat(latency.frontierMicros(0, 3)).isEqualTo(NOW - 5_000_000);
      assertThat(latency.lanes()).isEqualTo(2);
    }
  }
}
