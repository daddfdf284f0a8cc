package dev.rebound.report;

import dev.rebound.analysis.recovery.Timeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outputs second by second, as the audit found them, as CSV: see docs/results.md. A percentile
 * that falls among outputs that never appeared is {@code inf}.
 */
final class DeliveryCsv {
  private static final List<String> KINDS =
      List.of("append", "visible", "append_by_intended", "visible_by_intended");

  private static final List<String> PERCENTILES = List.of("p50", "p75", "p90", "p95", "p99", "max");

  private DeliveryCsv() {}

  static void write(Path file, Timeline timeline) throws IOException {
    try (CsvFile csv = new CsvFile(file)) {
      csv.cell("time");
      csv.cell("due_outputs");
      csv.cell("distinct_outputs");
      csv.cell("undelivered_outputs");
      csv.cell("frontier_age_milliseconds");
      for (String kind : KINDS) {
        csv.cell(kind + "_count_outputs");
        for (String name : PERCENTILES) {
          csv.cell(kind + "_" + name + "_milliseconds");
        }
      }
      csv.end();
      for (Timeline.Second second : timeline.seconds()) {
        csv.time(second.atMicros());
        csv.cell(Long.toString(second.due()));
        csv.cell(Long.toString(second.distinct()));
        csv.cell(Long.toString(second.undelivered()));
        csv.number(second.frontierAgeMillis());
        percentiles(csv, second.append());
        percentiles(csv, second.visible());
        percentiles(csv, second.appendByIntended());
        percentiles(csv, second.visibleByIntended());
        csv.end();
      }
    }
  }

  private static void percentiles(CsvFile csv, Timeline.@Nullable Percentiles p)
      throws IOException {
    if (p == null) {
      for (int i = 0; i <= PERCENTILES.size(); i++) {
        csv.cell("");
      }
      return;
    }
    csv.cell(Long.toString(p.count()));
    for (double value : new double[] {p.p50(), p.p75(), p.p90(), p.p95(), p.p99(), p.max()}) {
      csv.cell(value == Double.POSITIVE_INFINITY ? "inf" : CsvFile.decimal(value));
    }
  }
}
