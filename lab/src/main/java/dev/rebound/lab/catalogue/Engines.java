package dev.rebound.lab.catalogue;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.workload.catalogue.Catalogue;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The engines by name. A new engine is one package, and one line in {@code META-INF/services}. */
public final class Engines {
  private static final Catalogue<Engine, Engine> ALL =
      new Catalogue<>(Engine.class, List::of, engine -> engine.declaration().name());

  private Engines() {}

  /** All engines, by name in alphabetical order. */
  public static Map<String, Engine> all() {
    return new TreeMap<>(ALL.byName());
  }

  /**
   * All engines, by name in alphabetical order, with what an experiment file is checked against.
   */
  public static Map<String, EngineDeclaration> declared() {
    Map<String, EngineDeclaration> declared = new TreeMap<>();
    ALL.byName().forEach((name, engine) -> declared.put(name, engine.declaration()));
    return declared;
  }

  /** The engine of this name; a {@link ReboundException} lists the known ones. */
  public static Engine named(String name) {
    Engine engine = ALL.byName().get(name);
    if (engine == null) {
      throw ReboundException.badInput(
          "unknown engine '" + name + "'",
          "Known engines: " + String.join(", ", all().keySet()) + ".");
    }
    return engine;
  }
}
