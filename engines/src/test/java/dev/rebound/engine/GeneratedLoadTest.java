package dev.rebound.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which experiments may have their records made by the job's own source. */
class GeneratedLoadTest {
  private static final String LOAD = "rate: max, max-records: 5000000, generated: true";

  @TempDir Path folder;

  private Path file(String engine, String workload, String load) throws IOException {
    return Files.writeString(
        folder.resolve("x.yaml"),
        "name: x\nengine: { name: %s }\nworkload: { name: %s }\nload: { %s }\n"
            .formatted(engine, workload, load));
  }

  private Experiment read(String engine, String workload, String load) throws IOException {
    return ExperimentFile.load(file(engine, workload, load), List.of(), 1, Engines.declared())
        .get(0);
  }

  private String errors(String engine, String workload, String load) throws IOException {
    Path file = file(engine, workload, load);
    ReboundException thrown =
        catchThrowableOfType(
            ReboundException.class,
            () -> ExperimentFile.load(file, List.of(), 1, Engines.declared()));
    assertThat(thrown).as(engine).isNotNull();
    return thrown.getMessage();
  }

  @Test
  void filesMayHaveTheSourceOfAJobMakeTheRecordsThatItCan() throws IOException {
    for (EngineDeclaration engine : Engines.declared().values()) {
      for (String workload : engine.capabilities().source().workloads()) {
        Experiment experiment = read(engine.name() + ", guarantee: at-least-once", workload, LOAD);
        assertThat(experiment.load().generated()).isTrue();
        assertThat(experiment.load().workedOff()).isTrue();
        assertThat(experiment.resolvedYaml()).contains("generated: true");
      }
    }
    assertThat(Engines.declared().get("flink").capabilities().source().workloads())
        .containsExactly("grep", "grouping");
    assertThat(read("flink", "grep", "rate: max").resolvedYaml()).doesNotContain("generated");
  }

  @Test
  void othersSayWhyTheyCannot() throws IOException {
    assertThat(errors("kafka-streams", "grep", LOAD))
        .contains(
            "x.yaml:4:53: kafka-streams has no source that makes records: It reads from topics, and"
                + " nothing else.")
        .contains("backlog: true");
    assertThat(errors("flink", "sessions", LOAD))
        .contains("the source of flink makes no records of sessions")
        .contains("grep or grouping");
    assertThat(errors("external, run: ./job", "grep", LOAD))
        .contains("a program of your own has a source of its own");
  }

  @Test
  void whatDoesNotGoTogetherIsTold() throws IOException {
    assertThat(errors("flink", "grep", "rate: 100/s, generated: true")).contains("rate: max");
    assertThat(errors("flink", "grep", "rate: max, generated: true")).contains("max-records");
    assertThat(errors("flink", "grep", LOAD + ", backlog: true"))
        .contains("a backlog lies in a topic, and generated records in none");
    assertThat(errors("flink", "grep", LOAD + " }\nrig: { allow: [flat-out]"))
        .contains("no time can be told");
    assertThat(errors("flink", "grep", LOAD + ", generators: 2"))
        .contains("no process generates what the job makes itself");
  }
}
