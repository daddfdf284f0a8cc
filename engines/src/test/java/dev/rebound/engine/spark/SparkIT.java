package dev.rebound.engine.spark;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.engine.EngineContract;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.EngineSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Spark keeps the contract of every engine; the member that is killed is an executor. */
class SparkIT extends EngineContract {
  @Override
  protected Engine engine() {
    return new SparkEngine();
  }

  /** Spark takes no executor with less memory. */
  @Override
  protected EngineSpec spec(Guarantee guarantee) {
    return new EngineSpec(
        "spark",
        "",
        2,
        0,
        1,
        guarantee,
        "quick",
        new Bytes(512L << 20),
        Duration.ofMillis(500),
        "",
        Map.of(),
        Map.of(),
        List.of(),
        "");
  }
}
