package dev.rebound.analysis.judge;

import dev.rebound.analysis.journal.Readings;
import dev.rebound.analysis.units.Median;
import dev.rebound.base.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ticks of a run's baseline, as far as they tell of changelogs: the median of their size, and
 * how fast they were written on average.
 */
final class ChangelogMeasures {
  private static final String SIZE = Series.CHANGELOG_SIZE.metric();
  private static final String RATE = Series.CHANGELOG_RATE.metric();

  private final List<Double> sizes = new ArrayList<>();
  private final List<Double> rates = new ArrayList<>();
  private boolean lookedFor;

  /** Takes the values of a second. */
  void tick(String phase, Readings readings) {
    lookedFor |= readings.has(SIZE);
    if (phase.equals("baseline")) {
      keep(readings.value(SIZE), sizes);
      keep(readings.value(RATE), rates);
    }
  }

  private static void keep(@Nullable Double value, List<Double> into) {
    if (value != null) {
      into.add(value);
    }
  }

  /** Metrics by the names of docs/measuring.md; none where there are no changelogs. */
  Map<String, Double> metrics() {
    Map<String, Double> metrics = new HashMap<>();
    if (!sizes.isEmpty()) {
      metrics.put(SIZE, Median.of(sizes.stream().mapToDouble(Double::doubleValue).toArray()));
    }
    if (!rates.isEmpty()) {
      double sum = 0;
      for (double one : rates) {
        sum += one;
      }
      metrics.put(RATE, sum / rates.size());
    }
    return metrics;
  }

  /** Why there is nothing, where it was looked for. */
  Map<String, String> unjudged() {
    return lookedFor && sizes.isEmpty()
        ? Map.of("changelog", "the brokers did not tell of changelogs in the baseline")
        : Map.of();
  }
}
