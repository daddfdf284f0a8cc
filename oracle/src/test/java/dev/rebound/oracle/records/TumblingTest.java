package dev.rebound.oracle.records;

import static dev.rebound.oracle.records.Refused.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.oracle.due.OneGenerator;
import dev.rebound.oracle.due.SeenOutput;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.workload.Headers;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows over records of a user's own. */
class TumblingTest {
  /** A full minute. */
  private static final long NOW = 1_750_000_020_000_000L;

  /** Records come each 2.5 s, of ada and bob in turn: each has two in a window of 10 s. */
  private static final long GAP = 2_500_000;

  private static final int RECORDS = 24;

  @TempDir Path folder;
  private Path sample;
  private final List<String> findings = new ArrayList<>();

  @BeforeEach
  void aSample() throws IOException {
    sample =
        Files.writeString(
            folder.resolve("sample.jsonl"),
            """
            {"who":"ada","at":"2026-03-02T09:00:00Z","sum":1.5}
            {"who":"bob","at":"2026-03-02T09:00:01Z","sum":2}
            """);
  }

  private WorkloadSpec spec(String oracle) {
    return WorkloadSpec.of(Records.KIND, 1)
        .with("from", sample)
        .with("key", "$.who")
        .with("time", "$.at")
        .with("oracle", oracle)
        .with("tumbling", "10000")
        .with("output-key", "$.who")
        .with("output-value", "$.n")
        .with("output-window", "$.from");
  }

  private static OneGenerator sends(Records records) {
    return new OneGenerator(records.placement(), 1, RECORDS, NOW, GAP);
  }

  private static String update(String who, int window, String value) {
    Instant from = Instant.ofEpochSecond(NOW / 1_000_000 + 10L * window);
    return "{\"who\":\"%s\",\"from\":\"%s\",\"n\":%s}".formatted(who, from, value);
  }

  /** The judgement of outputs, of which six windows of each key are due, the last two open. */
  private StateAudit.StateJudgement judged(
      Records records, boolean exact, OneGenerator sends, List<String> outputs) {
    findings.clear();
    StateAudit audit =
        records.due(sends).stateAudit(exact, (lane, offset, words) -> findings.add(words.get()));
    long[] offset = new long[1];
    for (String output : outputs) {
      records.outputs(
          name -> null,
          output.getBytes(UTF_8),
          b -> audit.readout(new SeenOutput(OutputRecord.decode(b), offset[0]++)));
    }
    return audit.judge(false);
  }

  private static List<String> right(int windows, String value) {
    List<String> outputs = new ArrayList<>();
    for (int window = 0; window < windows; window++) {
      outputs.add(update("ada", window, value));
      outputs.add(update("bob", window, value));
    }
    return outputs;
  }

  @Test
  void eachWindowOfEachKeyIsDueAndTheLastOnesNeedNotBeClosed() {
    Records records = new Records(spec("count"));
    var judgement = judged(records, true, sends(records), right(4, "2"));
    assertThat(findings).isEmpty();
    assertThat(judgement.unjudged()).isNull();
    var unused = judged(records, true, sends(records), right(6, "2"));
    assertThat(findings).as("they may be closed").isEmpty();
    unused = judged(records, true, sends(records), right(3, "2"));
    assertThat(findings)
        .hasSize(2)
        .allMatch(words -> words.contains("no update of it came"))
        .anyMatch(words -> words.startsWith("key ada from 2025-06-15T15:07:30Z on"));
  }

  @Test
  void runningUpdatesAreAllowedAndWhatIsWrongIsFound() {
    Records records = new Records(spec("count"));
    List<String> outputs = new ArrayList<>(right(4, "1"));
    outputs.addAll(right(4, "2"));
    var unused = judged(records, true, sends(records), outputs);
    assertThat(findings).isEmpty();
    outputs.add(update("ada", 2, "3"));
    unused = judged(records, true, sends(records), outputs);
    assertThat(findings).singleElement().asString().contains("count 3, which it never was");
    unused = judged(records, true, sends(records), right(4, "1"));
    assertThat(findings).as("each lacks one").hasSize(8);
    outputs = new ArrayList<>(right(4, "2"));
    outputs.add(update("bob", -5, "1"));
    unused = judged(records, true, sends(records), outputs);
    assertThat(findings).singleElement().asString().contains("and no input");
  }

  @Test
  void atLeastOnceMayExceedAndNotLack() {
    Records records = new Records(spec("count"));
    List<String> outputs = new ArrayList<>(right(4, "2"));
    outputs.add(update("ada", 0, "4"));
    var judgement = judged(records, false, sends(records), outputs);
    assertThat(findings).isEmpty();
    assertThat(judgement.excess()).isEqualTo(2);
    outputs.add(update("bob", 1, "1"));
    var unused = judged(records, false, sends(records), outputs);
    assertThat(findings).singleElement().asString().contains("1 in the end, where 2 was due");
  }

  @Test
  void sumsAreOfTheirWindow() {
    Records records = new Records(spec("sum").with("of", "$.sum"));
    List<String> outputs = new ArrayList<>();
    for (int window = 0; window < 4; window++) {
      outputs.add(update("ada", window, "3.0"));
      outputs.add(update("bob", window, "4"));
    }
    var unused = judged(records, true, sends(records), outputs);
    assertThat(findings).isEmpty();
  }

  @Test
  void aWindowIsKnownByItsEndToo() {
    Records records =
        new Records(spec("count").with("output-window", "").with("output-window-end", "$.to"));
    List<OutputRecord> seen = new ArrayList<>();
    for (String end : List.of("1750000030000", "1750000029999")) {
      records.outputs(
          name -> null,
          ("{\"who\":\"ada\",\"n\":2,\"to\":" + end + "}").getBytes(UTF_8),
          b -> seen.add(OutputRecord.decode(b)));
    }
    assertThat(seen).hasSize(2).allMatch(output -> output.sequence() == NOW / 10_000_000);
  }

  /** Serialized key, and 8 bytes with the beginning, big-endian. */
  private static Headers inKey(String who, long beginMillis) {
    byte[] name = who.getBytes(UTF_8);
    byte[] key = ByteBuffer.allocate(name.length + 8).put(name).putLong(beginMillis).array();
    return new Headers() {
      @Override
      public byte @Nullable [] last(String header) {
        return null;
      }

      @Override
      public byte[] key() {
        return key;
      }
    };
  }

  private List<String> judgedByKey(int windows, String ofBob, long offMillis) {
    findings.clear();
    Records records =
        new Records(
            spec("max")
                .with("of", "$.sum")
                .with("output-key", "")
                .with("output-value", "")
                .with("output-window", "key"));
    StateAudit audit =
        records
            .due(sends(records))
            .stateAudit(true, (lane, offset, words) -> findings.add(words.get()));
    long[] offset = new long[1];
    for (int window = 0; window < windows; window++) {
      long begin = NOW / 1000 + 10_000L * window + offMillis;
      for (String who : List.of("ada", "bob")) {
        records.outputs(
            inKey(who, begin),
            (who.equals("ada") ? "1.5" : ofBob).getBytes(UTF_8),
            b -> audit.readout(new SeenOutput(OutputRecord.decode(b), offset[0]++)));
      }
    }
    var unused = audit.judge(false);
    assertThat(records.due(sends(records)).describeUnreadable()).contains("output-window: key");
    return findings;
  }

  @Test
  void aWindowMayStandBehindTheKeyAsKafkaStreamsWritesIt() {
    assertThat(judgedByKey(4, "2", 0)).isEmpty();
    assertThat(judgedByKey(4, "3", 0)).hasSize(4).allMatch(words -> words.contains("key bob"));
    assertThat(judgedByKey(3, "2", 0))
        .hasSize(2)
        .allMatch(words -> words.contains("no update of it came"));
    assertThat(judgedByKey(4, "2", 1)).as("no window begins there").hasSize(8);
  }

  @Test
  void aWindowThatNoOutputHasIsToldWithItsRemedy() {
    Records records = new Records(spec("count").with("output-window", "$.w"));
    assertThat(records.due(sends(records)).describeUnreadable())
        .contains("$.w", "output-window: key");
    var unused = judged(records, true, sends(records), right(4, "2"));
    assertThat(findings).isNotEmpty();
  }

  @Test
  void anOutputWithoutAWindowIsNone() {
    Records records = new Records(spec("count"));
    records.outputs(
        name -> null, "{\"who\":\"ada\",\"n\":2}".getBytes(UTF_8), b -> findings.add("an output"));
    assertThat(findings).isEmpty();
  }

  @Test
  void aWindowWithAnInputInDoubtIsLeftOpen() {
    Records records = new Records(spec("count"));
    OneGenerator sends = sends(records);
    sends.unknown.add(4L);
    var judgement = judged(records, true, sends, right(4, "2"));
    assertThat(findings).isEmpty();
    assertThat(judgement.unjudged()).contains("1 of ");
  }

  @Test
  void whereNoWindowIsOverNothingIsJudged() {
    Records records = new Records(spec("count").with("tumbling", "300000"));
    var judgement = judged(records, true, sends(records), List.of());
    assertThat(judgement.unjudged()).contains("no window was over");
    assertThat(judgement.lostUnknown()).contains("no window was over");
  }

  /** Bob's partition has no record from the third window on. */
  @Test
  void whatASlowPartitionHoldsOpenIsNotKnownToBeWhole() {
    Records records = new Records(spec("count"));
    OneGenerator sends =
        new OneGenerator(
            (generator, sequence, lanes) -> (int) (sequence % 2), 2, RECORDS, NOW, GAP);
    for (long sequence = 11; sequence < RECORDS; sequence += 2) {
      sends.absent.add(sequence);
    }
    var judgement = judged(records, true, sends, right(1, "2"));
    assertThat(findings).isEmpty();
    assertThat(judgement.lostUnknown()).startsWith("4 of 9 windows need not have been closed");
    assertThat(judgement.unjudged()).isEqualTo(judgement.lostUnknown());
  }

  @Test
  void whatDoesNotGoTogetherIsTold() throws IOException {
    assertThat(Records.KIND.complaint(spec("count"), 2)).isEmpty();
    refused(spec("count").with("output-window", ""), "tumbling", "which window");
    refused(spec("count").with("output-window-end", "$.to"), "tumbling", "either");
    refused(spec("gapless"), "tumbling", "the oracle is gapless");
    refused(spec("count").with("tumbling", "0"), "output-window", "there are none");
    refused(
        spec("count").with("tumbling", "0").with("output-window", "").with("out-of-order", "5"),
        "out-of-order",
        "there are none");
    Files.writeString(
        sample,
        """
        {"who":"ada","at":"2026-03-02T09:00:03Z","sum":1.5}
        {"who":"bob","at":"2026-03-02T09:00:01Z","sum":2}
        """);
    refused(spec("count"), "out-of-order", "2000 ms older");
    assertThat(Records.KIND.complaint(spec("count").with("out-of-order", "2000"), 2)).isEmpty();
  }
}
