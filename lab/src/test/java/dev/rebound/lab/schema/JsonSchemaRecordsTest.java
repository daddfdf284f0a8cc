package dev.rebound.lab.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.records.ValueCodec;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of a user's own that are sent as JSON of a JSON Schema, and outputs in it. */
class JsonSchemaRecordsTest {
  private static final String PRICED =
      """
      {"type":"object","required":["order_id","total"],"additionalProperties":false,
       "properties":{"order_id":{"type":"string"},"total":{"type":"number","minimum":0}}}
      """;

  @TempDir Path folder;
  private MadeRegistry registry;

  @BeforeEach
  void sample() throws IOException {
    registry = new MadeRegistry();
    Files.writeString(
        folder.resolve("orders.jsonl"),
        "{\"orderId\":\"A\",\"amount\":2.50}\n{\"orderId\":\"B\",\"amount\":4}\n");
    Files.writeString(
        folder.resolve("order.json"),
        """
        {"$schema":"http://json-schema.org/draft-07/schema#","type":"object",
         "required":["orderId","amount"],
         "properties":{"orderId":{"type":"string"},"amount":{"type":"number","exclusiveMinimum":0}}}
        """);
    Files.writeString(folder.resolve("priced.json"), PRICED);
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  private WorkloadSpec written() {
    return WorkloadSpec.of(Records.KIND, 1)
        .with("from", folder.resolve("orders.jsonl"))
        .with("id", "$.orderId")
        .with("schema", folder.resolve("order.json"))
        .with("output-schema", folder.resolve("priced.json"));
  }

  private static byte[] behind(int id, String json) {
    byte[] bytes = json.getBytes(UTF_8);
    return ByteBuffer.allocate(5 + bytes.length).put((byte) 0).putInt(id).put(bytes).array();
  }

  @Test
  void valuesAreJsonBehindTheIdAndHeldToTheirSchemas() {
    ValueCodec codec =
        new SchemaCodecs()
            .of(written().with("registry", registry.address()).with("subject", "orders-value"));
    String order = "{\"orderId\":\"A\",\"amount\":1}";
    assertThat(codec.encoded(order.getBytes(UTF_8))).isEqualTo(behind(1, order));

    SchemaRegistry program = new SchemaRegistry(registry.address(), java.time.Duration.ZERO, "");
    int priced = program.register("priced-value", new JsonForm(PRICED));
    String right = "{\"order_id\":\"A\",\"total\":2}";
    assertThat(codec.decoded(behind(priced, right))).isEqualTo(right.getBytes(UTF_8));
    assertThat(codec.decoded(behind(priced, "{\"order_id\":\"A\",\"total\":-2}"))).isNull();
    assertThat(codec.decoded(behind(priced, "{\"order_id\":\"A\"}"))).isNull();
    assertThat(codec.decoded(behind(priced, right + "}"))).isNull();
    assertThat(codec.decoded(behind(1, order))).as("another schema").isNull();
    assertThat(codec.decoded(behind(77, right))).isNull();
    assertThat(codec.decoded(right.getBytes(UTF_8))).isNull();
  }

  private String problem(WorkloadSpec spec) {
    OptionProblem found = Records.KIND.complaint(spec, 4).orElseThrow();
    return found.option() + " | " + found.problem() + " | " + found.remedy();
  }

  @Test
  void aRecordThatTheSchemaDoesNotAllowIsToldWithItsLineAndField() throws Exception {
    assertThat(Records.KIND.complaint(written(), 4)).isEmpty();
    Path orders = folder.resolve("orders.jsonl");
    Files.writeString(
        orders, "{\"orderId\":\"A\",\"amount\":1}\n{\"orderId\":\"B\",\"amount\":0}\n");
    assertThat(problem(written()))
        .startsWith("schema | orders.jsonl, line 2: $.amount")
        .endsWith("Correct the record, or the schema.");
    Files.writeString(orders, "{\"orderId\":\"A\"}\n");
    assertThat(problem(written())).contains("line 1: $", "amount");
  }

  @Test
  void aSchemaThatCannotBeReadIsTold() throws Exception {
    Files.writeString(folder.resolve("order.json"), "{\"type\":");
    assertThat(problem(written())).contains("order.json is no schema of JSON");
    assertThat(problem(written().with("schema", folder.resolve("order.xsd"))))
        .contains("order.xsd has a name that does not say what it is", ".avsc");
    assertThatThrownBy(() -> new JsonForm("{\"$ref\":\"http://127.0.0.1:1/other.json\"}"))
        .as("nothing is fetched")
        .isInstanceOf(IllegalArgumentException.class);
  }
}
