package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.Guarantee;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An experiment file with records that have a schema. */
class RecordSchemaTest {
  @TempDir Path folder;

  @BeforeEach
  void files() throws Exception {
    Files.writeString(folder.resolve("orders.jsonl"), "{\"id\":\"A\"}\n{\"id\":\"B\"}\n");
    Files.writeString(
        folder.resolve("order.avsc"),
        "{\"type\":\"record\",\"name\":\"Order\",\"fields\":[{\"name\":\"id\",\"type\":\"string\"}]}");
  }

  private Experiment read(String schema, String role) throws Exception {
    Path file = folder.resolve("x.yaml");
    Files.writeString(
        file,
        """
        name: x
        engine: { name: any, guarantee: at-least-once }
        load: { rate: 200/s }
        workload: { name: records, from: orders.jsonl, id: $.id%s }
        faults:
          - { at: 5s, kill: %s, restart: { after: 2s } }
        """
            .formatted(schema, role));
    EngineDeclaration any = MadeUpEngine.offering(Guarantee.AT_LEAST_ONCE);
    return ExperimentFile.load(file, List.of(), 1, Map.of("any", any)).get(0);
  }

  @Test
  void theSchemaIsFoundBesideTheFile() throws Exception {
    assertThat(read(", schema: order.avsc", "worker").workload().text("schema"))
        .isEqualTo(folder.resolve("order.avsc").toString());
  }

  @Test
  void aRecordThatItCannotHoldIsToldAtTheKeyThatNamesTheSchema() throws Exception {
    Files.writeString(folder.resolve("orders.jsonl"), "{\"id\":\"A\"}\n{\"id\":7}\n");
    assertThatThrownBy(() -> read(", schema: order.avsc", "worker"))
        .hasMessageContainingAll(
            "x.yaml", "orders.jsonl, line 2: $.id is ", "the schema says string");
  }

  @Test
  void theRegistryMayBeFaultedWhereThereIsOne() throws Exception {
    assertThat(read(", schema: order.avsc", "registry").faults().get(0).role())
        .isEqualTo("registry");
    assertThatThrownBy(() -> read("", "registry")).hasMessageContaining("any has no role registry");
  }

  private static final String WITH_SCHEMA =
      "workload: { name: records, from: orders.jsonl, id: $.id, schema: order.avsc }";

  private Experiment of(String... sections) throws Exception {
    Path file = folder.resolve("x.yaml");
    Files.writeString(
        file,
        "name: x\nengine: { name: any, guarantee: at-least-once }\n"
            + String.join("\n", sections)
            + "\n");
    EngineDeclaration any = MadeUpEngine.offering(Guarantee.AT_LEAST_ONCE);
    return ExperimentFile.load(file, List.of(), 1, Map.of("any", any)).get(0);
  }

  @Test
  void aRegistryThatExistsIsNamedAndNeverFaulted() throws Exception {
    String kafka = "kafka: { schema-registry: \"https://registry.example.org/api\" }";
    Experiment experiment = of(WITH_SCHEMA, kafka, "load: { rate: 200/s }");
    assertThat(experiment.kafka().schemaRegistry()).isEqualTo("https://registry.example.org/api");
    assertThat(experiment.resolvedYaml()).contains("https://registry.example.org/api");
    assertThatThrownBy(
            () ->
                of(
                    WITH_SCHEMA,
                    kafka,
                    "load: { rate: 200/s }",
                    "faults: [ { at: 5s, kill: registry, restart: { after: 2s } } ]"))
        .hasMessageContainingAll("x.yaml:6:", "a registry that Rebound did not start");
    assertThatThrownBy(() -> of(kafka, "load: { rate: 200/s }"))
        .hasMessageContainingAll("x.yaml:3:", "no records have a schema");
  }

  @Test
  void whatNamesNoRegistryIsToldAndAUserInItRefused() {
    assertThatThrownBy(
            () -> of(WITH_SCHEMA, "kafka: { schema-registry: localhost }", "load: { rate: 200/s }"))
        .hasMessageContainingAll("x.yaml:4:", "'localhost' is no address of a registry");
    assertThatThrownBy(
            () ->
                of(
                    WITH_SCHEMA,
                    "kafka:\n  schema-registry: http://ada:secret@localhost:8081",
                    "load: { rate: 200/s }"))
        .hasMessageContainingAll(
            "x.yaml:5:", "has a user in it", "SCHEMA_REGISTRY_BASIC_AUTH_USER_INFO");
  }

  @Test
  void windowsAreOfOneGenerator() {
    assertThatThrownBy(
            () ->
                of(
                    "workload: { name: records, from: orders.jsonl, key: $.id, oracle: count,"
                        + " tumbling: 5s, output-window: $.from }",
                    "load:\n  rate: 200/s\n  generators: 2"))
        .hasMessageContainingAll("x.yaml:6:", "records of several generators", "generators: 1");
  }
}
