package dev.rebound.engine;

import dev.rebound.analysis.ReboundException;
import dev.rebound.engine.activation.ActivationEngine;
import dev.rebound.engine.external.ExternalEngine;
import dev.rebound.engine.faulty.FaultyEngine;
import dev.rebound.engine.flink.FlinkEngine;
import dev.rebound.engine.jet.JetEngine;
import dev.rebound.engine.kafkastreams.KafkaStreamsEngine;
import dev.rebound.engine.service.ServiceEngine;
import dev.rebound.engine.spark.SparkEngine;
import dev.rebound.engine.storm.StormEngine;
import dev.rebound.engine.storm.TridentEngine;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.EngineDeclaration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The engines by name. A new engine is one package and one line here. */
public final class Engines {
  private static final Map<String, Engine> BY_NAME =
      byName(
          List.of(
              new ActivationEngine(),
              new ExternalEngine(),
              new FaultyEngine(),
              new FlinkEngine(),
              new JetEngine(),
              new KafkaStreamsEngine(),
              new ServiceEngine(),
              new SparkEngine(),
              new StormEngine(),
              new TridentEngine()));

  private Engines() {}

  private static Map<String, Engine> byName(List<Engine> engines) {
    return new TreeMap<>(
        engines.stream()
            .collect(Collectors.toMap(engine -> engine.declaration().name(), Function.identity())));
  }

  /** All engines, by name in alphabetical order. */
  public static Map<String, Engine> all() {
    return BY_NAME;
  }

  /**
   * All engines, by name in alphabetical order, with what an experiment file is checked against.
   */
  public static Map<String, EngineDeclaration> declared() {
    Map<String, EngineDeclaration> declared = new TreeMap<>();
    BY_NAME.forEach((name, engine) -> declared.put(name, engine.declaration()));
    return declared;
  }

  /** The engine of this name; a {@link ReboundException} lists the known ones. */
  public static Engine named(String name) {
    Engine engine = BY_NAME.get(name);
    if (engine == null) {
      throw ReboundException.badInput(
          "unknown engine '" + name + "'",
          "Known engines: " + String.join(", ", BY_NAME.keySet()) + ".");
    }
    return engine;
  }
}
