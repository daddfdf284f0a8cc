package dev.rebound.engine.kafkastreams;

import dev.rebound.engine.EngineContract;
import dev.rebound.lab.engine.Engine;

class KafkaStreamsIT extends EngineContract {
  @Override
  protected Engine engine() {
    return new KafkaStreamsEngine();
  }
}
