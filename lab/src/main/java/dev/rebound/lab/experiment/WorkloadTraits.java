package dev.rebound.lab.experiment;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.oracle.request.RowColumns;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What of a workload decides which expectations follow from a promise.
 *
 * @param dropsLate whether an engine may pass inputs over as late: what it delivers is promised all
 *     the same
 * @param requested whether a service is asked: no topic is read back then, and it has to accept
 *     requests again in the end, as before
 * @param untold whether no output is known from another, so that none can be unexpected
 * @param whole whether outputs are judged as a whole: what is missing, or there too often, has
 *     diverged, and nothing can be lost or duplicated by itself
 * @param unlooked of which findings there can be none, as nothing is looked at that they could be
 *     of
 */
record WorkloadTraits(
    boolean dropsLate,
    boolean requested,
    boolean untold,
    boolean whole,
    Set<FindingKind> unlooked) {
  private static final List<String> GROWING = List.of("sum", "count");
  private static final List<String> AGGREGATES = List.of("sum", "count", "min", "max", "last");

  /** Oracles of updates alone. */
  private static final List<String> UPDATES =
      List.of("gapless", "not-negative", "conserved", "equals");

  /**
   * @param values of the section by key; null where there is none
   */
  static WorkloadTraits of(Function<String, @Nullable Object> values) {
    return new WorkloadTraits(
        WorkloadKeys.dropsLate(values),
        WorkloadKeys.requested(values),
        all("none", values),
        all("equals", values),
        unlooked(values));
  }

  /** Whether there can be no finding of a kind. */
  boolean unlooked(String metric) {
    return unlooked.stream().anyMatch(kind -> kind.toString().equals(metric));
  }

  /** What no output topic has anybody look at. */
  private static Set<FindingKind> unlooked(Function<String, @Nullable Object> values) {
    Set<FindingKind> unlooked =
        EnumSet.of(FindingKind.DIVERGED, FindingKind.LOST, FindingKind.DUPLICATED);
    for (Function<String, @Nullable Object> topic : topics(values)) {
      unlooked.removeIf(kind -> !unlooked(kind, text("name", values), values, topic));
    }
    return unlooked;
  }

  private static boolean unlooked(
      FindingKind kind,
      String workload,
      Function<String, @Nullable Object> values,
      Function<String, @Nullable Object> topic) {
    String oracle = text("oracle", topic).isEmpty() ? "echo" : text("oracle", topic);
    boolean content = kind == FindingKind.DIVERGED;
    return switch (workload) {
      case "records" ->
          content
              ? oracle.equals("echo") && !says("same", topic)
              : updates(oracle, values, topic)
                  && (kind == FindingKind.DUPLICATED || GROWING.contains(oracle));
      case "events" -> content && oracle.equals("echo") && !says("same", topic);
      case "join" ->
          content
              && text("with-id", values).isEmpty()
              && !says("same", values)
              && !says("with-same", values);
      case "requests" -> content && text(RowColumns.OPTION, values).isEmpty();
      default -> false;
    };
  }

  /** Whether outputs are updates of keys, and name no input. */
  private static boolean updates(
      String oracle,
      Function<String, @Nullable Object> values,
      Function<String, @Nullable Object> topic) {
    boolean unnamed = !says("id", values) || !text("output-key", topic).isEmpty();
    return UPDATES.contains(oracle) || (AGGREGATES.contains(oracle) && unnamed);
  }

  private static String text(String key, Function<String, @Nullable Object> values) {
    return values.apply(key) instanceof String text ? text : "";
  }

  /** Whether a list of parts of outputs names any of their content. */
  private static boolean says(String key, Function<String, @Nullable Object> values) {
    List<String> parts = new ArrayList<>();
    if (values.apply(key) instanceof List<?> several) {
      several.forEach(part -> parts.add(part.toString()));
    }
    parts.add(text(key, values));
    // Where values are flat, items are told by their numbers.
    for (int i = 1; values.apply(key + "." + i) instanceof String part; i++) {
      parts.add(part);
    }
    return parts.stream().anyMatch(part -> !part.isBlank() && !part.strip().equals("key"));
  }

  /** Whether this is the oracle, of each output topic where there are several. */
  private static boolean all(String oracle, Function<String, @Nullable Object> values) {
    return topics(values).stream().allMatch(topic -> oracle.equals(topic.apply("oracle")));
  }

  /** What is said of each output topic; all that is said where there is one. */
  private static List<Function<String, @Nullable Object>> topics(
      Function<String, @Nullable Object> values) {
    List<Function<String, @Nullable Object>> topics = new ArrayList<>();
    if (values.apply(OutputKeys.KEY) instanceof List<?> outputs) {
      outputs.forEach(output -> topics.add(((Values) output)::find));
    }
    // Where values are flat, items are told by their numbers.
    String at = OutputKeys.KEY + ".1.";
    while (values.apply(at + "topic") != null) {
      String its = at;
      topics.add(key -> values.apply(its + key));
      at = OutputKeys.KEY + "." + (topics.size() + 1) + ".";
    }
    return topics.isEmpty() ? List.of(values) : topics;
  }
}
