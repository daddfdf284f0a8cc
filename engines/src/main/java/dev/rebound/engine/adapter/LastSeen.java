package dev.rebound.engine.adapter;

import dev.rebound.base.Series;
import dev.rebound.platform.Probe;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Values as somebody last saw them.
 *
 * @param values one of each series; null while nothing is known
 */
public record LastSeen(List<Series> series, Supplier<double @Nullable []> values) implements Probe {
  @Override
  public double[] read() {
    double[] seen = values.get();
    if (seen == null) {
      seen = new double[series.size()];
      Arrays.fill(seen, Double.NaN);
    }
    return seen;
  }
}
