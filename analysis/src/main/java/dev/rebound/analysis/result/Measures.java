package dev.rebound.analysis.result;

import dev.rebound.analysis.result.Results.Bounds;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Numbers that an expectation can name, by the names of docs/measuring.md, in their order. It does
 * not change; what measures something else makes another one.
 *
 * @param metrics in base units; infinite where something never ended
 * @param bounds what those numbers are known to lie between that are not exact
 * @param unjudged metric name, or the part of it before a dot, to the reason why it is not known
 * @param details metric name to where the number comes from, of those that are the greatest of many
 */
public record Measures(
    Map<String, Double> metrics,
    Map<String, Bounds> bounds,
    Map<String, String> unjudged,
    Map<String, String> details) {
  /** Nothing. */
  public static final Measures NONE = new Measures(Map.of(), Map.of(), Map.of());

  public Measures {
    metrics = Collections.unmodifiableMap(new TreeMap<>(metrics));
    bounds = Collections.unmodifiableMap(new TreeMap<>(bounds));
    unjudged = Collections.unmodifiableMap(new TreeMap<>(unjudged));
    details = Collections.unmodifiableMap(new TreeMap<>(details));
  }

  /** Measures that say no more of themselves. */
  public Measures(
      Map<String, Double> metrics, Map<String, Bounds> bounds, Map<String, String> unjudged) {
    this(metrics, bounds, unjudged, Map.of());
  }

  /** Measures of numbers that are exact. */
  public Measures(Map<String, Double> metrics, Map<String, String> unjudged) {
    this(metrics, Map.of(), unjudged);
  }

  /** These and more, whose word counts where both have one. */
  public Measures and(Measures more) {
    return new Measures(
        both(metrics, more.metrics),
        both(bounds, more.bounds),
        both(unjudged, more.unjudged),
        both(details, more.details));
  }

  private static <T> Map<String, T> both(Map<String, T> some, Map<String, T> more) {
    Map<String, T> all = new TreeMap<>(some);
    all.putAll(more);
    return all;
  }
}
