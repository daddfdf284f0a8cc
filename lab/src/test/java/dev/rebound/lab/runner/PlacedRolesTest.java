package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacedRolesTest {
  /** Starts supervisors, which start workers, and a tool that no fault may name. */
  private static final Part DAEMONS =
      new OfRoles(
          Set.of("supervisor", "worker"), List.of(process("supervisor"), process("client")));

  @TempDir Path folder;

  @Test
  void aRoleOfWhichTheRunStartsAProcessHasTheOtherCores() throws IOException {
    Experiment experiment = placing("supervisor");
    assertThatCode(() -> PlacedRoles.require(experiment, List.of(DAEMONS)))
        .doesNotThrowAnyException();
  }

  @Test
  void anyOtherRoleIsRefusedAtItsPlaceBeforeAnythingStarts() throws IOException {
    for (String role : List.of("worker", "client", "namenode")) {
      Experiment experiment = placing(role);
      ReboundException refusal =
          catchThrowableOfType(
              ReboundException.class, () -> PlacedRoles.require(experiment, List.of(DAEMONS)));

      assertThat(refusal)
          .hasMessageContaining(
              "a.yaml:4:37: cores.roles: this run of daemons starts no process of role "
                  + role
                  + " itself")
          .hasMessageContaining("Name one of supervisor; what a daemon of the engine starts");
    }
  }

  private Experiment placing(String role) throws IOException {
    Path file = folder.resolve("a.yaml");
    Files.writeString(
        file,
        "name: a\nengine: { name: daemons }\nload: { rate: 100/s }\n"
            + ("cores: { subject: 1, rig: 1, roles: { " + role + ": rig } }\n"));
    return ExperimentFile.load(file, List.of(), 1).get(0);
  }

  private static ProcessSpec process(String role) {
    return new ProcessSpec(
        role + "-1",
        role,
        Owner.SUBJECT,
        new Program.Command(List.of("sh")),
        0,
        0,
        Map.of(),
        Map.of(),
        new ProcessSpec.Readiness.UpAtOnce());
  }

  private record OfRoles(Set<String> roles, List<ProcessSpec> processes) implements Part {
    @Override
    public String name() {
      return "daemons";
    }

    @Override
    public RunningPart start(Platform platform, Deadline by, Consumer<String> progress) {
      throw new UnsupportedOperationException();
    }
  }
}
