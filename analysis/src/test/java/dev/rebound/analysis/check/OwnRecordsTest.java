package dev.rebound.analysis.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.oracle.records.Records;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of a user's own, whose outputs are known by an id in their values. */
class OwnRecordsTest {
  private static final long START = 1_700_000_000_000_000L;
  private static final int RECORDS = 40;

  @TempDir Path folder;
  private final List<byte[]> outputs = new ArrayList<>();

  /** Whether outputs are read from a table. */
  private boolean rows;

  @BeforeEach
  void sample() throws IOException {
    Files.writeString(
        folder.resolve("orders.jsonl"),
        """
        {"orderId":1001,"customer":"ada","amount":2.50}
        {"orderId":1002,"customer":"ben","amount":4.00}
        {"orderId":1003,"customer":"ada","amount":1.25}
        """);
  }

  private static String value(long sequence) {
    return "{\"order_id\":" + sequence * 100 + ",\"total\":1}";
  }

  private void say(String value) {
    outputs.add(value.getBytes(UTF_8));
  }

  private List<Finding> findings() throws IOException {
    return analysed().audits().get(0).findings();
  }

  private AnalysisResult analysed() throws IOException {
    Records records =
        new Records(
            WorkloadSpec.of(Records.KIND, 1)
                .with("from", folder.resolve("orders.jsonl"))
                .with("key", "$.customer")
                .with("id", "$.orderId")
                .with("output-id", "$.order_id"));
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
    return Analyst.analyse(
        Evidence.of(
                records,
                DeliveryGuarantee.of(Guarantee.AT_LEAST_ONCE, 0),
                1,
                List.of(log),
                observed)
            .reread(observed)
            .rows(rows)
            .build());
  }

  private Finding found(FindingKind kind) throws IOException {
    return findings().stream().filter(f -> f.kind() == kind).findFirst().orElseThrow();
  }

  @Test
  void allThatIsDueIsKnownByItsId() throws IOException {
    for (long n = 0; n < RECORDS; n++) {
      say(value(n));
    }
    assertThat(findings()).allSatisfy(finding -> assertThat(finding.count()).isZero());
    assertThat(analysed().unjudged()).doesNotContainKeys("reordered", "lost");
  }

  @Test
  void oneThatNeverCameIsLost() throws IOException {
    for (long n = 0; n < RECORDS; n++) {
      if (n != 17) {
        say(value(n));
      }
    }
    Finding lost = found(FindingKind.LOST);
    assertThat(lost.count()).isEqualTo(1);
    assertThat(lost.examples().get(0)).contains("sequence 17", "offset 17");
  }

  @Test
  void oneThatCameAgainIsDuplicated() throws IOException {
    for (long n = 0; n < RECORDS; n++) {
      say(value(n));
    }
    say(value(3));
    assertThat(found(FindingKind.DUPLICATED).count()).isEqualTo(1);
  }

  @Test
  void oneBehindALaterOneOfItsKeyIsReordered() throws IOException {
    Finding reordered = oneBehindALaterOneOfItsKeyIsReordered(1);
    assertThat(reordered.examples().get(0)).contains("sequence 2", "input offset 3");
  }

  private Finding oneBehindALaterOneOfItsKeyIsReordered(int found) throws IOException {
    // The customers of a sample are ada, ben, ada, and so on from the start.
    for (long n : new long[] {0, 1, 3, 2}) {
      say(value(n));
    }
    for (long n = 4; n < RECORDS; n++) {
      say(value(n));
    }
    Finding reordered = found(FindingKind.REORDERED);
    assertThat(reordered.count()).isEqualTo(found);
    return reordered;
  }

  @Test
  void rowsOfATableHaveNoOrder() throws IOException {
    rows = true;
    oneBehindALaterOneOfItsKeyIsReordered(0);
    assertThat(analysed().unjudged()).containsEntry("reordered", "rows of a table have no order");
    assertThat(analysed().audits().get(0).notJudged())
        .anyMatch(one -> one.kind() == FindingKind.REORDERED);
  }

  @Test
  void neitherKeysAmongThemselvesNorAReplayAreReordered() throws IOException {
    for (long n : new long[] {1, 0}) {
      say(value(n));
    }
    for (long n = 2; n < RECORDS; n++) {
      say(value(n));
      if (n == 20) {
        for (long again = 9; again < n; again++) {
          say(value(again));
        }
      }
    }
    assertThat(found(FindingKind.DUPLICATED).count()).isEqualTo(11);
    assertThat(found(FindingKind.REORDERED).count()).isZero();
  }

  @Test
  void whatNoRecordExplainsIsUnexpected() throws IOException {
    for (long n = 0; n < RECORDS; n++) {
      say(value(n));
    }
    say(value(RECORDS)); // an order that was never sent
    say("{\"order_id\":1001}"); // an id of the sample as it stands: a generator that there was not
    say("{\"total\":1}");
    say("no json");
    assertThat(found(FindingKind.UNEXPECTED).count()).isEqualTo(4);
  }
}
