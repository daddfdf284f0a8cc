package dev.rebound.report;

import dev.rebound.analysis.recovery.Timeline;
import dev.rebound.analysis.request.RequestFigures;
import dev.rebound.analysis.result.Results;
import dev.rebound.base.ReboundException;
import dev.rebound.base.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
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
  /** Families of run-wide series; anything else goes to a file of its own name. */
  private static final Map<String, String> RUN_FAMILIES =
      Map.ofEntries(
          Map.entry("input.rate", "throughput"),
          Map.entry("output.rate", "throughput"),
          Map.entry("output.visible.rate", "throughput"),
          Map.entry("generator.rate", "throughput"),
          Map.entry("lag", "lag"),
          Map.entry("undelivered", "lag"),
          Map.entry("frontier.age", "frontier_age"),
          Map.entry("host.cpu", "host"),
          Map.entry("host.steal", "host"),
          Map.entry("host.cpu.subject", "host"),
          Map.entry("host.cpu.rig", "host"),
          Map.entry("host.memory.free", "host"),
          Map.entry("host.speed", "host"),
          Map.entry("host.memory.speed", "host"),
          Map.entry("checkpoint.duration", "checkpoints"),
          Map.entry("checkpoint.sync", "checkpoints"),
          Map.entry("checkpoint.async", "checkpoints"),
          Map.entry("checkpoint.alignment", "checkpoints"),
          Map.entry("checkpoint.size", "checkpoints"),
          Map.entry("checkpoint.written", "checkpoints"),
          Map.entry("checkpoints.completed", "checkpoints"),
          Map.entry("checkpoints.failed", "checkpoints"),
          Map.entry("checkpoints.expired", "checkpoints"),
          Map.entry("checkpoints.in-progress", "checkpoints"),
          Map.entry("changelog.size", "changelogs"),
          Map.entry("changelog.rate", "changelogs"),
          Map.entry("generator.slip", "rig"),
          Map.entry("generator.blocked", "rig"),
          Map.entry("generator.unanswered", "rig"),
          Map.entry("observer.lag", "rig"),
          Map.entry("requests.accepted", "requests"),
          Map.entry("requests.refused", "requests"),
          Map.entry("requests.unknown", "requests"),
          Map.entry("requests.in-flight", "requests"),
          Map.entry("requests.latency.p50", "requests"),
          Map.entry("requests.latency.p99", "requests"),
          Map.entry("requests.latency.max", "requests"));

  private static final Map<String, String> LABELLED_FAMILIES =
      Map.of(
          "lag.partition", "lag_per_partition",
          "host.cpu.core", "host_cores",
          "node.cpu", "nodes_cpu",
          "node.memory", "nodes_memory",
          "node.received", "nodes_received",
          "node.sent", "nodes_sent");

  private static final Map<String, String> UNITS =
      Map.ofEntries(
          Map.entry("records/s", "records_per_second"),
          Map.entry("records", "records"),
          Map.entry("reads/s", "reads_per_second"),
          Map.entry("requests/s", "requests_per_second"),
          Map.entry("requests", "requests"),
          Map.entry("ms", "milliseconds"),
          Map.entry("ms/s", "milliseconds_per_second"),
          Map.entry("cores", "cores"),
          Map.entry("bytes", "bytes"),
          Map.entry("bytes/s", "bytes_per_second"),
          Map.entry("share", "share"));

  /** Files that are not made of series alone. */
  private static final List<String> OTHER_FILES =
      List.of("latency", "events", "recovery", "delivery", "availability", "audit");

  private CsvReporter() {}

  /** Names of the files of a run whose series all have a family, such as {@code lag.csv}. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>(RUN_FAMILIES.values());
    names.addAll(LABELLED_FAMILIES.values());
    names.addAll(OTHER_FILES);
    return names.stream().map(name -> name + ".csv").collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Writes all CSV files of a run into its folder; those of an earlier call are overwritten.
   *
   * @param results null if the run was not judged: then audit and recovery are left out
   */
  public static void write(Path journal, Path runFolder, @Nullable Results results) {
    write(RecordedRun.read(journal), runFolder, results);
  }

  /**
   * Writes {@code metrics/delivery.csv}: outputs and latency second by second, as the audit found
   * them.
   */
  public static void writeDelivery(Path runFolder, Timeline timeline) {
    Path file = runFolder.resolve("metrics").resolve("delivery.csv");
    try {
      Files.createDirectories(runFolder.resolve("metrics"));
      DeliveryCsv.write(file, timeline);
      if (!timeline.windows().isEmpty()) {
        WindowsCsv.write(file.resolveSibling("windows.csv"), timeline);
      }
    } catch (IOException e) {
      throw notWritten(file, e);
    }
  }

  /** Writes {@code metrics/availability.csv}: what became of requests, second by second. */
  public static void writeAvailability(Path runFolder, RequestFigures requests) {
    Path file = runFolder.resolve("metrics").resolve("availability.csv");
    try {
      Files.createDirectories(runFolder.resolve("metrics"));
      AvailabilityCsv.write(file, requests);
    } catch (IOException e) {
      throw notWritten(file, e);
    }
  }

  private static ReboundException notWritten(Path file, IOException e) {
    return ReboundException.unwritable(
        file, "Free disk space, then run `rebound check` on the folder.", e);
  }

  static void write(RecordedRun recorded, Path runFolder, @Nullable Results results) {
    Path metrics = runFolder.resolve("metrics");
    try {
      Files.createDirectories(metrics);
      for (Map.Entry<String, List<RecordedRun.SeriesColumn>> family :
          families(recorded).entrySet()) {
        series(metrics.resolve(family.getKey() + ".csv"), recorded, family.getValue());
      }
      LatencyLog latency = LatencyLog.read(runFolder);
      if (!latency.isEmpty()) {
        latency(metrics.resolve("latency.csv"), latency);
      }
      EventsCsv.write(metrics.resolve("events.csv"), recorded);
      if (results != null) {
        ResultsCsv.recovery(metrics.resolve("recovery.csv"), results);
        ResultsCsv.audit(runFolder.resolve("audit.csv"), results);
      }
    } catch (IOException e) {
      throw ReboundException.unwritable(
          metrics,
          "Free disk space, then run `rebound report` on the folder: the journal still holds everything.",
          e);
    }
  }

  private static Map<String, List<RecordedRun.SeriesColumn>> families(RecordedRun recorded) {
    Map<String, List<RecordedRun.SeriesColumn>> families = new TreeMap<>();
    for (RecordedRun.SeriesColumn column : recorded.columns()) {
      families.computeIfAbsent(family(column.series()), f -> new ArrayList<>()).add(column);
    }
    return families;
  }

  private static String family(Series series) {
    String metric = series.metric();
    if (metric.startsWith("latency.")) {
      return "latency";
    }
    String known = (series.label().isEmpty() ? RUN_FAMILIES : LABELLED_FAMILIES).get(metric);
    return known != null ? known : word(metric) + (series.label().isEmpty() ? "" : "_by_label");
  }

  private static void series(
      Path file, RecordedRun recorded, List<RecordedRun.SeriesColumn> columns) throws IOException {
    try (CsvFile csv = new CsvFile(file)) {
      csv.cell("time");
      for (RecordedRun.SeriesColumn column : columns) {
        csv.cell(name(column.series()));
      }
      csv.end();
      for (int tick = 0; tick < recorded.ticks(); tick++) {
        csv.time(recorded.timeMicros(tick));
        for (RecordedRun.SeriesColumn column : columns) {
          csv.number(column.at(tick));
        }
        csv.end();
      }
    }
  }

  /** The latency log is finer than what was sampled live, and takes its place. */
  private static void latency(Path file, LatencyLog latency) throws IOException {
    try (CsvFile csv = new CsvFile(file)) {
      csv.cell("time");
      for (Series series : latency.series()) {
        csv.cell(name(series));
      }
      csv.end();
      for (int interval = 0; interval < latency.intervals(); interval++) {
        csv.time(latency.timeMicros(interval));
        for (Series series : latency.series()) {
          csv.number(latency.at(series, interval));
        }
        csv.end();
      }
    }
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
