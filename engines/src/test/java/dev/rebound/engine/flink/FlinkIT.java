package dev.rebound.engine.flink;

import dev.rebound.engine.EngineContract;
import dev.rebound.lab.engine.Engine;

/** Flink keeps the contract of every engine. */
class FlinkIT extends EngineContract {
  @Override
  protected Engine engine() {
    return new FlinkEngine();
  }
}
