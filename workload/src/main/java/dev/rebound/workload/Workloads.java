package dev.rebound.workload;

import dev.rebound.workload.catalogue.Catalogue;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The workloads by name, those of {@link WorkloadProvider}s. */
public final class Workloads {
  private static final Catalogue<WorkloadProvider, WorkloadKind> ALL =
      new Catalogue<>(WorkloadProvider.class, WorkloadProvider::workloads, WorkloadKind::name);

  /** The order in which pages and messages list Rebound's own; others follow. */
  private static final List<String> ORDER =
      List.of(
          "rule-match",
          "log-match",
          "grep",
          "events",
          "records",
          "join",
          "fixed-window",
          "session-window",
          "grouping",
          "sessions",
          "activation",
          "requests");

  private Workloads() {}

  /** All of them; the first is what a file that names none means. */
  public static List<WorkloadKind> kinds() {
    return ALL.all().stream().sorted(Comparator.comparingInt(kind -> place(kind.name()))).toList();
  }

  private static int place(String name) {
    int place = ORDER.indexOf(name);
    return place < 0 ? ORDER.size() : place;
  }

  /** The workload of a name; {@link IllegalArgumentException} names those that there are. */
  public static WorkloadKind kind(String name) {
    WorkloadKind kind = ALL.byName().get(name);
    if (kind == null) {
      throw new IllegalArgumentException(
          "unknown workload '%s'; known: %s"
              .formatted(
                  name,
                  kinds().stream().map(WorkloadKind::name).collect(Collectors.joining(", "))));
    }
    return kind;
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
