package dev.rebound.platform;

import dev.rebound.base.Series;
import java.util.List;
import java.util.Map;

/**
 * Reads a few values periodically. A probe declares its series once; each reading gives one value
 * per series, in order. Called from one thread; a reading that takes longer than the period shows
 * as a sampling gap.
 */
public interface Probe extends AutoCloseable {
  /** The series that this probe can give now; asked again whenever nodes come or go. */
  List<Series> series();

  /** One value per series, in order; NaN where there is none at this tick (a dead node, say). */
  double[] read();

  /** Metrics that cannot be had here, with the reason: absent, never zero. */
  default Map<String, String> absent() {
    return Map.of();
  }

  @Override
  default void close() {}
}
