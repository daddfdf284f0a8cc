package dev.rebound.report.run;

import dev.rebound.base.Series;
import java.io.File;
import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * Percentiles over time from {@code latency.hlog}: exact for each interval, unlike the few that are
 * sampled live. Values in milliseconds, times at the end of each interval.
 */
public final class LatencyLog {
  private static final List<String> PERCENTILES = List.of("p50", "p75", "p90", "p95", "p99", "max");

  private final List<Long> times = new ArrayList<>();
  private final Map<Series, List<Double>> values = new LinkedHashMap<>();

  private LatencyLog() {}

  /** Reads the log of a run; empty if there is none. A torn end is left out. */
  public static LatencyLog read(Path runFolder) {
    LatencyLog log = new LatencyLog();
    File file = runFolder.resolve("latency.hlog").toFile();
    if (Files.isRegularFile(file.toPath())) {
      try (HistogramLogReader reader = new HistogramLogReader(file)) {
        while (reader.hasNext()) {
          if (reader.nextIntervalHistogram() instanceof Histogram interval) {
            log.add(interval);
          }
        }
      } catch (FileNotFoundException | RuntimeException e) {
        // A lab that was killed tears the log's last line; what came before it counts.
        return log;
      }
    }
    return log;
  }

  private void add(Histogram interval) {
    long endMicros = interval.getEndTimeStamp() * 1000;
    if (times.isEmpty() || times.get(times.size() - 1).longValue() != endMicros) {
      times.add(endMicros);
    }
    int at = times.size() - 1;
    String kind = "visible".equals(interval.getTag()) ? "latency.visible." : "latency.";
    for (String name : PERCENTILES) {
      List<Double> column =
          values.computeIfAbsent(new Series(kind + name, "ms", ""), s -> new ArrayList<>());
      while (column.size() < at) {
        column.add(Double.NaN);
      }
      if (column.size() == at) {
        double percentile = name.equals("max") ? 100 : Double.parseDouble(name.substring(1));
        column.add(
            interval.getTotalCount() == 0
                ? Double.NaN
                : interval.getValueAtPercentile(percentile) / 1000.0);
      }
    }
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  public int intervals() {
    return times.size();
  }

  public long timeMicros(int interval) {
    return times.get(interval);
  }

  public Iterable<Series> series() {
    return values.keySet();
  }

  /** The value in an interval, NaN if nothing was observed in it. */
  public double at(Series series, int interval) {
    List<Double> column = values.getOrDefault(series, List.of());
    return interval < column.size() ? column.get(interval) : Double.NaN;
  }
}
