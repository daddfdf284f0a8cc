package dev.rebound.engine.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program of the user's is told, and finds beside it. */
class ProgramEnvironmentTest {
  @TempDir Path folder;

  private Experiment experiment(String engine) throws IOException {
    Path file = folder.resolve("x.yaml");
    Files.writeString(
        file,
        """
        name: x
        engine: { name: external, guarantee: at-least-once, %s }
        workload: { name: events }
        load: { rate: 100/s }
        """
            .formatted(engine));
    return ExperimentFile.load(file, List.of(), 1, Engines.declared()).get(0);
  }

  private static JobSpec job(Experiment experiment) {
    return new JobSpec(
        "x-1",
        experiment.workload(),
        "127.0.0.1:9092",
        Map.of("security.protocol", "PLAINTEXT"),
        Map.of(JobSpec.INPUT, "orders"),
        Map.of(JobSpec.OUTPUT, "priced"),
        8,
        1);
  }

  @Test
  void filesGoWithItAndWordsThatNameThemMeanThoseInItsFolder() throws IOException {
    Files.writeString(folder.resolve("its.properties"), "group=${REBOUND_GROUP}\n");
    Files.writeString(folder.resolve("other.txt"), "x");
    Experiment experiment =
        experiment("run: my-job its.properties other.txt, files: [its.properties]");
    assertThat(ProgramEnvironment.files(experiment.engine(), job(experiment)))
        .containsEntry("its.properties", "group=${REBOUND_GROUP}\n")
        .containsKey("client.properties")
        .hasSize(2);
    assertThat(ProgramOptions.words(experiment.engine(), "run"))
        .containsExactly(
            "my-job", "its.properties", folder.resolve("other.txt").toAbsolutePath().toString());
  }

  @Test
  void aFileThatIsMissingOrThereTwiceIsRefused() throws IOException {
    Experiment missing = experiment("run: my-job, files: [none.properties]");
    assertThatThrownBy(() -> ProgramEnvironment.files(missing.engine(), job(missing)))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("none.properties cannot be read");
    Files.createDirectory(folder.resolve("sub"));
    Files.writeString(folder.resolve("a.txt"), "");
    Files.writeString(folder.resolve("sub/a.txt"), "");
    Experiment twice = experiment("run: my-job, files: [a.txt, sub/a.txt]");
    assertThatThrownBy(() -> ProgramEnvironment.files(twice.engine(), job(twice)))
        .hasMessageContaining("is the second file of the name a.txt");
  }

  @Test
  void wordsThatNoProcessIsGivenHaveTheirVariablesFilled() throws IOException {
    Experiment experiment = experiment("run: my-job");
    assertThat(
            ProgramEnvironment.filled(
                List.of(
                    "--brokers",
                    "${REBOUND_BOOTSTRAP}",
                    "${X}",
                    "${REBOUND_INPUT}-2",
                    "${REBOUND_CLIENT_CONFIG}"),
                ProgramEnvironment.environment(experiment.engine(), job(experiment))))
        .containsExactly("--brokers", "127.0.0.1:9092", "${X}", "orders-2", "client.properties");
  }
}
