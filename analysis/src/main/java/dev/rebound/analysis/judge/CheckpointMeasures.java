package dev.rebound.analysis.judge;

import dev.rebound.analysis.journal.CheckpointSeries;
import dev.rebound.analysis.journal.Readings;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.units.Median;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ticks of a run, as far as they tell of checkpoints: lengths and sizes of those that were
 * completed in the baseline, each once, and how many there were under load. A tick knows the newest
 * one only, so of several within a second the last one stands for all.
 */
final class CheckpointMeasures {
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

  private final Map<String, Double> before = new HashMap<>();
  private final Map<String, Double> counts = new TreeMap<>();
  private final Map<String, List<Double>> inBaseline = new HashMap<>();

  /** Takes the values of a second. */
  void tick(String phase, Readings readings) {
    boolean fresh = false;
    // A job that was submitted anew counts from the beginning.
    boolean anew = COUNTS.stream().anyMatch(count -> fell(count, readings));
    for (String count : COUNTS) {
      Double now = readings.value(count);
      if (now != null) {
        Double last = before.put(count, now);
        double more = last == null ? 0 : anew ? now : now - last;
        counts.merge(count, Metrics.PHASES.contains(phase) ? more : 0, Double::sum);
        fresh |= count.equals(CheckpointSeries.COMPLETED) && more > 0;
      }
    }
    if (fresh && phase.equals("baseline")) {
      for (String part : OF_ONE) {
        Double now = readings.value(part);
        if (now != null) {
          inBaseline.computeIfAbsent(part, name -> new ArrayList<>()).add(now);
        }
      }
    }
  }

  private boolean fell(String count, Readings readings) {
    Double now = readings.value(count);
    Double last = before.get(count);
    return now != null && last != null && now < last;
  }

  /** Metrics by the names of docs/measuring.md; none where no probe counts checkpoints. */
  Map<String, Double> metrics() {
    Map<String, Double> metrics = new HashMap<>(counts);
    inBaseline.forEach(
        (part, values) -> {
          double[] all = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
          if (part.equals(CheckpointSeries.SIZE) || part.equals(CheckpointSeries.WRITTEN)) {
            metrics.put(part, Median.of(all));
            return;
          }
          if (part.equals(CheckpointSeries.DURATION)) {
            metrics.put(part + ".p50", Median.of(all));
          }
          metrics.put(part + ".max", all[all.length - 1]);
        });
    return metrics;
  }

  /** Why there are no lengths and sizes, where they were looked for. */
  Map<String, String> unjudged() {
    return counts.isEmpty() || !inBaseline.isEmpty()
        ? Map.of()
        : Map.of("checkpoint", "no checkpoint was completed in the baseline");
  }
}
