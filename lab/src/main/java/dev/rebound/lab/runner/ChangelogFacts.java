package dev.rebound.lab.runner;

import dev.rebound.analysis.units.Median;
import dev.rebound.base.Series;
import dev.rebound.lab.probe.ChangelogProbe;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ticks of a run's baseline, as far as they tell of changelogs: the median of their size, and
 * how fast they were written on average. For one thread.
 */
final class ChangelogFacts {
  private static final String BASELINE = "baseline";

  /** Key of the reason for which nothing is known. */
  private static final String ANY = "changelog";

  private final List<Double> sizes = new ArrayList<>();
  private final List<Double> rates = new ArrayList<>();
  private int size = -1;
  private int rate = -1;
  private boolean lookedFor;

  /** Takes the series from here on. */
  void declared(List<Series> series) {
    size = series.indexOf(ChangelogProbe.OF_SIZE);
    rate = series.indexOf(ChangelogProbe.OF_RATE);
    lookedFor |= size >= 0;
  }

  /** Takes the values of a second, in the order of the series. */
  void tick(String phase, List<@Nullable Double> values) {
    if (phase.equals(BASELINE)) {
      keep(size, values, sizes);
      keep(rate, values, rates);
    }
  }

  private static void keep(int column, List<@Nullable Double> values, List<Double> into) {
    Double value = column < 0 || column >= values.size() ? null : values.get(column);
    if (value != null) {
      into.add(value);
    }
  }

  /** Metrics by the names of docs/measuring.md; none where there are no changelogs. */
  Map<String, Double> metrics() {
    Map<String, Double> metrics = new HashMap<>();
    if (!sizes.isEmpty()) {
      metrics.put(ChangelogProbe.SIZE, Median.of(array(sizes)));
    }
    if (!rates.isEmpty()) {
      double sum = 0;
      for (double one : rates) {
        sum += one;
      }
      metrics.put(ChangelogProbe.RATE, sum / rates.size());
    }
    return metrics;
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Why there is nothing, where it was looked for. */
  Map<String, String> unjudged() {
    return lookedFor && sizes.isEmpty()
        ? Map.of(ANY, "the brokers did not tell of changelogs in the baseline")
        : Map.of();
  }
}
