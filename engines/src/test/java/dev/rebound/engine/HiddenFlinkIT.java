package dev.rebound.engine;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.engine.flink.FlinkEngine;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.Platform;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * The contract on a platform that hides paths, followed over the network, with ZooKeeper and HDFS
 * beside it.
 */
@Tag("thorough")
class HiddenFlinkIT extends EngineContract {
  @Override
  protected Engine engine() {
    return new FlinkEngine();
  }

  @Override
  protected EngineSpec spec(Guarantee guarantee) {
    return super.spec(guarantee)
        .with("jobmanagers", "2")
        .with("checkpoints", "hdfs")
        .with("datanodes", "1");
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
