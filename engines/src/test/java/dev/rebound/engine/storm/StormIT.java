package dev.rebound.engine.storm;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.engine.EngineContract;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.EngineSpec;
import java.util.Map;

/** Apache Storm keeps the contract of every engine, with states that outlive their worker. */
class StormIT extends EngineContract {
  @Override
  protected Engine engine() {
    return new StormEngine();
  }

  @Override
  protected EngineSpec spec(Guarantee guarantee) {
    EngineSpec two = super.spec(guarantee);
    return new EngineSpec(
        two.name(),
        two.version(),
        two.workers(),
        two.spares(),
        two.threads(),
        two.guarantee(),
        two.profile(),
        two.memory(),
        two.commitInterval(),
        two.state(),
        Map.of(StormSettings.CHANGELOG, "true"),
        two.config(),
        two.jvm(),
        "");
  }
}
