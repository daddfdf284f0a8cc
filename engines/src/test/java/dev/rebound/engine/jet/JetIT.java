package dev.rebound.engine.jet;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.engine.EngineContract;
import dev.rebound.lab.engine.Engine;
import java.util.List;

/** Hazelcast Jet keeps the contract of every engine. */
class JetIT extends EngineContract {
  @Override
  protected Engine engine() {
    return new JetEngine();
  }

  /** The other one on a platform that hides paths. */
  @Override
  protected List<Guarantee> guarantees() {
    return List.of(Guarantee.EXACTLY_ONCE);
  }
}
