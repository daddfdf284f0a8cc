package dev.rebound.engine.kafkastreams;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.engine.EngineContract;
import dev.rebound.lab.engine.Engine;
import java.util.List;

class KafkaStreamsIT extends EngineContract {
  @Override
  protected Engine engine() {
    return new KafkaStreamsEngine();
  }

  /** The other one on a platform that hides paths. */
  @Override
  protected List<Guarantee> guarantees() {
    return List.of(Guarantee.EXACTLY_ONCE);
  }
}
