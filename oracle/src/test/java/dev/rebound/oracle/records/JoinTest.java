package dev.rebound.oracle.records;

import static dev.rebound.oracle.records.Refused.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.OneGenerator;
import dev.rebound.oracle.due.SeenOutput;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordSink;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoinTest {
  private static final long NOW = 1_750_000_000_000_000L;
  private static final long GAP = 10_000_000;
  private static final int LANES = 4;

  @TempDir Path folder;
  private Path orders;
  private Path payments;

  /** Order A has two payments, one of them sent before it; B one; C none; one is of no order. */
  @BeforeEach
  void someSamples() throws IOException {
    orders =
        file(
            "orders.jsonl",
            """
            {"order":"A","at":1750000001000,"sum":3}
            {"order":"B","at":1750000002000,"sum":4}
            {"order":"C","at":1750000006000,"sum":5}
            """);
    payments =
        file(
            "payments.jsonl",
            """
            {"pay":"p0","of":"A","at":1750000000000}
            {"pay":"p1","of":"B","at":1750000003000}
            {"pay":"p2","of":"A","at":1750000004000}
            {"pay":"p3","of":"X","at":1750000005000}
            """);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private WorkloadSpec spec() {
    return WorkloadSpec.of(Join.KIND, 1)
        .with("from", orders)
        .with("id", "$.order")
        .with("time", "$.at")
        .with("with", payments)
        .with("with-key", "$.of")
        .with("with-id", "$.pay")
        .with("with-time", "$.at");
  }

  /** The order of a round is p0 A B p1 p2 p3 C. */
  private static OneGenerator sends(Join join) {
    return new OneGenerator(join.placement(), LANES, 14, NOW, GAP);
  }

  private static String sent(Join join, long sequence) {
    byte[][] value = new byte[1][];
    join.write(
        0,
        sequence,
        NOW,
        new RecordSink() {
          @Override
          public byte[] value(int length) {
            value[0] = new byte[length];
            return value[0];
          }

          @Override
          public void key(byte[] bytes) {
            assertThat(bytes).isEqualTo(join.key(0, sequence));
          }

          @Override
          public void header(String name, byte[] bytes) {}
        });
    return new String(value[0], UTF_8);
  }

  private static String key(Join join, long sequence) {
    return new String(join.key(0, sequence), UTF_8);
  }

  private static List<SeenOutput> outputs(Join join, String value) {
    List<SeenOutput> seen = new ArrayList<>();
    join.outputs(
        name -> null,
        value.getBytes(UTF_8),
        b -> seen.add(new SeenOutput(OutputRecord.decode(b), seen.size())));
    return seen;
  }

  private static SeenOutput output(Join join, String order, String pay) {
    List<SeenOutput> seen = outputs(join, "{\"order\":\"" + order + "\",\"pay\":\"" + pay + "\"}");
    assertThat(seen).hasSize(1);
    return seen.get(0);
  }

  @Test
  void bothAreSentWithTheIdOfTheFirstAsTheirKey() {
    Join join = new Join(spec());
    assertThat(sent(join, 1)).startsWith("{\"order\":\"A-0-1-0\",\"at\":1750000000000");
    assertThat(sent(join, 4)).startsWith("{\"pay\":\"p2-0-4-0\",\"of\":\"A-0-1-0\",");
    assertThat(sent(join, 7 + 4)).startsWith("{\"pay\":\"p2-0-11-0\",\"of\":\"A-0-8-0\",");
    assertThat(List.of(key(join, 0), key(join, 1), key(join, 4))).containsOnly("A-0-1-0");
    assertThat(key(join, 5)).as("of no order").isEqualTo("X-0-5-0");
    int order = join.placement().partition(0, 1, LANES);
    int payment = join.placement().partition(0, 4, LANES);
    assertThat(order).isLessThan(LANES / 2);
    assertThat(payment).as("the same partition of the second topic").isEqualTo(order + LANES / 2);
  }

  @Test
  void eachPairOwesAnOutputWithTheLaterOfTheTwo() {
    Join join = new Join(spec());
    Due due = join.due(sends(join));
    assertThat(due.table().size()).as("three pairs of two rounds").isEqualTo(6);
    long first = due.find(output(join, "A-0-1-0", "p0-0-0-0"));
    long second = due.find(output(join, "A-0-1-0", "p2-0-4-0"));
    long third = due.find(output(join, "B-0-2-0", "p1-0-3-0"));
    assertThat(List.of(first, second, third)).doesNotHaveDuplicates().allMatch(row -> row >= 0);
    assertThat(due.table().input(first)).as("the order came after it").isEqualTo(1);
    assertThat(due.table().input(second)).isEqualTo(4);
    assertThat(join.outputsPerRecord()).isEqualTo(3 / 7.0);
  }

  @Test
  void whatHasNoPartnerIsNoOutput() {
    Join join = new Join(spec());
    assertThat(outputs(join, "{\"order\":\"X-0-5-0\",\"pay\":\"p3-0-5-0\"}")).isEmpty();
    assertThat(outputs(join, "{\"order\":\"A-0-1-0\"}")).as("without the second's id").isEmpty();
    assertThat(outputs(join, "{\"order\":\"A-0-1-0\",\"pay\":\"A-0-1-0\"}")).isEmpty();
    Due due = join.due(sends(join));
    assertThat(due.find(output(join, "A-0-15-0", "p2-0-18-0")))
        .as("of a round that was never sent")
        .isEqualTo(Due.NOT_DUE);
  }

  @Test
  void anOutputOfTwoThatDoNotBelongTogetherIsWrong() {
    Join join = new Join(spec());
    Due due = join.due(sends(join));
    FindingSink ignored = (lane, offset, words) -> {};
    StateAudit audit = due.stateAudit(true, ignored);
    assertThat(audit.first(output(join, "A-0-1-0", "p2-0-4-0"))).isTrue();
    assertThat(audit.first(output(join, "B-0-2-0", "p2-0-4-0"))).isFalse();
    assertThat(audit.first(output(join, "A-0-8-0", "p2-0-4-0"))).as("of another round").isFalse();
  }

  @Test
  void anOutputWithoutTheIdOfTheFirstIsWrong() {
    Join join = new Join(spec());
    StateAudit audit = join.due(sends(join)).stateAudit(true, (lane, offset, words) -> {});
    for (String order : List.of("null", "\"A-1002\"")) {
      List<SeenOutput> seen = outputs(join, "{\"order\":" + order + ",\"pay\":\"p2-0-4-0\"}");
      assertThat(seen).hasSize(1);
      assertThat(audit.first(seen.get(0))).as(order).isFalse();
    }
  }

  @Test
  void whereNothingIsDueNothingIsJudged() {
    Join join = new Join(spec().with("within", "2000"));
    assertThat(join.due(sends(join)).unjudged()).contains("nothing was due");
    Join wide = new Join(spec());
    assertThat(wide.due(sends(wide)).unjudged()).isNull();
  }

  @Test
  void aPairOfWhichOneWasNotStoredOwesNothing() {
    Join join = new Join(spec());
    OneGenerator sends = sends(join);
    sends.absent.add(1L);
    sends.unknown.add(9L);
    Due due = join.due(sends);
    assertThat(due.table().size()).as("of the second round one less").isEqualTo(3);
    assertThat(due.find(output(join, "A-0-1-0", "p2-0-4-0"))).isEqualTo(Due.NOT_DUE);
    assertThat(due.find(output(join, "B-0-9-0", "p1-0-10-0"))).isEqualTo(Due.UNKNOWN_INPUT);
  }

  @Test
  void aPairTooFarApartOwesNothingAndAboutTheBoundNothingIsJudged() {
    Join join = new Join(spec().with("within", "10000"));
    Due due = join.due(sends(join));
    assertThat(due.table().size()).as("p0 with A and p1 with B are at the bound").isEqualTo(0);
    assertThat(due.find(output(join, "A-0-1-0", "p0-0-0-0"))).isEqualTo(Due.NOT_JUDGED);
    assertThat(due.find(output(join, "A-0-1-0", "p2-0-4-0"))).isEqualTo(Due.NOT_DUE);
    Join wide = new Join(spec().with("within", "15000"));
    assertThat(wide.due(sends(wide)).table().size()).isEqualTo(4);
  }

  @Test
  void withoutASecondIdOutputsAreKnownByTheFirst() throws IOException {
    payments = file("one.jsonl", "{\"of\":\"B\",\"at\":1750000003000}\n");
    Join join = new Join(spec().with("with", payments).with("with-id", ""));
    Due due = join.due(sends(join));
    List<SeenOutput> seen = outputs(join, "{\"order\":\"B-0-1-0\"}");
    assertThat(seen).hasSize(1);
    assertThat(due.find(seen.get(0))).isGreaterThanOrEqualTo(0);
    assertThat(outputs(join, "{\"order\":\"A-0-0-0\"}")).as("it has no payment").isEmpty();
  }

  @Test
  void whatDoesNotGoTogetherIsTold() throws IOException {
    assertThat(Join.KIND.complaint(spec(), 2)).isEmpty();
    refused(spec().with("with-id", ""), "with-key", "line 3: A is the key of");
    refused(spec().with("with-key", "$.pay").with("with-id", "$.of"), "with-id", "as in");
    refused(spec().with("with-key", "$.none"), "with-key", "missing in 4 of 4");
    refused(spec().with("with-time", ""), "time", "of the other none");
    refused(spec().with("with-id", "$.of"), "with-key", "the same field");
    refused(
        spec().with("with-id", "").with("output-with-id", "$.p"),
        "output-with-id",
        "there is none");
    refused(spec().with("within", "1000"), "within", "nothing is judged");
    refused(
        spec().with("output-id", "$.id").with("output-with-id", "$.id"),
        "output-with-id",
        "both ids at $.id");
    Path other = file("other.jsonl", "{\"of\":\"Y\",\"at\":1750000003000,\"pay\":\"q\"}\n");
    refused(spec().with("with", other), "with-key", "no record of the second sample");
    Supplier<Join> without = () -> new Join(spec().with("with", ""));
    assertThatThrownBy(without::get).isInstanceOf(OptionProblem.class).hasMessageContaining("with");
    WorkloadSpec planned = spec().with("with-hash", "another");
    assertThatThrownBy(() -> new Join(planned).recordBytes())
        .isInstanceOf(OptionProblem.class)
        .hasMessageContaining("no longer what it was");
  }
}
