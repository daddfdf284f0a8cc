package dev.rebound.engine.external;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.engine.Paper;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.rig.Parts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of records that have a schema. */
class RegistryPlanTest {
  private static final ExternalEngine ENGINE = new ExternalEngine();
  private static final String ADDRESS = "http://127.0.0.1:9870/apis/ccompat/v7";

  @TempDir Path folder;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(folder.resolve("orders.jsonl"), "{\"id\":\"A\"}\n");
    Files.writeString(
        folder.resolve("order.avsc"),
        "{\"type\":\"record\",\"name\":\"O\",\"fields\":[{\"name\":\"id\",\"type\":\"string\"}]}");
  }

  private Parts planned(String schema) throws IOException {
    return planned(schema, "");
  }

  private Parts planned(String schema, String kafka) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("x.yaml"),
            """
            name: x
            engine: { name: external, guarantee: at-least-once, run: cat, setup: make }
            kafka: { bootstrap: 127.0.0.1:9092%s }
            workload: { name: records, from: orders.jsonl, id: $.id%s }
            load: { rate: 10/s }
            """
                .formatted(kafka, schema));
    Experiment experiment =
        ExperimentFile.load(file, List.of(), 1, Map.of("external", ENGINE.declaration())).get(0);
    return Parts.planned(experiment, experiment.kafka(), ENGINE, "run-1", new Paper());
  }

  @Test
  void theRegistryIsThereBeforeAnythingOfTheUsersAndIsToldOf() throws IOException {
    Parts parts = planned(", schema: order.avsc, output-schema: order.avsc");
    assertThat(parts.supporting())
        .extracting(Part::name)
        .containsExactly("the schema registry", "setup");
    Part registry = parts.supporting().get(0);
    assertThat(registry.roles()).containsExactly("registry");
    assertThat(registry.processes().get(0).program().arguments())
        .contains("-Dquarkus.http.host=127.0.0.1", "-Dquarkus.http.port=9870");
    String input = parts.job().input() + "-value";
    assertThat(registry.notes().get(0)).contains(input + " and " + parts.job().output() + "-value");
    assertThat(parts.job().workload().options())
        .containsEntry("registry", ADDRESS)
        .containsEntry("registry-user", "")
        .containsEntry("subject", input);
    for (Part part : List.of(parts.supporting().get(1), parts.subject())) {
      assertThat(part.processes().get(0).environment()).containsEntry("REBOUND_REGISTRY", ADDRESS);
    }
  }

  @Test
  void aRegistryThatExistsIsToldOfAndNoneIsStarted() throws IOException {
    String address = "http://10.0.0.7:8081";
    Files.writeString(folder.resolve("key.avsc"), "\"string\"");
    Parts parts =
        planned(
            ", key: $.id, schema: order.avsc, key-schema: key.avsc",
            ", schema-registry: \"" + address + "\"");
    Part registry = parts.supporting().get(0);
    assertThat(registry.processes()).isEmpty();
    assertThat(registry.roles()).isEmpty();
    String input = parts.job().input();
    assertThat(registry.notes().get(0))
        .contains(address + " is not Rebound's", input + "-value and " + input + "-key");
    assertThat(parts.job().workload().options())
        .containsEntry("registry", address)
        .containsEntry("registry-user", "SCHEMA_REGISTRY_BASIC_AUTH_USER_INFO")
        .containsEntry("subject", input + "-value")
        .containsEntry("key-subject", input + "-key");
    assertThat(parts.subject().processes().get(0).environment())
        .containsEntry("REBOUND_REGISTRY", address);
  }

  @Test
  void recordsWithoutASchemaHaveNone() throws IOException {
    Parts parts = planned("");
    assertThat(parts.supporting()).extracting(Part::name).containsExactly("setup");
    assertThat(parts.subject().processes().get(0).environment())
        .doesNotContainKey("REBOUND_REGISTRY");
  }
}
