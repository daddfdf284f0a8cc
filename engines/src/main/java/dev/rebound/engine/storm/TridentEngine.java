package dev.rebound.engine.storm;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineDeclaration.Capabilities;
import dev.rebound.lab.experiment.EngineSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Trident: batches on Storm, each of which counts once in the states. */
public final class TridentEngine extends StormEngine {
  static final EngineDeclaration DECLARATION =
      new EngineDeclaration(
          "trident",
          StormEngine.DECLARATION.version(),
          new Capabilities(
                  Set.of(Guarantee.AT_LEAST_ONCE),
                  EngineSpec.PROFILES,
                  StormEngine.DECLARATION.capabilities().roles(),
                  Step.OF_ENGINES,
                  StormEngine.DECLARATION.capabilities().workloads(),
                  1)
              .making(StormEngine.DECLARATION.capabilities().source().workloads()),
          StormSettings.TRIDENT_OPTIONS,
          StormEngine::check,
          StormSettings::tridentPromise,
          StormEngine::jars,
          StormEngine.SUPPORT);

  public TridentEngine() {
    super(DECLARATION);
  }

  @Override
  public Map<String, String> limits() {
    Map<String, String> limits = new LinkedHashMap<>();
    limits.put(
        "guarantee: exactly-once of outputs",
        "Kafka knows nothing of its batches, and one that failed half way is written again; states"
            + " are exactly-once.");
    limits.put("guarantee: none", "A batch that is not acknowledged always comes again.");
    limits.put(
        "windows by time",
        "They would close by the newest time seen, not by the slowest partition.");
    limits.put(
        "session-window",
        "It has no windows that end with a gap, and its states have no clock of event time.");
    return limits;
  }
}
