package dev.rebound.engine;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.engine.spark.SparkEngine;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.EngineSpecBuilder;
import dev.rebound.platform.Platform;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** The contract on a platform that hides paths, of executors that daemons start. */
@Tag("thorough")
class HiddenSparkIT extends EngineContract {
  @Override
  protected Engine engine() {
    return new SparkEngine();
  }

  /** Spark takes no executor with less memory. */
  @Override
  protected EngineSpec spec(Guarantee guarantee) {
    return EngineSpecBuilder.builder(super.spec(guarantee)).memory(new Bytes(512L << 20)).build();
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
