package dev.rebound.lab.runner;

import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.units.Median;
import dev.rebound.base.Series;
import dev.rebound.lab.probe.CheckpointSeries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The ticks of a run, as far as they tell of checkpoints: lengths and sizes of those that were
 * completed in the baseline, each once, and how many there were under load. A tick knows the newest
 * one only, so of several within a second the last one stands for all. For one thread.
 */
final class CheckpointFacts {
  private static final String BASELINE = "baseline";

  /** Key of the reason for which no length or size is known. */
  private static final String ANY = "checkpoint";

  private static final List<String> COUNTS =
      List.of(CheckpointSeries.COMPLETED, CheckpointSeries.FAILED, CheckpointSeries.EXPIRED);

  private static final List<String> OF_ONE =
      List.of(
          CheckpointSeries.DURATION,
          CheckpointSeries.SYNC,
          CheckpointSeries.ASYNC,
          CheckpointSeries.ALIGNMENT,
          CheckpointSeries.SIZE,
          CheckpointSeries.WRITTEN);

  private final Map<String, Integer> columns = new HashMap<>();
  private final Map<String, Double> before = new HashMap<>();
  private final Map<String, Double> counts = new TreeMap<>();
  private final Map<String, List<Double>> inBaseline = new HashMap<>();

  /** Takes the series from here on. */
  void declared(List<Series> series) {
    columns.clear();
    for (int i = 0; i < series.size(); i++) {
      columns.put(series.get(i).metric(), i);
    }
  }

  /** Takes the values of a second, in the order of the series. */
  void tick(String phase, List<@Nullable Double> values) {
    boolean fresh = false;
    // A job that was submitted anew counts from the beginning.
    boolean anew = COUNTS.stream().anyMatch(count -> fell(count, values));
    for (String count : COUNTS) {
      Double now = value(count, values);
      if (now == null) {
        continue;
      }
      Double last = before.put(count, now);
      double more = last == null ? 0 : anew ? now : now - last;
      counts.merge(count, Metrics.PHASES.contains(phase) ? more : 0, Double::sum);
      fresh |= count.equals(CheckpointSeries.COMPLETED) && more > 0;
    }
    if (fresh && phase.equals(BASELINE)) {
      for (String part : OF_ONE) {
        Double now = value(part, values);
        if (now != null) {
          inBaseline.computeIfAbsent(part, name -> new ArrayList<>()).add(now);
        }
      }
    }
  }

  private boolean fell(String count, List<@Nullable Double> values) {
    Double now = value(count, values);
    Double last = before.get(count);
    return now != null && last != null && now < last;
  }

  private @Nullable Double value(String metric, List<@Nullable Double> values) {
    Integer column = columns.get(metric);
    return column == null || column >= values.size() ? null : values.get(column);
  }

  /** Metrics by the names of docs/measuring.md; none where no probe counts checkpoints. */
  Map<String, Double> metrics() {
    Map<String, Double> metrics = new HashMap<>(counts);
    inBaseline.forEach(
        (part, values) -> {
          double[] all = values.stream().mapToDouble(Double::doubleValue).toArray();
          if (part.equals(CheckpointSeries.SIZE) || part.equals(CheckpointSeries.WRITTEN)) {
            metrics.put(part, Median.of(all));
            return;
          }
          if (part.equals(CheckpointSeries.DURATION)) {
            metrics.put(part + ".p50", Median.of(all));
          }
          metrics.put(
              part + ".max", values.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
        });
    return metrics;
  }

  /** Why there are no lengths and sizes, where they were looked for. */
  Map<String, String> unjudged() {
    return counts.isEmpty() || !inBaseline.isEmpty()
        ? Map.of()
        : Map.of(ANY, "no checkpoint was completed in the baseline");
  }
}
