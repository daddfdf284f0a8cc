package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineDeclaration.Capabilities;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultRolesTest {
  @TempDir Path folder;

  @Test
  void aRoleThatTheEngineDoesNotHaveIsRefusedBeforeAnythingStarts() throws IOException {
    ReboundException refusal =
        catchThrowableOfType(ReboundException.class, () -> require(killing("jobmanager")));

    assertThat(refusal).hasMessageContaining("jobmanager").hasMessageContaining("only-workers");
    assertThat(refusal.remedy()).contains("broker, worker");
  }

  @Test
  void workersAndBrokersThatTheRunStartsMayBeFaulted() throws IOException {
    for (String role : List.of("worker", "broker")) {
      Experiment experiment = killing(role);
      assertThatCode(() -> require(experiment)).doesNotThrowAnyException();
    }
  }

  private static void require(Experiment experiment) {
    Plan plan = new Plan(List.of(), Map.of(), List.of());
    FaultRoles.require(experiment, List.of(brokers(), new OnlyWorkers(experiment.engine(), plan)));
  }

  private static Part brokers() {
    return new Part() {
      @Override
      public String name() {
        return "Kafka";
      }

      @Override
      public List<ProcessSpec> processes() {
        return List.of();
      }

      @Override
      public Set<String> roles() {
        return Set.of("broker");
      }

      @Override
      public RunningPart start(Platform platform, Deadline by, Consumer<String> progress) {
        throw new UnsupportedOperationException();
      }
    };
  }

  private Experiment killing(String role) throws IOException {
    Path file = folder.resolve("a.yaml");
    Files.writeString(
        file,
        "name: a\nengine: { name: only-workers }\nload: { rate: 100/s }\n"
            + ("faults: [{ at: 1s, kill: " + role + " }]\n"));
    return ExperimentFile.load(file, List.of(), 1).get(0);
  }

  /** An engine that is asked what it is, and started never. */
  private record OnlyWorkers(EngineSpec spec, Plan plan) implements Subject {
    @Override
    public EngineDeclaration declaration() {
      return EngineDeclaration.of(
          "only-workers",
          "1",
          new Capabilities(Set.of(), List.of(), Set.of("worker"), Set.of(), List.of(), 1));
    }

    @Override
    public Cluster start(Platform platform, Deadline by, Consumer<String> progress) {
      throw new UnsupportedOperationException();
    }
  }
}
