package dev.rebound.lab.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.oracle.records.Records;
import dev.rebound.workload.Headers;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records whose keys are sent in a schema of their own. */
class KeySchemaTest {
  private static final String RECORD =
      "{\"type\":\"record\",\"name\":\"Key\",\"fields\":[{\"name\":\"customer\",\"type\":\"string\"}]}";

  @TempDir Path folder;
  private MadeRegistry registry;

  @BeforeEach
  void sample() throws IOException {
    registry = new MadeRegistry();
    Files.writeString(
        folder.resolve("orders.jsonl"),
        """
        {"id":"A","customer":"ada","amount":2}
        {"id":"B","customer":"ben","amount":4}
        """);
    Files.writeString(
        folder.resolve("order.json"), "{\"type\":\"object\",\"required\":[\"id\",\"amount\"]}");
    key("\"string\"");
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  private void key(String schema) throws IOException {
    Files.writeString(folder.resolve("customer.avsc"), schema);
  }

  private WorkloadSpec written() {
    return WorkloadSpec.of(Records.KIND, 1)
        .with("from", folder.resolve("orders.jsonl"))
        .with("key", "$.customer")
        .with("schema", folder.resolve("order.json"))
        .with("key-schema", folder.resolve("customer.avsc"))
        .with("oracle", "sum")
        .with("of", "$.amount")
        .with("output-value", "$.sum");
  }

  private Records planned() {
    return new Records(
        written()
            .with("registry", registry.address())
            .with("subject", "orders-value")
            .with("key-subject", "orders-key"));
  }

  private static byte[] behind(int id, byte[] bytes) {
    return ByteBuffer.allocate(5 + bytes.length).put((byte) 0).putInt(id).put(bytes).array();
  }

  /** The numbers of the keys that updates with these keys are of. */
  private List<Integer> updates(Records records, byte[] key) {
    int id =
        new SchemaRegistry(registry.address(), Duration.ZERO, "")
            .register("sums-value", new JsonForm("{}"));
    List<Integer> keys = new ArrayList<>();
    records.outputs(
        new Headers() {
          @Override
          public byte[] last(String name) {
            return null;
          }

          @Override
          public byte[] key() {
            return key;
          }
        },
        behind(id, "{\"sum\":2}".getBytes(UTF_8)),
        bytes -> keys.add(OutputRecord.decode(bytes).rule()));
    return keys;
  }

  @Test
  void aKeyIsSentBehindTheIdOfItsSchemaAndStaysOnItsPartition() {
    Records records = planned();
    assertThat(records.key(0, 1)).isEqualTo(behind(1, new byte[] {6, 'b', 'e', 'n'}));
    assertThat(registry.asked).containsExactly("POST /subjects/orders-key/versions");
    Records plain = new Records(written().with("key-schema", ""));
    assertThat(plain.key(0, 1)).isEqualTo("ben".getBytes(UTF_8));
    for (int row = 0; row < 2; row++) {
      assertThat(records.placement().partition(0, row, 8))
          .isEqualTo(plain.placement().partition(0, row, 8));
    }
  }

  @Test
  void aKeyOfASchemaWithMembersIsTheOneThatIsCalledAsTheField() throws IOException {
    key(RECORD);
    Records records = planned();
    byte[] key = records.key(0, 0);
    assertThat(key).isEqualTo(behind(1, new byte[] {6, 'a', 'd', 'a'}));
    assertThat(updates(records, key)).containsExactly(0);
  }

  @Test
  void aKeyOfProtobufMayBeCalledAsJsonHasTheField() throws IOException {
    Files.writeString(
        folder.resolve("orders.jsonl"), "{\"id\":\"A\",\"customerId\":\"ada\",\"amount\":2}\n");
    Files.writeString(
        folder.resolve("customer.proto"),
        "syntax = \"proto3\"; message Key { string customer_id = 1; int32 part = 2; }");
    Records records =
        new Records(
            written()
                .with("key", "$.customerId")
                .with("key-schema", folder.resolve("customer.proto"))
                .with("registry", registry.address())
                .with("subject", "orders-value")
                .with("key-subject", "orders-key"));
    byte[] key = records.key(0, 0);
    assertThat(key).isEqualTo(behind(1, new byte[] {0, 10, 3, 'a', 'd', 'a'}));
    assertThat(updates(records, key)).containsExactly(0);
  }

  @Test
  void aKeySchemaOfSeveralMessagesIsTold() throws IOException {
    Path keys = folder.resolve("customer.proto");
    Files.writeString(keys, "message Key { optional string customer = 1; } message Other {}");
    assertThat(problem(written().with("key-schema", keys)))
        .startsWith("key-schema | ")
        .contains("has several messages, Key, Other")
        .endsWith(" | Leave one message in it.");
  }

  @Test
  void theKeyOfAnOutputMayBeEncodedOrAText() {
    Records records = planned();
    assertThat(updates(records, records.key(0, 1))).containsExactly(1);
    assertThat(updates(records, "ben".getBytes(UTF_8))).containsExactly(1);
    assertThat(updates(records, behind(77, "ben".getBytes(UTF_8)))).as("no such schema").isEmpty();
    byte[] key = records.key(0, 1);
    assertThat(updates(records, Arrays.copyOf(key, key.length - 1))).isEmpty();
  }

  private String problem(WorkloadSpec spec) {
    OptionProblem found = Records.KIND.complaint(spec, 4).orElseThrow();
    return found.option() + " | " + found.problem() + " | " + found.remedy();
  }

  @Test
  void aKeyThatItsSchemaCannotHoldIsTold() throws IOException {
    assertThat(Records.KIND.complaint(written(), 4)).isEmpty();
    key("\"int\"");
    assertThat(problem(written()))
        .startsWith("key-schema | orders.jsonl, line 1: its key: $ is \"ada\", and the schema says")
        .contains("(and 1 more of 2 records)");
    key("{");
    assertThat(problem(written())).startsWith("key-schema | ").contains("is no schema of AVRO");
    assertThat(
            problem(
                written()
                    .with("oracle", "none")
                    .with("of", "")
                    .with("output-value", "")
                    .with("key", "")))
        .isEqualTo(
            "key-schema | key-schema says how keys are encoded, and there is no key |"
                + " Add key: $.customer, or remove key-schema.");
    assertThat(problem(written().with("schema", ""))).contains("there is no schema");
  }
}
