package dev.rebound.analysis.journal;

import dev.rebound.base.Series;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The values of the newest tick of a journal, by the series that were declared before it. */
public final class Readings {
  private final Map<String, Integer> whole = new HashMap<>();
  private List<Series> series = List.of();
  private List<@Nullable Double> values = List.of();

  /** Takes in an event; only series and ticks count. */
  public void on(Event event) {
    if (event instanceof Event.SeriesDeclared declared) {
      series = declared.series();
      values = List.of();
      whole.clear();
      for (int i = 0; i < series.size(); i++) {
        if (series.get(i).label().isEmpty()) {
          whole.putIfAbsent(series.get(i).metric(), i);
        }
      }
    } else if (event instanceof Event.Tick tick) {
      values = tick.values();
    }
  }

  /** Whether a metric of the whole run is sampled. */
  public boolean has(String metric) {
    return whole.containsKey(metric);
  }

  /** The value of a metric of the whole run; null if there is none. */
  public @Nullable Double value(String metric) {
    return value(whole.getOrDefault(metric, -1));
  }

  /** Hears each series with its value; null where there is none. */
  public void each(BiConsumer<Series, @Nullable Double> heard) {
    for (int i = 0; i < Math.min(series.size(), values.size()); i++) {
      heard.accept(series.get(i), value(i));
    }
  }

  private @Nullable Double value(int index) {
    Double value = index < 0 || index >= values.size() ? null : values.get(index);
    return value == null || value.isNaN() ? null : value;
  }
}
