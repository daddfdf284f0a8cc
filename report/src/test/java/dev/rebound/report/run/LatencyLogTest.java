package dev.rebound.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.report.SyntheticRun;
import dev.rebound.report.csv.CsvReporter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyLogTest {
  @TempDir Path folder;

  @Test
  void theLogTakesThePlaceOfWhatWasSampledLive() throws IOException {
    Path run = SyntheticRun.judged(folder);
    write(run.resolve("latency.hlog"));
    CsvReporter.write(run.resolve("journal.jsonl"), run, null);
    List<String> lines = Files.readAllLines(run.resolve("metrics/latency.csv"));
    assertThat(lines.get(0))
        .isEqualTo(
            "time,latency_p50_milliseconds,latency_p75_milliseconds,latency_p90_milliseconds,"
                + "latency_p95_milliseconds,latency_p99_milliseconds,latency_max_milliseconds,"
                + "latency_visible_p50_milliseconds,latency_visible_p75_milliseconds,"
                + "latency_visible_p90_milliseconds,latency_visible_p95_milliseconds,"
                + "latency_visible_p99_milliseconds,latency_visible_max_milliseconds");
    assertThat(lines).hasSize(4);
    assertThat(lines.get(1))
        .startsWith("2026-10-14T17:46:41.000Z,10.007,10.007,10.007,10.007,10.007,10.007,20.015,");
    assertThat(lines.get(2)).isEqualTo("2026-10-14T17:46:42.000Z,,,,,,,,,,,,");
  }

  @Test
  void aTornEndIsLeftOut() throws IOException {
    Path file = folder.resolve("latency.hlog");
    write(file);
    Files.writeString(
        file, "Tag=append,1792000003.000,1.000,10.000,HISTFAAA", StandardOpenOption.APPEND);
    assertThat(LatencyLog.read(folder).intervals()).isEqualTo(3);
  }

  @Test
  void aRunWithoutLogHasNone() {
    assertThat(LatencyLog.read(folder).isEmpty()).isTrue();
  }

  /** Three seconds, the second one without output. */
  private static void write(Path file) throws IOException {
    try (PrintStream stream =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      HistogramLogWriter log = new HistogramLogWriter(stream);
      log.outputLogFormatVersion();
      log.outputStartTime(SyntheticRun.START_MICROS / 1000);
      log.outputLegend();
      for (int second = 0; second < 3; second++) {
        double start = SyntheticRun.START_MICROS / 1e6 + second;
        for (String tag : List.of("append", "visible")) {
          Histogram histogram = new Histogram(3);
          if (second != 1) {
            histogram.recordValueWithCount(tag.equals("append") ? 10_000 : 20_000, 5);
          }
          histogram.setTag(tag);
          log.outputIntervalHistogram(start, start + 1, histogram, 1000.0);
        }
      }
    }
  }
}
