package dev.rebound.lab.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.oracle.records.Records;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.RecordSink;
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
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of a user's own that are sent in Avro, and outputs in Avro that are held to them. */
class AvroRecordsTest {
  private static final long START = 1_700_000_000_000_000L;
  private static final int RECORDS = 20;

  private static final String ORDER =
      """
      {"type":"record","name":"Order","fields":[
        {"name":"orderId","type":"string"},
        {"name":"customer","type":"string"},
        {"name":"amount","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}},
        {"name":"note","type":["null","string"],"default":null}]}
      """;

  private static final String PRICED =
      """
      {"type":"record","name":"Priced","fields":[
        {"name":"order_id","type":"string"},{"name":"total","type":"double"}]}
      """;

  @TempDir Path folder;
  private MadeRegistry registry;
  private Path orders;
  private final List<byte[]> outputs = new ArrayList<>();

  @BeforeEach
  void sample() throws IOException {
    registry = new MadeRegistry();
    orders = folder.resolve("orders.jsonl");
    Files.writeString(
        orders,
        """
        {"orderId":"A","customer":"ada","amount":2.50}
        {"orderId":"B","customer":"ben","amount":4,"note":"soon"}
        {"orderId":"C","customer":"ada","amount":1.25,"note":null}
        """);
    Files.writeString(folder.resolve("order.avsc"), ORDER);
    Files.writeString(folder.resolve("priced.avsc"), PRICED);
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  /** Before a run is planned. */
  private WorkloadSpec written() {
    return WorkloadSpec.of(Records.KIND, 1)
        .with("from", orders)
        .with("key", "$.customer")
        .with("id", "$.orderId")
        .with("output-id", "$.order_id")
        .with("schema", folder.resolve("order.avsc"))
        .with("output-schema", folder.resolve("priced.avsc"));
  }

  private WorkloadSpec planned() {
    return written().with("registry", registry.address()).with("subject", "orders-value");
  }

  private static byte[] sent(Records records, long sequence) {
    List<byte[]> values = new ArrayList<>();
    records.write(
        0,
        sequence,
        START,
        new RecordSink() {
          @Override
          public byte[] value(int length) {
            values.add(new byte[length]);
            return values.get(0);
          }

          @Override
          public void key(byte[] bytes) {
            assertThat(new String(bytes, UTF_8)).isIn("ada", "ben");
          }

          @Override
          public void header(String name, byte[] bytes) {}
        });
    return values.get(0);
  }

  private static byte[] encoded(int id, Schema schema, Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<>(schema).write(value, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  private byte[] priced(String schema, String id) throws IOException {
    Schema its = new Schema.Parser().parse(schema);
    GenericRecord record = new GenericData.Record(its);
    record.put("order_id", id);
    record.put("total", 2.5);
    return encoded(registry.has(schema), its, record);
  }

  private static String id(long sequence) {
    String time = Long.toString(START + sequence * 100_000, 36);
    return "ABC".charAt((int) (sequence % 3)) + "-0-" + sequence + "-" + time;
  }

  private static List<OutputRecord> outputs(Records records, byte[] value) {
    List<OutputRecord> seen = new ArrayList<>();
    records.outputs(
        name -> RecordIdHeader.of(0, 4, START),
        value,
        bytes -> seen.add(OutputRecord.decode(bytes)));
    return seen;
  }

  @Test
  void recordsAreSentBehindTheIdOfTheirSchema() throws Exception {
    int other = registry.has("\"long\"");
    byte[] value = sent(new Records(planned()), 4);
    assertThat(value[0]).isZero();
    int id = ByteBuffer.wrap(value).getInt(1);
    assertThat(id).isNotEqualTo(other);
    String text =
        new SchemaRegistry(registry.address(), Duration.ZERO, "").schema(id).orElseThrow().text();
    Schema schema = new Schema.Parser().parse(text);
    GenericRecord order =
        new GenericDatumReader<GenericRecord>(schema)
            .read(null, DecoderFactory.get().binaryDecoder(value, 5, value.length - 5, null));
    assertThat(order.get("orderId").toString()).startsWith("B-0-4-");
    assertThat(order.get("note")).hasToString("soon");
    assertThat(order.get("amount")).isEqualTo(ByteBuffer.wrap(new byte[] {1, (byte) 0x90}));
    assertThat(registry.asked).contains("POST /subjects/orders-value/versions");
  }

  @Test
  void anOutputIsReadByTheSchemaThatItNames() throws Exception {
    Records records = new Records(planned());
    List<OutputRecord> seen = outputs(records, priced(PRICED, id(4)));
    assertThat(seen).hasSize(1);
    assertThat(seen.get(0).sequence()).isEqualTo(4);
  }

  @Test
  void anAggregateIsReadOutOfAnOutput() throws Exception {
    Records records =
        new Records(
            planned().with("oracle", "sum").with("of", "$.amount").with("output-value", "$.total"));
    assertThat(outputs(records, priced(PRICED, id(0))).get(0).count()).isEqualTo(250);
  }

  @Test
  void aWholeValueMayBeASingleOne() throws Exception {
    Records records =
        new Records(
            planned()
                .with("id", "")
                .with("output-id", "")
                .with("output-schema", "")
                .with("oracle", "sum")
                .with("of", "$.amount"));
    byte[] total = encoded(registry.has("\"double\""), Schema.create(Schema.Type.DOUBLE), 3.75);
    List<OutputRecord> seen = new ArrayList<>();
    records.outputs(
        new dev.rebound.workload.Headers() {
          @Override
          public byte[] last(String name) {
            return null;
          }

          @Override
          public byte[] key() {
            return "ben".getBytes(UTF_8);
          }
        },
        total,
        bytes -> seen.add(OutputRecord.decode(bytes)));
    assertThat(seen).hasSize(1);
    assertThat(seen.get(0).count()).isEqualTo(375);
  }

  @Test
  void anOutputInAnotherSchemaIsNoneWhereOneIsAskedFor() throws Exception {
    String other = PRICED.replace("double", "float").replace("Priced", "Cheap");
    Schema its = new Schema.Parser().parse(other);
    GenericRecord record = new GenericData.Record(its);
    record.put("order_id", id(4));
    record.put("total", 2.5f);
    byte[] output = encoded(registry.has(other), its, record);
    assertThat(outputs(new Records(planned()), output)).isEmpty();
    assertThat(outputs(new Records(planned().with("output-schema", "")), output)).hasSize(1);
    String spaced = PRICED.replace(",", ", ");
    assertThat(outputs(new Records(planned()), priced(spaced, id(4)))).as("the same").hasSize(1);
  }

  @Test
  void whatIsNoAvroOfAKnownSchemaIsNoOutputWhateverItsHeaderSays() throws Exception {
    byte[] right = priced(PRICED, id(4));
    byte[] unknown = right.clone();
    unknown[4] = 77;
    byte[] endless = {0, 0, 0, 0, right[4], (byte) 0xFE, -1, -1, -1, 15};
    byte[] negative = {0, 0, 0, 0, right[4], 1, 2, 3};
    List<byte[]> wrong =
        List.of(
            "{\"order_id\":\"%s\"}".formatted(id(4)).getBytes(UTF_8),
            new byte[0],
            new byte[] {0, 0, 0, 0},
            unknown,
            Arrays.copyOf(right, right.length - 1),
            Arrays.copyOf(right, right.length + 1),
            endless,
            negative);
    for (String id : List.of("$.orderId", "")) {
      WorkloadSpec spec = planned().with("id", id);
      Records records = new Records(id.isEmpty() ? spec.with("output-id", "") : spec);
      assertThat(outputs(records, right)).hasSize(1);
      for (byte[] value : wrong) {
        assertThat(outputs(records, value)).as(Arrays.toString(value)).isEmpty();
      }
    }
    long asked = registry.asked.stream().filter(path -> path.endsWith("/77")).count();
    assertThat(asked).as("once by each reader").isEqualTo(2);
  }

  @Test
  void whatAnOutputSaysIsHeldAgainstItsInputAsItIsRead() throws Exception {
    String same = "$.total = $.amount";
    for (long n = 0; n < RECORDS; n++) {
      outputs.add(priced(PRICED, id(n))); // each costs 2.5, as one order of three does
    }
    List<Finding> findings = findings(planned().with("same", same));
    assertThat(count(findings, FindingKind.DIVERGED)).isEqualTo(RECORDS - (RECORDS + 2) / 3);
    assertThat(findings)
        .filteredOn(finding -> finding.kind() == FindingKind.DIVERGED)
        .singleElement()
        .asString()
        .contains("$.total is '2.5' where its input has '4', in generator 0, sequence 1");
  }

  private List<Finding> findings() throws IOException {
    return findings(planned());
  }

  private List<Finding> findings(WorkloadSpec spec) throws IOException {
    Records records = new Records(spec);
    Path log = folder.resolve("send");
    try (SendLog sends = SendLog.create(log, 0, 1, START, 10)) {
      for (long n = 0; n < RECORDS; n++) {
        sends.set(n, n + SendLog.ACKNOWLEDGED);
      }
    }
    Path observed = folder.resolve("observed");
    try (ObservedFile.Writer writer = new ObservedFile.Writer(observed)) {
      for (int i = 0; i < outputs.size(); i++) {
        long micros = START + i * 100_000L;
        List<byte[]> found = new ArrayList<>();
        records.outputs(name -> null, outputs.get(i), found::add);
        writer.append(0, i, micros / 1000, micros, found.isEmpty() ? null : found.get(0));
      }
    }
    // A check reads no schema, and asks no registry.
    registry.close();
    Records checked = new Records(spec.with("schema", folder.resolve("gone.avsc")));
    return Analyst.analyse(
            Evidence.of(
                    checked,
                    DeliveryGuarantee.of(Guarantee.AT_LEAST_ONCE, 0),
                    1,
                    List.of(log),
                    observed)
                .reread(observed)
                .build())
        .audits()
        .get(0)
        .findings();
  }

  private static long count(List<Finding> findings, FindingKind kind) {
    return findings.stream().filter(f -> f.kind() == kind).mapToLong(Finding::count).sum();
  }

  @Test
  void allThatCameIsFoundRight() throws Exception {
    for (long n = 0; n < RECORDS; n++) {
      outputs.add(priced(PRICED, id(n)));
    }
    assertThat(findings()).allSatisfy(finding -> assertThat(finding.count()).isZero());
  }

  @Test
  void anOutputThatCannotBeReadIsUnexpectedAndItsInputsIsLost() throws Exception {
    for (long n = 0; n < RECORDS; n++) {
      byte[] output = priced(PRICED, id(n));
      if (n == 3) {
        output[4] = 77;
      } else if (n == 11) {
        output = "{\"order_id\":\"%s\"}".formatted(id(n)).getBytes(UTF_8);
      }
      outputs.add(output);
    }
    List<Finding> findings = findings();
    assertThat(count(findings, FindingKind.UNEXPECTED)).isEqualTo(2);
    assertThat(count(findings, FindingKind.LOST)).isEqualTo(2);
  }

  private String problem(WorkloadSpec spec) {
    OptionProblem found = Records.KIND.complaint(spec, 4).orElseThrow();
    return found.option() + " | " + found.problem() + " | " + found.remedy();
  }

  private String problem(String line) throws IOException {
    Files.writeString(
        orders, "{\"orderId\":\"A\",\"customer\":\"ada\",\"amount\":2.50}\n" + line + "\n");
    return problem(written());
  }

  @Test
  void aRecordThatTheSchemaCannotHoldIsToldWithItsLineAndField() throws Exception {
    assertThat(Records.KIND.complaint(written(), 4)).isEmpty();
    assertThat(problem("{\"orderId\":\"B\",\"customer\":\"ada\"}"))
        .startsWith("schema | orders.jsonl, line 2: $.amount is missing")
        .contains("no default", "Add it to the record");
    assertThat(problem("{\"orderId\":\"B\",\"customer\":\"ada\",\"amount\":\"x\"}"))
        .contains("line 2: $.amount is \"x\", and the schema says decimal with 9 digits")
        .endsWith("Correct the record, or the schema.");
    assertThat(problem("{\"orderId\":\"B\",\"customer\":\"ada\",\"amount\":1.125}"))
        .contains("$.amount is 1.125", "2 of them behind the point");
    assertThat(problem("{\"orderId\":\"B\",\"customer\":\"ada\",\"amount\":1,\"note\":5}"))
        .contains("$.note is 5, and the schema says string");
    assertThat(problem("{\"orderId\":\"B\",\"customer\":\"ada\",\"amount\":1,\"x\":5}"))
        .contains("$.x is in the record, and not in the schema of Order");
  }

  @Test
  void aSchemaThatCannotBeReadOrDoesNotFitIsToldBeforeAnythingStarts() throws Exception {
    Files.writeString(folder.resolve("broken.avsc"), "{\"type\":\"record\"}");
    assertThat(problem(written().with("schema", folder.resolve("broken.avsc"))))
        .startsWith("schema | ")
        .contains("broken.avsc is no schema of AVRO");
    assertThat(problem(written().with("output-schema", folder.resolve("none.avsc"))))
        .startsWith("output-schema | ")
        .contains("none.avsc cannot be read");
    assertThat(problem(written().with("schema", ""))).contains("output-schema says how outputs");
    Path csv = Files.writeString(folder.resolve("orders.csv"), "orderId,customer,amount\nA,c,1\n");
    assertThat(problem(written().with("from", csv)))
        .contains("records of JSON can be sent in a schema");
  }
}
