package dev.rebound.oracle.records;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.oracle.sample.Sample;
import dev.rebound.workload.Headers;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.Placement;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.RecordSink;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordsTest {
  private static final long NOW = 1_750_000_000_000_000L;

  @TempDir Path folder;
  private Path orders;

  @BeforeEach
  void someOrders() throws IOException {
    orders = folder.resolve("orders.jsonl");
    Files.writeString(
        orders,
        """
        {"orderId":"A","customer":"c1","amount":3}
        {"orderId":"B","customer":"c2","amount":4}
        {"orderId":"C","customer":"c1","amount":5}
        """);
  }

  /** A sample that has the key beside the value, where it is in no field. */
  @Test
  void aKeyMayStandBesideTheValue() throws IOException {
    Path beside = folder.resolve("beside.jsonl");
    Files.writeString(
        beside,
        """
        {"key":"c1","value":{"orderId":"A","amount":3}}
        {"key":"c2","value":{"orderId":"B","amount":4}}
        """);
    Records records =
        new Records(
            WorkloadSpec.of(Records.KIND, 1)
                .with("from", beside)
                .with("value", "$.value")
                .with("key", "$.key")
                .with("id", "$.orderId"));
    Sent sent = sent(records, 0, 1);
    assertThat(sent.key).isEqualTo("c2");
    assertThat(new String(sent.value, UTF_8))
        .startsWith("{\"orderId\":\"B-")
        .endsWith(",\"amount\":4}");
    Path columns = folder.resolve("beside.csv");
    Files.writeString(
        columns, "who,what\nc1,\"{\"\"id\"\":\"\"A\"\"}\"\nc2,\"{\"\"id\"\":\"\"B\"\"}\"\n");
    Records ofColumns =
        new Records(
            WorkloadSpec.of(Records.KIND, 1)
                .with("from", columns)
                .with("value", "$.what")
                .with("key", "$.who")
                .with("id", "$.id"));
    assertThat(sent(ofColumns, 0, 0).key).isEqualTo("c1");
    assertThat(new String(sent(ofColumns, 0, 0).value, UTF_8)).startsWith("{\"id\":\"A-");
  }

  @Test
  void severalFieldsOfAnOutputSayWhichInputItIsOf() {
    WorkloadSpec several =
        spec()
            .with("key", "")
            .with("id", "$.customer, $.orderId")
            .with("output-id", "$.buyer, $.order");
    assertThat(Records.KIND.complaint(several, 4)).isEmpty();
    Records records = new Records(several);
    assertThat(new String(records.value(2, 5, 0), UTF_8))
        .isEqualTo("{\"orderId\":\"C\",\"customer\":\"c1-2-2-0\",\"amount\":5}");
    OutputRecord output =
        outputs(records, name -> null, "{\"order\":\"c\",\"buyer\":\"C1-2-2-0\"}").get(0);
    assertThat(output.generator()).isEqualTo(2);
    assertThat(output.sequence()).isEqualTo(5);
    assertThat(outputs(records, name -> null, "{\"order\":\"B\",\"buyer\":\"c1-2-2-0\"}"))
        .isEmpty();
    assertThat(outputs(records, name -> null, "{\"order\":\"C\"}")).isEmpty();
    assertThat(Records.KIND.complaint(several.with("output-id", "$.order"), 4).orElseThrow())
        .extracting(problem -> problem.option() + ": " + problem.problem())
        .isEqualTo("output-id: output-id names 1 field, and id 2: an output has each of them");
    assertThat(Records.KIND.complaint(several.with("time", "$.orderId"), 4).orElseThrow().problem())
        .contains("time and id name the same field, $.orderId");
    assertThat(
            Records.KIND
                .complaint(spec().with("time-format", "dd.MM.yyyy"), 4)
                .orElseThrow()
                .problem())
        .contains("there is none");
  }

  private WorkloadSpec spec() {
    return WorkloadSpec.of(Records.KIND, 1)
        .with("from", orders)
        .with("key", "$.customer")
        .with("id", "$.orderId");
  }

  /** A record as it is sent. */
  private static final class Sent implements RecordSink {
    private byte[] value = new byte[0];
    private String key = "";
    private final Map<String, byte[]> headers = new HashMap<>();

    @Override
    public byte[] value(int length) {
      value = new byte[length];
      return value;
    }

    @Override
    public void key(byte[] bytes) {
      key = new String(bytes, UTF_8);
    }

    @Override
    public void header(String name, byte[] bytes) {
      headers.put(name, bytes);
    }
  }

  private static Sent sent(Records records, int generator, long sequence) {
    Sent sent = new Sent();
    records.write(generator, sequence, NOW, sent);
    return sent;
  }

  private static List<OutputRecord> outputs(Records records, Headers headers, String value) {
    List<OutputRecord> outputs = new ArrayList<>();
    records.outputs(headers, value.getBytes(UTF_8), b -> outputs.add(OutputRecord.decode(b)));
    return outputs;
  }

  @Test
  void aSampleIsReplayedFromItsStartWithIdsOfItsOwn() {
    Records records = new Records(spec());
    Sent second = sent(records, 1, 4);
    assertThat(new String(second.value, UTF_8))
        .isEqualTo("{\"orderId\":\"B-1-4-h8bmwgc7b4\",\"customer\":\"c2\",\"amount\":4}");
    assertThat(second.key).isEqualTo("c2");
    byte[] input = records.input(second.headers::get, ByteBuffer.wrap(second.value));
    assertThat(RecordFormat.generator(input)).isEqualTo(1);
    assertThat(RecordFormat.sequence(input)).isEqualTo(4);
  }

  @Test
  void anOutputIsKnownByTheIdWithoutAHeader() {
    Records records = new Records(spec().with("output-id", "$.order.id"));
    List<OutputRecord> seen =
        outputs(records, name -> null, "{\"total\":9,\"order\":{\"id\":\"B-1-4-h8bmwgc7b4\"}}");
    assertThat(seen).hasSize(1);
    assertThat(seen.get(0).generator()).isEqualTo(1);
    assertThat(seen.get(0).sequence()).isEqualTo(4);
    assertThat(seen.get(0).intendedMicros()).isEqualTo(NOW);
    assertThat(outputs(records, name -> null, "{\"order\":{\"id\":\"B\"}}")).isEmpty();
    assertThat(outputs(records, name -> null, "{\"orderId\":\"B-1-4-0\"}")).isEmpty();
    assertThat(outputs(records, name -> RecordIdHeader.of(1, 4, NOW), "no json")).isEmpty();
  }

  @Test
  void anOutputMayHaveAnotherFormThanTheSample() throws IOException {
    Path csv = orders.resolveSibling("orders.csv");
    Files.writeString(csv, "orderId,customer,amount\nA,c1,3\nB,c2,4\n");
    Records rows = new Records(spec().with("from", csv).with("output-id", "$.order_id"));
    assertThat(outputs(rows, name -> null, " {\"order_id\":\"B-1-3-h8bmwgc7b4\"}")).hasSize(1);
    Records json = new Records(spec().with("output-id", "$[1]"));
    assertThat(outputs(json, name -> null, "9,B-1-4-h8bmwgc7b4")).hasSize(1);
  }

  @Test
  void withoutAnIdTheHeaderSaysWhichItIs() {
    Records records = new Records(spec().with("id", ""));
    assertThat(new String(sent(records, 0, 1).value, UTF_8)).contains("\"orderId\":\"B\"");
    assertThat(outputs(records, name -> RecordIdHeader.of(0, 1, NOW), "{}").get(0).sequence())
        .isEqualTo(1);
    assertThat(outputs(records, name -> null, "{}")).isEmpty();
  }

  @Test
  void recordsOfAKeyAreInOnePartition() {
    Placement placement = new Records(spec()).placement();
    assertThat(placement.partition(0, 0, 7)).isEqualTo(placement.partition(1, 2, 7));
    assertThat(new Records(spec().with("key", "")).placement()).isSameAs(Placement.IN_TURN);
  }

  @Test
  void badDeclarationsAreToldByTheKeyThatIsWrong() throws IOException {
    assertThat(Records.KIND.complaint(spec(), 4)).isEmpty();
    assertThat(problem(spec().with("from", ""))).contains("name", "names none");
    assertThat(problem(spec().with("key", "customer")))
        .contains("key", "'customer' is no path to a field", "Write it from the whole value on");
    assertThat(problem(spec().with("id", "").with("output-id", "$.id"))).contains("output-id");
    assertThat(problem(spec().with("id", "$.customer"))).contains("line 3", "as in", "line 1");
    WorkloadSpec conserved = spec().with("oracle", "conserved");
    assertThat(problem(conserved)).contains("does not say what all keys add up to");
    for (String total : List.of("ten", "1e400000000", "0.1234567")) {
      assertThat(problem(conserved.with("total", total))).contains(total, "is no number");
    }
    assertThat(Records.KIND.complaint(conserved.with("total", "-12.50"), 4)).isEmpty();
    assertThat(problem(spec().with("total", "1"))).contains("total is what conserved holds");
    assertThat(problem(spec().with("time", "$.orderId"))).contains("time and id name the same");
    assertThat(problem(spec().with("oracle", "sum").with("of", "$.orderId")))
        .contains("of and id name the same field, $.orderId: it is rewritten");
  }

  private static String problem(WorkloadSpec spec) {
    OptionProblem problem = Records.KIND.complaint(spec, 4).orElseThrow();
    return problem.option() + ": " + problem.problem() + "; " + problem.remedy();
  }

  @Test
  void anotherSampleIsNotTakenForTheOneOfTheRun() throws IOException {
    Records records = new Records(spec().with("from-hash", Sample.hash(orders)));
    Files.writeString(orders, "{\"orderId\":\"Z\",\"customer\":\"c1\"}\n");
    assertThatThrownBy(() -> sent(records, 0, 0))
        .hasMessageContaining("no longer what it was when the run was planned");
  }
}
