package dev.rebound.lab.experiment;

import dev.rebound.workload.Requests;
import dev.rebound.workload.RowColumns;
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
        "none".equals(values.apply("oracle")),
        "equals".equals(values.apply("oracle")),
        Requests.KIND.name().equals(values.apply("name"))
            && !(values.apply(RowColumns.OPTION) instanceof String row && !row.isEmpty()));
  }
}
