package dev.rebound.report.csv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.request.RequestFigures;
import dev.rebound.analysis.request.RequestLatency;
import dev.rebound.analysis.request.RequestSecond;
import dev.rebound.analysis.request.RequestSpan;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.report.Golden;
import dev.rebound.report.SyntheticRun;
import dev.rebound.report.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvReporterTest {
  @TempDir Path folder;

  @Test
  void everyFamilyIsAFileOfItsOwn() throws IOException {
    Path run = SyntheticRun.judged(folder);
    CsvReporter.write(run.resolve("journal.jsonl"), run, RunFolder.results(run));
    try (Stream<Path> files = Files.list(run.resolve("metrics"))) {
      assertThat(files.map(f -> f.getFileName().toString()).sorted())
          .containsExactly(
              "events.csv",
              "frontier_age.csv",
              "host.csv",
              "lag.csv",
              "lag_per_partition.csv",
              "latency.csv",
              "nodes_cpu.csv",
              "nodes_memory.csv",
              "recovery.csv",
              "rig.csv",
              "throughput.csv");
    }
    for (String name :
        List.of("throughput", "latency", "lag_per_partition", "nodes_cpu", "recovery", "events")) {
      Golden.compare(name + ".csv", Files.readString(run.resolve("metrics/" + name + ".csv")));
    }
    Golden.compare("audit.csv", Files.readString(run.resolve("audit.csv")));
  }

  @Test
  void everyRowHasAsManyCellsAsTheHeader() throws IOException {
    Path run = SyntheticRun.judged(folder);
    CsvReporter.write(run.resolve("journal.jsonl"), run, RunFolder.results(run));
    for (String name : List.of("throughput", "lag_per_partition", "nodes_memory", "rig")) {
      List<String> lines = Files.readAllLines(run.resolve("metrics/" + name + ".csv"));
      long cells = lines.get(0).chars().filter(c -> c == ',').count();
      assertThat(lines)
          .hasSize(122)
          .allMatch(l -> l.chars().filter(c -> c == ',').count() == cells);
      assertThat(lines.get(0)).startsWith("time,");
    }
  }

  @Test
  void aRunWithoutResultsHasNoAudit() throws IOException {
    Path run = SyntheticRun.interrupted(folder, 50);
    CsvReporter.write(run.resolve("journal.jsonl"), run, null);
    assertThat(run.resolve("metrics/throughput.csv")).exists();
    assertThat(run.resolve("audit.csv")).doesNotExist();
  }

  @Test
  void whatTheAuditFoundSecondBySecond() throws IOException {
    Timeline.Percentiles late =
        new Timeline.Percentiles(
            4, 10.5, 15.0, 20, 30, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    Timeline timeline =
        new Timeline(
            SyntheticRun.START_MICROS,
            List.of(
                new Timeline.Second(
                    SyntheticRun.START_MICROS, 4, 3, 1, Double.NaN, null, null, late, late)));
    CsvReporter.writeDelivery(folder, timeline);
    List<String> lines = Files.readAllLines(folder.resolve("metrics/delivery.csv"));
    assertThat(lines.get(0)).startsWith("time,due_outputs,").endsWith("_max_milliseconds");
    assertThat(lines.get(1))
        .isEqualTo(
            "2026-10-14T17:46:40.000Z,4,3,1,,,,,,,,,,,,,,,,4,10.5,15,20,30,inf,inf,4,10.5,15,20,30,inf,inf");
    assertThat(lines.get(0).split(",", -1)).hasSameSizeAs(lines.get(1).split(",", -1));
  }

  @Test
  void whatBecameOfRequestsSecondBySecond() throws IOException {
    long start = SyntheticRun.START_MICROS;
    RequestLatency none =
        new RequestLatency(
            0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    RequestSpan faults =
        new RequestSpan(
            "faults", start + 900_000, start + 3_000_000, 0, 0, 0, 0, 0, 0, 0, 0, none, none, 0, 0);
    CsvReporter.writeAvailability(
        folder,
        new RequestFigures(
            faults,
            List.of(faults),
            List.of(
                new RequestSecond(start, 4, 4, 0, 0, 0, none, 4, 0, 0),
                new RequestSecond(start + 1_000_000, 10, 5, 2, 2, 1, none, 0, 0, 0),
                new RequestSecond(start + 2_000_000, 0, 0, 0, 0, 0, none, 0, 0, 0))));
    assertThat(Files.readAllLines(folder.resolve("metrics/availability.csv")))
        .containsExactly(
            "time,second,phase,intended_requests,accepted_requests,refused_requests,"
                + "unknown_requests,not_sent_requests,failed_requests,availability_share",
            "2026-10-14T17:46:40.000Z,0,,4,4,0,0,0,0,1",
            "2026-10-14T17:46:41.000Z,1,faults,10,5,2,2,1,5,0.5",
            "2026-10-14T17:46:42.000Z,2,faults,0,0,0,0,0,0,");
  }

  @Test
  void cellsWithSeparatorsAreQuoted() throws IOException {
    Path file = folder.resolve("x.csv");
    try (CsvFile csv = new CsvFile(file)) {
      csv.line("a,b", "say \"x\"", "plain");
    }
    assertThat(Files.readString(file)).isEqualTo("\"a,b\",\"say \"\"x\"\"\",plain\n");
    assertThat(CsvFile.decimal(1.0 / 3)).isEqualTo("0.333333333");
    assertThat(CsvFile.decimal(Double.NaN)).isEmpty();
    assertThat(CsvFile.decimal(1e-7)).isEqualTo("0.0000001");
  }
}
