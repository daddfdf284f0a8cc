package dev.rebound.lab.experiment;

import dev.rebound.workload.Requests;
import dev.rebound.workload.RowColumns;
import java.util.List;
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
 * @param keyAlone whether nothing but what it is known by is looked at of an output, so that none
 *     can have diverged
 */
record WorkloadTraits(
    boolean dropsLate, boolean requested, boolean untold, boolean whole, boolean keyAlone) {
  /**
   * @param values of the section by key; null where there is none
   */
  static WorkloadTraits of(Function<String, @Nullable Object> values) {
    return new WorkloadTraits(
        WorkloadKeys.dropsLate(values),
        WorkloadKeys.requested(values),
        all("none", values),
        all("equals", values),
        Requests.KIND.name().equals(values.apply("name"))
            && !(values.apply(RowColumns.OPTION) instanceof String row && !row.isEmpty()));
  }

  /** Whether this is the oracle, of each output topic where there are several. */
  private static boolean all(String oracle, Function<String, @Nullable Object> values) {
    if (values.apply(OutputKeys.KEY) instanceof List<?> outputs && !outputs.isEmpty()) {
      return outputs.stream()
          .allMatch(output -> output instanceof Values its && oracle.equals(its.find("oracle")));
    }
    // Where values are flat, items are told by their numbers.
    boolean all = true;
    int topics = 0;
    String at = OutputKeys.KEY + ".1.";
    while (values.apply(at + "topic") != null) {
      all &= oracle.equals(values.apply(at + "oracle"));
      topics++;
      at = OutputKeys.KEY + "." + (topics + 1) + ".";
    }
    return topics > 0 ? all : oracle.equals(values.apply("oracle"));
  }
}
