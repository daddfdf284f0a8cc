package dev.rebound.workload;

import java.util.List;

/** The workloads by name. A new workload is one package or class, and one line here. */
public final class Workloads {
  private static final List<WorkloadKind> KINDS =
      List.of(
          RuleMatch.KIND,
          LogMatch.KIND,
          Grep.KIND,
          Events.KIND,
          Records.KIND,
          Join.KIND,
          FixedWindow.KIND,
          SessionWindow.KIND,
          Grouping.KIND,
          Sessions.KIND,
          Activation.KIND,
          Requests.KIND);

  private Workloads() {}

  /** All of them; the first is what a file that names none means. */
  public static List<WorkloadKind> kinds() {
    return KINDS;
  }

  /** The workload of a name; {@link IllegalArgumentException} names those that there are. */
  public static WorkloadKind kind(String name) {
    return KINDS.stream()
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown workload '"
                        + name
                        + "'; known: "
                        + String.join(", ", KINDS.stream().map(WorkloadKind::name).toList())));
  }

  /** The second stage of a job of a keyed workload, which is not made for it. */
  public static KeyedLogic logic(WorkloadSpec spec) {
    return kind(spec.name()).logic().apply(spec);
  }

  /** {@link Workload#heldBytes} of a workload, which is made only if its state is padded. */
  public static long heldBytes(WorkloadSpec spec) {
    return spec.stateBytes() == 0 ? 0 : create(spec).heldBytes();
  }

  /**
   * Makes the workload that a description names; {@link IllegalArgumentException} says what is
   * wrong with it.
   */
  public static Workload create(WorkloadSpec spec) {
    return kind(spec.name()).maker().apply(spec);
  }
}
