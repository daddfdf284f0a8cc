package dev.rebound.report.csv;

import dev.rebound.analysis.request.RequestFigures;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.base.ReboundException;
import dev.rebound.base.Series;
import dev.rebound.report.run.LatencyLog;
import dev.rebound.report.run.RecordedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a run's series and results as CSV: {@code metrics/*.csv}, one file per family of metrics,
 * and {@code audit.csv}.
 *
 * <p>Every file has one header line; the first column is the time (ISO 8601, UTC, milliseconds);
 * every other column's name ends with its unit, or is a word that has none. A value that was not
 * there is empty, never zero.
 */
public final class CsvReporter {
  /** Run-wide series of one file, by their names or what these begin with. */
  private static final Map<String, String> RUN_FAMILIES =
      Map.ofEntries(
          Map.entry("input.rate", "throughput"),
          Map.entry("output.rate", "throughput"),
          Map.entry("output.visible.rate", "throughput"),
          Map.entry("generator.rate", "throughput"),
          Map.entry("undelivered", "lag"),
          Map.entry("host", "host"),
          Map.entry("checkpoint", "checkpoints"),
          Map.entry("checkpoints", "checkpoints"),
          Map.entry("changelog", "changelogs"),
          Map.entry("generator", "rig"),
          Map.entry("observer", "rig"),
          Map.entry("requests", "requests"));

  private static final Map<String, String> LABELLED_FAMILIES =
      Map.of(
          "lag.partition",
          "lag_per_partition",
          "host.cpu.core",
          "host_cores",
          "node.cpu",
          "nodes_cpu",
          "node.memory",
          "nodes_memory",
          "node.received",
          "nodes_received",
          "node.sent",
          "nodes_sent",
          "node.disk.read",
          "nodes_disk_read",
          "node.disk.written",
          "nodes_disk_written",
          Series.PAUSE,
          "nodes_pause");

  /** Units that columns spell out. */
  private static final Map<String, String> UNITS =
      Map.of(
          "records/s", "records_per_second",
          "reads/s", "reads_per_second",
          "requests/s", "requests_per_second",
          "ms", "milliseconds",
          "ms/s", "milliseconds_per_second",
          "bytes/s", "bytes_per_second");

  /** Files of no family, or of one series alone. */
  private static final String[] OTHER_FILES =
      "latency events recovery delivery availability audit lag frontier_age".split(" ");

  private static final String CHECK_AGAIN =
      "Free disk space, then run `rebound check` on the folder.";

  private CsvReporter() {}

  /** Names of the files of a run whose series all have a family, such as {@code lag.csv}. */
  public static Set<String> names() {
    return Stream.of(
            RUN_FAMILIES.values().stream(),
            LABELLED_FAMILIES.values().stream(),
            Stream.of(OTHER_FILES))
        .flatMap(names -> names)
        .map(name -> name + ".csv")
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Writes all CSV files of a run into its folder; those of an earlier call are overwritten.
   *
   * @param results null if the run was not judged: then audit and recovery are left out
   */
  public static void write(Path journal, Path runFolder, @Nullable Results results) {
    RecordedRun recorded = RecordedRun.read(journal);
    writing(
        runFolder,
        "",
        "Free disk space, then run `rebound report` on the folder: the journal still holds"
            + " everything.",
        metrics -> {
          Map<String, CsvTable<Integer>> families = new TreeMap<>();
          for (RecordedRun.SeriesColumn column : recorded.columns()) {
            families
                .computeIfAbsent(
                    family(column.series()),
                    any -> new CsvTable<Integer>().time(recorded::timeMicros))
                .number(name(column.series()), column::at);
          }
          LatencyLog latency = LatencyLog.read(runFolder);
          for (Map.Entry<String, CsvTable<Integer>> family : families.entrySet()) {
            if (latency.isEmpty() || !family.getKey().equals("latency")) {
              write(metrics, family.getKey(), family.getValue(), recorded.ticks());
            }
          }
          if (!latency.isEmpty()) {
            // It is finer than what was sampled live, and takes its place.
            CsvTable<Integer> table = new CsvTable<Integer>().time(latency::timeMicros);
            latency
                .series()
                .forEach(series -> table.number(name(series), at -> latency.at(series, at)));
            write(metrics, "latency", table, latency.intervals());
          }
          EventsCsv.write(metrics.resolve("events.csv"), recorded);
          if (results != null) {
            ResultsCsv.recovery(metrics.resolve("recovery.csv"), results);
            ResultsCsv.audit(runFolder.resolve("audit.csv"), results);
          }
        });
  }

  private static void write(Path folder, String name, CsvTable<Integer> table, int rows)
      throws IOException {
    table.write(folder.resolve(name + ".csv"), IntStream.range(0, rows).boxed().toList());
  }

  /**
   * Writes {@code metrics/delivery.csv}: outputs and latency second by second, as the audit found
   * them.
   */
  public static void writeDelivery(Path runFolder, Timeline timeline) {
    writing(
        runFolder,
        "delivery.csv",
        CHECK_AGAIN,
        metrics -> {
          SecondsCsv.delivery(metrics.resolve("delivery.csv"), timeline);
          if (!timeline.windows().isEmpty()) {
            SecondsCsv.windows(metrics.resolve("windows.csv"), timeline);
          }
        });
  }

  /** Writes {@code metrics/availability.csv}: what became of requests, second by second. */
  public static void writeAvailability(Path runFolder, RequestFigures requests) {
    writing(
        runFolder,
        "availability.csv",
        CHECK_AGAIN,
        metrics -> SecondsCsv.availability(metrics.resolve("availability.csv"), requests));
  }

  /** Writes files into the folder of metrics. */
  private interface Writing {
    void into(Path metrics) throws IOException;
  }

  private static void writing(Path runFolder, String name, String remedy, Writing writing) {
    Path metrics = runFolder.resolve("metrics");
    try {
      Files.createDirectories(metrics);
      writing.into(metrics);
    } catch (IOException e) {
      throw ReboundException.unwritable(metrics.resolve(name), remedy, e);
    }
  }

  private static String family(Series series) {
    String metric = series.metric();
    boolean labelled = !series.label().isEmpty();
    if (metric.startsWith("latency.")) {
      return "latency";
    }
    String known =
        labelled
            ? LABELLED_FAMILIES.get(metric)
            : RUN_FAMILIES.getOrDefault(metric, RUN_FAMILIES.get(metric.split("\\.", 2)[0]));
    return known != null ? known : word(metric) + (labelled ? "_by_label" : "");
  }

  /** {@code input_rate_records_per_second}; with a label {@code worker-1_cores}. */
  private static String name(Series series) {
    String stem = series.label().isEmpty() ? word(series.metric()) : series.label();
    String unit = UNITS.getOrDefault(series.unit(), word(series.unit().replace("/", "_per_")));
    return unit.isEmpty() || stem.endsWith("_" + unit) ? stem : stem + "_" + unit;
  }

  private static String word(String name) {
    return name.replaceAll("[^A-Za-z0-9]+", "_");
  }
}
