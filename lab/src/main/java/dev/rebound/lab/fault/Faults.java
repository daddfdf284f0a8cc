package dev.rebound.lab.fault;

import dev.rebound.workload.catalogue.Catalogue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every kind of fault that an experiment file can name, those of {@link FaultProvider}s. */
public final class Faults {
  private static final Catalogue<FaultProvider, FaultKind> ALL =
      new Catalogue<>(FaultProvider.class, FaultProvider::faults, FaultKind::key);

  private Faults() {}

  /** In the order in which files and messages have them. */
  public static List<FaultKind> kinds() {
    return ALL.all();
  }

  /** The keys of all kinds, each once. */
  public static List<FaultOption> options() {
    Map<String, FaultOption> byKey = new LinkedHashMap<>();
    kinds().forEach(kind -> kind.options().forEach(o -> byKey.merge(o.key(), o, FaultOption::and)));
    return List.copyOf(byKey.values());
  }
}
