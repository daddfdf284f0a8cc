package dev.rebound.lab.fault;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every kind of fault that an experiment file can name. */
public final class Faults {
  /** In the order in which files and messages have them. */
  public static final List<FaultKind> KINDS =
      List.of(Kill.KIND, Terminate.KIND, Pause.KIND, Roll.KIND);

  private Faults() {}

  /** The keys of all kinds, each once. */
  public static List<FaultOption> options() {
    Map<String, FaultOption> byKey = new LinkedHashMap<>();
    KINDS.forEach(kind -> kind.options().forEach(o -> byKey.merge(o.key(), o, FaultOption::and)));
    return List.copyOf(byKey.values());
  }
}
