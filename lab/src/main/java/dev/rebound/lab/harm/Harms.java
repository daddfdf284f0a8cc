package dev.rebound.lab.harm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every kind of fault that an experiment file can name. */
public final class Harms {
  /** In the order in which files and messages have them. */
  public static final List<HarmKind> KINDS =
      List.of(Kill.KIND, Terminate.KIND, Pause.KIND, Roll.KIND);

  private Harms() {}

  /** The keys of all kinds, each once. */
  public static List<HarmOption> options() {
    Map<String, HarmOption> byKey = new LinkedHashMap<>();
    KINDS.forEach(kind -> kind.options().forEach(o -> byKey.merge(o.key(), o, HarmOption::and)));
    return List.copyOf(byKey.values());
  }
}
