package dev.rebound.engine;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.engine.kafkastreams.KafkaStreamsEngine;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Engine;
import dev.rebound.platform.Platform;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** The contract on a platform that hides paths, followed through files. */
@Tag("thorough")
class HiddenKafkaStreamsIT extends EngineContract {
  @Override
  protected Engine engine() {
    return new KafkaStreamsEngine();
  }

  @Override
  protected List<Guarantee> guarantees() {
    return List.of(Guarantee.AT_LEAST_ONCE);
  }

  @Override
  protected Platform platform(Artifacts artifacts, String runId) {
    return hidden(artifacts, runId);
  }
}
