package dev.rebound.workload;

import java.util.Map;
import java.util.function.Function;

/** The workloads by name. A new workload is one class and one line here. */
public final class Workloads {
  private static final Map<String, Function<WorkloadSpec, Workload>> BY_NAME =
      Map.of("rule-match", RuleMatch::new, "log-match", LogMatch::new);

  private Workloads() {}

  /**
   * Makes the workload that a description names; {@link IllegalArgumentException} says what is
   * wrong with it.
   */
  public static Workload create(WorkloadSpec spec) {
    Function<WorkloadSpec, Workload> maker = BY_NAME.get(spec.name());
    if (maker == null) {
      throw new IllegalArgumentException(
          "unknown workload '" + spec.name() + "'; known: " + BY_NAME.keySet());
    }
    return maker.apply(spec);
  }
}
