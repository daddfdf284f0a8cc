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
}
