package dev.rebound.lab.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.records.ValueCodec;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.WorkloadSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of a user's own that are sent in Protobuf, and outputs that are held to it. */
class ProtobufRecordsTest {
  private static final String ORDERS =
      """
      syntax = "proto3";
      package shop;
      message Order { string order_id = 1; string customer = 2; int64 cents = 3; }
      message Priced {
        message Line { string order_id = 1; double total = 2; }
        map<string, int32> more = 9;
      }
      """;

  @TempDir Path folder;
  private MadeRegistry registry;
  private Path schema;

  @BeforeEach
  void sample() throws IOException {
    registry = new MadeRegistry();
    Files.writeString(
        folder.resolve("orders.jsonl"),
        """
        {"orderId":"A","customer":"ada","cents":250}
        {"orderId":"B","customer":"ben","cents":400}
        """);
    schema = Files.writeString(folder.resolve("order.proto"), ORDERS);
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  private WorkloadSpec written() {
    return WorkloadSpec.of(Records.KIND, 1)
        .with("from", folder.resolve("orders.jsonl"))
        .with("key", "$.customer")
        .with("id", "$.orderId")
        .with("output-id", "$.order_id")
        .with("schema", schema)
        .with("message", "Order")
        .with("output-schema", schema)
        .with("output-message", "Priced.Line");
  }

  private WorkloadSpec planned() {
    return written().with("registry", registry.address()).with("subject", "orders-value");
  }

  /** An output as a program writes it: the place of its message, and its fields. */
  private static byte[] output(int id, int[] place, String orderId, double total)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeSInt32NoTag(place.length);
    for (int number : place) {
      out.writeSInt32NoTag(number);
    }
    out.writeString(1, orderId);
    out.writeDouble(2, total);
    out.flush();
    return bytes.toByteArray();
  }

  private static List<OutputRecord> outputs(Records records, byte[] value) {
    List<OutputRecord> seen = new ArrayList<>();
    records.outputs(name -> null, value, bytes -> seen.add(OutputRecord.decode(bytes)));
    return seen;
  }

  private int register(String text) {
    return new SchemaRegistry(registry.address(), Duration.ZERO, "")
        .register("priced-value", new ProtobufForm(text));
  }

  @Test
  void aRecordIsAMessageBehindTheIdAndItsPlace() {
    ValueCodec codec = new SchemaCodecs().of(planned());
    byte[] value = codec.encoded("{\"orderId\":\"A\",\"cents\":1}".getBytes(UTF_8));
    assertThat(value).as("0, id 1, the first message").startsWith(0, 0, 0, 0, 1, 0);
    assertThat(Arrays.copyOfRange(value, 6, value.length))
        .isEqualTo(new byte[] {10, 1, 'A', 24, 1});
    assertThat(registry.asked).containsExactly("POST /subjects/orders-value/versions");
    WorkloadSpec nested = planned().with("message", "shop.Priced.Line");
    assertThat(new SchemaCodecs().of(nested).encoded("{\"total\":0}".getBytes(UTF_8)))
        .as("two numbers: the second message, and the first in it")
        .isEqualTo(new byte[] {0, 0, 0, 0, 1, 4, 2, 0});
  }

  @Test
  void anOutputIsReadByTheSchemaThatItNamesIfThatSaysTheSame() throws IOException {
    String id = "A-0-4-h8bmwgc7b4";
    int same =
        register(
            "// as another tool writes it\nsyntax = \"proto3\"; package shop;\n"
                + "option java_package = \"com.example\";\n"
                + ORDERS.substring(ORDERS.indexOf("message Order")));
    Records records = new Records(planned());
    assertThat(outputs(records, output(same, new int[] {1, 0}, id, 2.5))).hasSize(1);
    Records byDefault = new Records(planned().with("output-id", ""));
    assertThat(outputs(byDefault, output(same, new int[] {1, 0}, id, 2.5)))
        .as("$.orderId is order_id in the schema")
        .hasSize(1);
    assertThat(outputs(records, output(same, new int[] {0}, id, 2.5)))
        .as("another message")
        .isEmpty();
    int other = register(ORDERS.replace("double total = 2", "double total = 3"));
    assertThat(outputs(records, output(other, new int[] {1, 0}, id, 2.5)))
        .as("another schema")
        .isEmpty();
    Records any = new Records(planned().with("output-schema", "").with("output-message", ""));
    assertThat(outputs(any, output(same, new int[] {1, 0}, id, 2.5))).hasSize(1);
    assertThat(outputs(any, output(other, new int[] {1, 0}, id, 2.5)))
        .as("a field that it does not have")
        .isEmpty();
  }

  @Test
  void anAggregateIsReadOutOfAnOutput() throws IOException {
    Records records =
        new Records(
            planned().with("oracle", "sum").with("of", "$.cents").with("output-value", "$.total"));
    int id = register(ORDERS);
    byte[] value = output(id, new int[] {1, 0}, "A-0-4-h8bmwgc7b4", 250);
    assertThat(outputs(records, value).get(0).count()).isEqualTo(250);
  }

  @Test
  void whatIsNoMessageOfAKnownSchemaIsNoOutput() throws IOException {
    byte[] right = output(register(ORDERS), new int[] {1, 0}, "A-0-4-h8bmwgc7b4", 2.5);
    Records records = new Records(planned());
    assertThat(outputs(records, right)).hasSize(1);
    byte[] unknown = right.clone();
    unknown[4] = 77;
    byte[] outside = right.clone();
    outside[6] = 8;
    byte[] entry = right.clone();
    entry[7] = 2;
    byte[] deep = right.clone();
    deep[5] = 126;
    List<byte[]> wrong =
        List.of(
            "{\"order_id\":\"A-0-4-h8bmwgc7b4\"}".getBytes(UTF_8),
            unknown,
            outside,
            entry,
            deep,
            Arrays.copyOf(right, 5),
            Arrays.copyOf(right, right.length - 1));
    for (byte[] value : wrong) {
      assertThat(outputs(records, value)).as(Arrays.toString(value)).isEmpty();
    }
  }

  private String problem(WorkloadSpec spec) {
    OptionProblem found = Records.KIND.complaint(spec, 4).orElseThrow();
    return found.option() + " | " + found.problem() + " | " + found.remedy();
  }

  @Test
  void whichMessageIsMeantMustBeClear() throws IOException {
    assertThat(Records.KIND.complaint(written(), 4)).isEmpty();
    assertThat(problem(written().with("message", "")))
        .startsWith("schema | ")
        .contains("order.proto has several messages, shop.Order, shop.Priced, and nothing says")
        .endsWith("Write message: shop.Order, or whichever it is.");
    assertThat(problem(written().with("message", "Ordr")))
        .startsWith("message | ")
        .contains("has no message Ordr; it has shop.Order, shop.Priced, shop.Priced.Line");
    Files.writeString(
        schema, "syntax = \"proto3\"; message A { message Line {} } message B { message Line {} }");
    assertThat(problem(written().with("message", "Line")))
        .contains("has more than one message Line: A.Line, B.Line")
        .contains("message: A.Line");
    Files.writeString(schema, "syntax = \"proto3\";");
    assertThat(problem(written().with("message", ""))).contains("order.proto has no message");
    assertThat(problem(written().with("output-schema", ""))).contains("there is no output-schema");
  }

  @Test
  void aSchemaThatCannotBeReadIsToldWithItsLine() throws IOException {
    Files.writeString(schema, "syntax = \"proto3\";\nmessage Order {\n  string id 1;\n}\n");
    assertThat(problem(written())).contains("is no schema of PROTOBUF", "order.proto:3:");
    Files.writeString(schema, "syntax = \"proto3\";\nmessage Order {\n  Item item = 1;\n}\n");
    assertThat(problem(written())).contains("unable to resolve Item", "order.proto:3:");
    Files.writeString(schema, "syntax = \"proto3\";\nimport \"item.proto\";\nmessage Order {}\n");
    assertThat(problem(written()))
        .startsWith("schema | order.proto:2: it imports item.proto, and there is no " + folder)
        .contains("schema-root: protos", "google/protobuf/any.proto");
    Files.writeString(schema, "edition = \"2023\";\nmessage Order {}\n");
    assertThat(problem(written())).contains("order.proto:1:", "edition is not currently supported");
    assertThatThrownBy(() -> new ProtobufForm("no schema"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static final String MONEY =
      "syntax = \"proto3\";\npackage common;\nmessage Money { int64 cents = 1; }\n";

  private static final String ITEM =
      """
      syntax = "proto3";
      package shop;
      import public "common/money.proto";
      message Item { string order_id = 1; common.Money cost = 2; }
      """;

  private static final String BASKET =
      """
      syntax = "proto3";
      package shop;
      import "google/protobuf/timestamp.proto";
      import "item.proto";
      message Order {
        string order_id = 1;
        Item item = 2;
        common.Money total = 3;
        google.protobuf.Timestamp at = 4;
      }
      """;

  /** It imports a file beside it, and that one in a folder. */
  private WorkloadSpec withImports() throws IOException {
    Files.writeString(folder.resolve("item.proto"), ITEM);
    Files.createDirectories(folder.resolve("common"));
    Files.writeString(folder.resolve("common/money.proto"), MONEY);
    Files.writeString(schema, BASKET);
    Files.writeString(
        folder.resolve("orders.jsonl"), "{\"orderId\":\"A\",\"item\":{\"cost\":{\"cents\":2}}}\n");
    return planned()
        .with("message", "")
        .with("key", "")
        .with("output-schema", schema)
        .with("output-message", "");
  }

  @Test
  void filesThatAreImportedAreReadFromBesideTheSchemaAndRegisteredBeforeIt() throws IOException {
    WorkloadSpec spec = withImports();
    assertThat(Records.KIND.complaint(spec, 4)).isEmpty();

    ValueCodec codec = new SchemaCodecs().of(spec);
    byte[] value =
        codec.encoded("{\"orderId\":\"A\",\"item\":{\"cost\":{\"cents\":2}}}".getBytes(UTF_8));

    assertThat(Arrays.copyOfRange(value, 6, value.length))
        .isEqualTo(new byte[] {10, 1, 'A', 18, 4, 18, 2, 8, 2});
    assertThat(registry.asked)
        .containsSubsequence(
            "POST /subjects/common/money.proto/versions",
            "POST /subjects/item.proto/versions",
            "POST /subjects/orders-value/versions");
    assertThat(codec.decoded(value))
        .as("read by what the registry has, and what that refers to")
        .asString(UTF_8)
        .contains("\"order_id\":\"A\"", "\"cents\":");
  }

  @Test
  void importsMayBeginInAnotherFolderOrInOneThatTheSchemaIsIn() throws IOException {
    WorkloadSpec spec = withImports();
    Path root = Files.createDirectories(folder.resolve("elsewhere/protos"));
    Files.createDirectories(root.resolve("common"));
    Files.move(folder.resolve("item.proto"), root.resolve("item.proto"));
    Files.move(folder.resolve("common/money.proto"), root.resolve("common/money.proto"));
    assertThat(problem(spec)).contains("imports item.proto, and there is no");
    assertThat(Records.KIND.complaint(spec.with("schema-root", root), 4)).isEmpty();
    assertThat(new SchemaCodecs().besides(schema, root))
        .containsEntry("item.proto", root.resolve("item.proto"))
        .containsEntry("common/money.proto", root.resolve("common/money.proto"));

    Path deep = Files.createDirectories(root.resolve("shop/v1")).resolve("order.proto");
    Files.writeString(deep, BASKET);
    assertThat(Records.KIND.complaint(spec.with("schema", deep).with("output-schema", deep), 4))
        .as("as files of OpenTelemetry lie in one another's root")
        .isEmpty();
  }

  @Test
  void inWhichOtherFileATypeIsMakesNoOtherSchema() throws IOException {
    SchemaForm asked = SchemaForm.read("schema", withImports().text("schema"), null, "message", "");
    String types = "syntax = \"proto3\";\npackage shop;\nimport \"c.proto\";\n";
    ProtobufFile money = new ProtobufFile("c.proto", "// as ours\n" + MONEY);
    ProtobufFile item =
        new ProtobufFile(
            "types.proto",
            types + ITEM.substring(ITEM.indexOf("message Item")),
            Map.of("c.proto", money));
    String order =
        types
            + "import \"types.proto\"; import \"google/protobuf/timestamp.proto\";\n"
            + BASKET.substring(BASKET.indexOf("message Order"));
    Map<String, ProtobufFile> both = Map.of("types.proto", item, "c.proto", money);

    assertThat(asked.saysTheSame(new ProtobufForm(new ProtobufFile("o.proto", order, both))))
        .isTrue();
    ProtobufFile other = new ProtobufFile("c.proto", MONEY.replace("int64", "int32"));
    ProtobufFile itsItem = new ProtobufFile("types.proto", item.text(), Map.of("c.proto", other));
    Map<String, ProtobufFile> others = Map.of("types.proto", itsItem, "c.proto", other);
    assertThat(asked.saysTheSame(new ProtobufForm(new ProtobufFile("o.proto", order, others))))
        .as("a type that is another one")
        .isFalse();
  }

  @Test
  void anImportThatCannotBeIsToldWithItsLine() throws IOException {
    WorkloadSpec spec = withImports();
    Path item = folder.resolve("item.proto");
    Files.writeString(item, ITEM.replace("common/money.proto", "../money.proto"));
    assertThat(problem(spec))
        .startsWith("schema | item.proto:3: it imports ../money.proto, and that is no path from");
    Files.writeString(item, ITEM.replace("common/money.proto", "order.proto"));
    assertThat(problem(spec))
        .startsWith(
            "schema | item.proto:3: it imports order.proto, which imports item.proto in turn");
    Files.writeString(item, ITEM.replace("common.Money cost", "common.Mony cost"));
    assertThat(problem(spec)).contains("unable to resolve common.Mony", "item.proto:4:");
    Files.writeString(item, "syntax = \"proto3\";\nmessage {}\n");
    assertThat(problem(spec)).contains("is no schema of PROTOBUF", "item.proto:2:");
    Files.writeString(item, ITEM);
    Files.delete(folder.resolve("common/money.proto"));
    assertThat(problem(spec))
        .contains("item.proto:3: it imports common/money.proto, and there is no");
  }

  @Test
  void recordsThatDoNotFitAreToldWithTheFirstLineAndHowManyThereAre() throws IOException {
    StringBuilder orders = new StringBuilder();
    for (int n = 0; n < 24; n++) {
      orders.append(
          "{\"orderId\":\"%d\",\"customer\":\"c\",\"cents\":%s}\n"
              .formatted(n, n % 12 == 5 ? "\"much\"" : "1"));
    }
    Files.writeString(folder.resolve("orders.jsonl"), orders);
    assertThat(problem(written()))
        .startsWith("schema | orders.jsonl, line 6: $.cents is \"much\", and the schema says int64")
        .contains("(and 1 more of 24 records)")
        .endsWith("Correct the record, or the schema.");
  }
}
