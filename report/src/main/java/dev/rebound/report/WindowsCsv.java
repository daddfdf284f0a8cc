package dev.rebound.report;

import dev.rebound.analysis.recovery.Timeline;
import dev.rebound.analysis.recovery.Timeline.WindowLatency;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The windows second by second, as CSV: see docs/results.md. A percentile that falls among windows
 * that never came is {@code inf}.
 */
final class WindowsCsv {
  private static final List<String> FIGURES =
      List.of("mean", "p50", "p75", "p90", "p95", "p99", "max");

  private WindowsCsv() {}

  static void write(Path file, Timeline timeline) throws IOException {
    try (CsvFile csv = new CsvFile(file)) {
      csv.cell("time");
      csv.cell("due_windows");
      for (String of : List.of("newest", "oldest")) {
        for (String figure : FIGURES) {
          csv.cell(of + "_" + figure + "_milliseconds");
        }
      }
      csv.end();
      for (Timeline.WindowSecond second : timeline.windows()) {
        csv.time(second.atMicros());
        csv.cell(Long.toString(second.newest().count()));
        figures(csv, second.newest());
        figures(csv, second.oldest());
        csv.end();
      }
    }
  }

  private static void figures(CsvFile csv, WindowLatency l) throws IOException {
    for (double value :
        new double[] {l.mean(), l.p50(), l.p75(), l.p90(), l.p95(), l.p99(), l.max()}) {
      if (Double.isNaN(value)) {
        csv.cell("");
      } else {
        csv.cell(value == Double.POSITIVE_INFINITY ? "inf" : CsvFile.decimal(value));
      }
    }
  }
}
