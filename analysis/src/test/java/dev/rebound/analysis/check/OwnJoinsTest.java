package dev.rebound.analysis.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.evidence.UnfinishedWork;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.oracle.records.Join;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pairs of records of two topics, one partition each: lane 0 has orders, lane 1 their payments. */
class OwnJoinsTest {
  private static final long START = 1_700_000_000_000_000L;
  private static final int PAIRS = 10;

  @TempDir Path folder;
  private Join join;
  private UnfinishedWork unfinished = UnfinishedWork.NOTHING;

  /** Each order is sent right before its payment. */
  @BeforeEach
  void samples() throws IOException {
    join = new Join(spec("{\"order\":1}\n", "{\"pay\":7,\"of\":1}\n"));
  }

  private WorkloadSpec spec(String orders, String payments) throws IOException {
    return WorkloadSpec.of(Join.KIND, 1)
        .with("from", Files.writeString(folder.resolve("orders.jsonl"), orders))
        .with("id", "$.order")
        .with("with", Files.writeString(folder.resolve("payments.jsonl"), payments))
        .with("with-key", "$.of")
        .with("with-id", "$.pay");
  }

  /** An output with the ids that an order and a payment are sent with. */
  private static String output(long order, long payment) {
    return "{\"order\":%d,\"pay\":%d}".formatted(100 * order, 100 * payment);
  }

  /** What is found where these pairs came. */
  private Map<FindingKind, Long> found(int... pairs) throws IOException {
    return found(
        2 * PAIRS,
        Arrays.stream(pairs).mapToObj(pair -> output(2L * pair, 2L * pair + 1)).toList());
  }

  private Map<FindingKind, Long> found(int sent, List<String> came) throws IOException {
    Path log = folder.resolve("send");
    try (SendLog sends = SendLog.create(log, 0, 1, START, 10)) {
      long[] next = new long[2];
      for (long n = 0; n < sent; n++) {
        sends.set(n, next[join.placement().partition(0, n, 2)]++ + SendLog.ACKNOWLEDGED);
      }
    }
    Path observed = folder.resolve("observed");
    try (ObservedFile.Writer writer = new ObservedFile.Writer(observed)) {
      for (int i = 0; i < came.size(); i++) {
        long micros = START + i * 1_000_000L;
        List<byte[]> outputs = new ArrayList<>();
        join.outputs(name -> null, came.get(i).getBytes(UTF_8), outputs::add);
        assertThat(outputs).hasSize(1);
        writer.append(0, i, micros / 1000, micros, outputs.get(0));
      }
    }
    List<Finding> findings =
        Analyst.analyse(
                Evidence.of(
                        join,
                        DeliveryGuarantee.of(Guarantee.AT_LEAST_ONCE, 0),
                        2,
                        List.of(log),
                        observed)
                    .reread(observed)
                    .unfinished(unfinished)
                    .build())
            .audits()
            .get(0)
            .findings();
    return findings.stream()
        .filter(finding -> finding.count() > 0)
        .collect(Collectors.toMap(Finding::kind, Finding::count));
  }

  @Test
  void whatDidNotComeIsLost() throws IOException {
    assertThat(found(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)).isEmpty();
    assertThat(found(0, 1, 2, 4, 5, 6, 7, 8, 9)).isEqualTo(Map.of(FindingKind.LOST, 1L));
  }

  @Test
  void aPairWhoseEarlierRecordWasNotProcessedYetIsPending() throws IOException {
    unfinished = new UnfinishedWork(List.of(6L, -1L), List.of());
    assertThat(found(0, 1, 2, 4, 5))
        .as("payments were all processed, and the orders of four not")
        .isEqualTo(Map.of(FindingKind.LOST, 1L, FindingKind.PENDING, 4L));
    unfinished = new UnfinishedWork(List.of(-1L, 6L), List.of());
    assertThat(found(0, 1, 2, 4, 5))
        .isEqualTo(Map.of(FindingKind.LOST, 1L, FindingKind.PENDING, 4L));
  }

  @Test
  void aPairIsLostOnlyIfBothItsRecordsWereOvertaken() throws IOException {
    unfinished = new UnfinishedWork(List.of(), List.of(), true);
    assertThat(found(0, 1, 2, 4, 5))
        .isEqualTo(Map.of(FindingKind.LOST, 1L, FindingKind.PENDING, 4L));
    // Orders 1 and 2, then the payments of 2 and 1: of the job's orders only the first may be read.
    join =
        new Join(
            spec(
                    """
                    {"order":1,"at":1750000000000}
                    {"order":2,"at":1750000001000}
                    """,
                    """
                    {"pay":7,"of":2,"at":1750000002000}
                    {"pay":8,"of":1,"at":1750000003000}
                    """)
                .with("time", "$.at")
                .with("with-time", "$.at"));
    assertThat(found(4, List.of(output(0, 3)))).isEqualTo(Map.of(FindingKind.PENDING, 1L));
    assertThat(found(8, List.of(output(0, 3), output(5, 6))))
        .as("the first payment of the second round overtook the second order of the first")
        .isEqualTo(Map.of(FindingKind.LOST, 1L, FindingKind.PENDING, 1L));
  }
}
