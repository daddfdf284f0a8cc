package dev.rebound.lab.harm;

import java.util.List;

/** Every kind of fault that an experiment file can name. */
public final class Harms {
  /** In the order in which files and messages have them. */
  public static final List<HarmKind> KINDS =
      List.of(Kill.KIND, Terminate.KIND, Pause.KIND, Roll.KIND);

  private Harms() {}

  /** The keys of all kinds, each once; a key means the same wherever it stands. */
  public static List<HarmOption> options() {
    return KINDS.stream().flatMap(kind -> kind.options().stream()).distinct().toList();
  }
}
