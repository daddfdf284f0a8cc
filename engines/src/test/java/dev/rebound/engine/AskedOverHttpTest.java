package dev.rebound.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A service is told by what its job computes: how it is asked must agree. */
class AskedOverHttpTest {
  @Test
  void aServiceIsAskedOverHttpAndNothingElseIs() {
    assertThat(Engines.declared().values()).filteredOn(EngineDeclaration::service).hasSize(2);
    for (Engine engine : Engines.all().values()) {
      String name = engine.declaration().name();
      Experiment experiment = experiment(name);
      JobSpec job =
          new JobSpec("run", experiment.workload(), "", Map.of(), Map.of(), Map.of(), 4, 1);

      assertThat(engine.configure(experiment.engine(), job, new Paper()).asked())
          .as(name)
          .isInstanceOf(
              engine.declaration().service()
                  ? SubjectInterface.OverHttp.class
                  : SubjectInterface.ByTopics.class)
          .satisfies(
              asked -> {
                if (asked instanceof SubjectInterface.OverHttp http) {
                  assertThat(http.requests().nodes()).hasSameSizeAs(http.requests().urls());
                }
              });
    }
  }

  @Test
  void requestsAreSentToServicesAndToNothingElse() {
    for (EngineDeclaration engine : Engines.declared().values()) {
      for (String workload : engine.capabilities().workloads()) {
        assertThat(Workloads.kind(workload).shape() == WorkloadKind.Shape.REQUESTED)
            .as(engine.name() + ", " + workload)
            .isEqualTo(engine.service());
      }
    }
  }

  private static Experiment experiment(String engine) {
    String text = "name: x\nengine: { name: " + engine + " }\nload: { rate: 10/s }\n";
    return ExperimentFile.text(text, List.of(), 1, false, Map.of()).get(0);
  }
}
