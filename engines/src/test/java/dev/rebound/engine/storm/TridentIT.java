package dev.rebound.engine.storm;

import dev.rebound.engine.EngineContract;
import dev.rebound.lab.engine.Engine;
import org.junit.jupiter.api.Tag;

/** Trident keeps the contract of every engine; of its cluster Storm's tests see all. */
@Tag("thorough")
class TridentIT extends EngineContract {
  @Override
  protected Engine engine() {
    return new TridentEngine();
  }
}
