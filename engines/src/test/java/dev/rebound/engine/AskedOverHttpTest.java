package dev.rebound.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whether an engine is a service is asked of it alone: what it says elsewhere must agree. */
class AskedOverHttpTest {
  @Test
  void aServiceSaysHowItIsAskedAndNothingElseDoes() {
    assertThat(Engines.all().values()).filteredOn(Engine::askedOverHttp).hasSize(1);
    for (Engine engine : Engines.all().values()) {
      Experiment experiment = experiment(engine.name());
      JobSpec job =
          new JobSpec("run", experiment.workload(), "", Map.of(), Map.of(), Map.of(), 4, 1);

      assertThat(engine.access(experiment.engine(), job, new Paper()).isPresent())
          .as(engine.name())
          .isEqualTo(engine.askedOverHttp());
      assertThat(engine.known().askedOverHttp())
          .as(engine.name())
          .isEqualTo(engine.askedOverHttp());
    }
  }

  @Test
  void requestsAreSentToServicesAndToNothingElse() {
    for (Engine engine : Engines.all().values()) {
      for (String workload : engine.capabilities().workloads()) {
        assertThat(Workloads.kind(workload).shape() == WorkloadKind.Shape.REQUESTED)
            .as(engine.name() + ", " + workload)
            .isEqualTo(engine.askedOverHttp());
      }
    }
  }

  private static Experiment experiment(String engine) {
    String text = "name: x\nengine: { name: " + engine + " }\nload: { rate: 10/s }\n";
    return ExperimentFile.text(text, List.of(), 1, false, Map.of()).get(0);
  }
}
