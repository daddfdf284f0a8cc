package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.PendingRequests;
import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.RequestLog.RequestEnding;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.evidence.UnfinishedWork;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.result.Verdicts;
import dev.rebound.oracle.request.Requests;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service's records on a topic of several partitions, against what it was asked for. */
class WrittenRecordsTest {
  private static final long START = 1_800_000_000_000_000L;
  private static final long EVERY = 100_000;
  private static final int REQUESTS = 30;
  private static final int REFUSED = 12;
  private static final int UNKNOWN = 17;
  private static final int PARTITIONS = 3;
  private static final Requests WORKLOAD =
      new Requests(WorkloadSpec.of(Requests.KIND, 7).with("row", "amount=${n}"));

  @TempDir Path folder;
  private Path sends;
  private Path requests;

  /** All were accepted, but for one that was refused and one without an answer that tells. */
  @BeforeEach
  void ask() throws IOException {
    sends = folder.resolve("sendlog.bin");
    requests = folder.resolve("requests.bin");
    long[] slots = new long[REQUESTS];
    try (RequestLog log = RequestLog.create(requests, 0, START, 10, 1)) {
      for (int n = 0; n < REQUESTS; n++) {
        slots[n] =
            n == REFUSED
                ? SendLog.FAILED
                : n == UNKNOWN ? SendLog.UNKNOWN : SendLog.ACKNOWLEDGED + n;
        RequestOutcome outcome =
            n == REFUSED
                ? RequestOutcome.REFUSED
                : n == UNKNOWN ? RequestOutcome.UNKNOWN : RequestOutcome.ACCEPTED;
        long at = START + n * EVERY;
        log.due(n, at, 0, 600, true);
        log.handed(n, at);
        log.ended(n, at + 10_000, outcome, RequestEnding.ANSWERED, 202, 80);
      }
    }
    SendLog.write(sends, 0, 1, START, 1e6 / EVERY, slots);
  }

  private static long[] allBut(long... missing) {
    return LongStream.range(0, REQUESTS)
        .filter(n -> n != REFUSED && LongStream.of(missing).noneMatch(other -> other == n))
        .toArray();
  }

  private Path written(String name, long... numbers) throws IOException {
    Path file = folder.resolve(name);
    long[] next = new long[PARTITIONS];
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (long n : numbers) {
        int partition = (int) (n % PARTITIONS);
        long at = START + n * EVERY + 20_000;
        byte[] output =
            n < 0
                ? null
                : new OutputRecord(
                        OutputRecord.OutputKind.MATCH, 0, 0, n, START + n * EVERY, 0, 0, 0, 0, 0, 0)
                    .encode();
        int lane = Math.max(0, partition);
        writer.append(lane, next[lane]++, at / 1000, at + 1000, output);
      }
    }
    return file;
  }

  private Map<FindingKind, Long> found(long[] live, long[] inTheEnd, List<Long> highWatermark)
      throws IOException {
    Evidence evidence =
        Evidence.of(
                WORKLOAD,
                new DeliveryGuarantee(Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE, false, 0),
                1,
                List.of(sends),
                written("live.bin", live))
            .reread(written("reread.bin", inTheEnd))
            .resolved(Map.of((long) UNKNOWN, (long) UNKNOWN))
            .lastStable(List.of(9L, 9L, 9L))
            .highWatermark(highWatermark)
            .requests(List.of(requests))
            .waiting(
                new PendingRequests(PendingRequests.Knowledge.KNOWN, Set.of(), Set.of(), Set.of()))
            .build();
    AnalysisResult findings = Analyst.analyse(evidence);
    Map<FindingKind, Long> counts = new TreeMap<>();
    for (Finding finding : findings.audits().get(0).findings()) {
      if (finding.count() > 0) {
        counts.put(finding.kind(), finding.count());
      }
    }
    return counts;
  }

  /**
   * What is found of requests two of which left no record.
   *
   * @param undrained whether others still came when the drain ended
   */
  private AnalysisResult lacking(boolean undrained, boolean readAgain) throws IOException {
    long[] some = allBut(4, 5);
    return Analyst.analyse(
        Evidence.of(
                WORKLOAD,
                new DeliveryGuarantee(Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE, false, 0),
                1,
                List.of(sends),
                written("live.bin", some))
            .reread(readAgain ? written("reread.bin", some) : null)
            .resolved(Map.of((long) UNKNOWN, (long) UNKNOWN))
            .unfinished(new UnfinishedWork(List.of(), List.of(), undrained))
            .requests(List.of(requests))
            .waiting(
                new PendingRequests(PendingRequests.Knowledge.KNOWN, Set.of(), Set.of(), Set.of()))
            .build());
  }

  private static Verdict none(String metric, AnalysisResult found) {
    return Verdicts.judge(
            List.of(new Expectation(metric, Expectation.Op.EQUAL, 0, "0", 0)),
            found.metrics(),
            found.bounds(),
            found.unjudged())
        .get(0)
        .verdict();
  }

  @Test
  void whatHasNotComeIsPendingWhileOthersCome() throws IOException {
    assertThat(none("lost", lacking(false, true))).isEqualTo(Verdict.FAIL);
    AnalysisResult undrained = lacking(true, true);
    assertThat(undrained.metrics()).containsEntry("lost", 0.0).containsEntry("pending", 2.0);
    assertThat(none("lost", undrained)).isEqualTo(Verdict.UNKNOWN);
    assertThat(none("requests.pending", undrained)).isEqualTo(Verdict.UNKNOWN);
  }

  /** Such as where the database died for good: what was committed just before, nobody has seen. */
  @Test
  void whatNobodyReadInTheEndIsNotLost() throws IOException {
    AnalysisResult unread = lacking(false, false);
    assertThat(unread.metrics()).containsEntry("lost", 0.0).containsEntry("pending", 2.0);
    assertThat(none("lost", unread)).isEqualTo(Verdict.UNKNOWN);
  }

  private Map<FindingKind, Long> found(long... numbers) throws IOException {
    return found(numbers, numbers, List.of(9L, 9L, 9L));
  }

  @Test
  void oneRecordForEachThatWasAcceptedIsRight() throws IOException {
    assertThat(found(allBut())).isEmpty();
  }

  @Test
  void eachAnomalyIsFound() throws IOException {
    assertThat(found(allBut(4, 5))).isEqualTo(Map.of(FindingKind.LOST, 2L));
    long[] twice = LongStream.concat(LongStream.of(allBut()), LongStream.of(8, 8)).toArray();
    assertThat(found(twice)).isEqualTo(Map.of(FindingKind.DUPLICATED, 2L));
    long[] refused = LongStream.concat(LongStream.of(allBut()), LongStream.of(REFUSED)).toArray();
    assertThat(found(refused)).isEqualTo(Map.of(FindingKind.UNEXPECTED, 1L));
    long[] stray = LongStream.concat(LongStream.of(allBut()), LongStream.of(-1)).toArray();
    assertThat(found(stray)).isEqualTo(Map.of(FindingKind.UNEXPECTED, 1L));
  }

  /** The first record that was not due, in words. */
  private String unexpected(long... numbers) throws IOException {
    AnalysisResult found =
        Analyst.analyse(
            Evidence.of(
                    WORKLOAD,
                    new DeliveryGuarantee(Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE, false, 0),
                    1,
                    List.of(sends),
                    written("all.bin", numbers))
                .reread(written("again.bin", numbers))
                .resolved(Map.of((long) UNKNOWN, (long) UNKNOWN))
                .requests(List.of(requests))
                .build());
    return found.audits().get(0).findings().stream()
        .filter(finding -> finding.kind() == FindingKind.UNEXPECTED)
        .map(finding -> finding.examples().get(0))
        .collect(Collectors.joining());
  }

  @Test
  void aRefusedRequestWhoseRecordIsThereIsToldWithItsAnswer() throws IOException {
    assertThat(unexpected(LongStream.range(0, REQUESTS).toArray()))
        .contains(
            "request 0:" + REFUSED + ":",
            "which was refused, and whose row or record is there all the same (status 202)");
  }

  @Test
  void aRecordWhoseNumberWasNeverSentIsOfNoRequest() throws IOException {
    long never = REQUESTS + 60L;
    assertThat(
            unexpected(LongStream.concat(LongStream.of(allBut()), LongStream.of(never)).toArray()))
        .contains("sequence " + never, "which no request of this run asked for, at")
        .doesNotContain("refused");
  }

  @Test
  void whatMayStandInAnOpenTransactionIsPending() throws IOException {
    long[] some = allBut(4, 5);
    assertThat(found(some, some, List.of(9L, 9L, 10L)))
        .isEqualTo(Map.of(FindingKind.PENDING, 1L, FindingKind.LOST, 1L));
  }

  @Test
  void aRecordThatNobodyCanReadAgainIsLost() throws IOException {
    long[] less = allBut(REQUESTS - 1);
    assertThat(found(allBut(), less, List.of(9L, 9L, 9L)))
        .containsEntry(FindingKind.LOST, 1L)
        .containsEntry(FindingKind.UNCOMMITTED, 1L);
  }

  /** Rows in the end, one of which holds something else than was asked for. */
  private AnalysisResult differing(Requests workload) throws IOException {
    Path rows = written("rows.bin", allBut());
    Path end = folder.resolve("end.bin");
    try (ObservedFile.Writer writer = new ObservedFile.Writer(end);
        ObservedFile.Reader row = new ObservedFile.Reader(rows)) {
      while (row.next()) {
        byte[] output =
            new OutputRecord(
                    OutputRecord.OutputKind.MATCH,
                    0,
                    0,
                    row.sequence(),
                    START + row.sequence() * EVERY,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0)
                .encode();
        writer.append(row.partition(), row.offset(), row.appendMillis(), START, output);
      }
      byte[] differs =
          new OutputRecord(
                  OutputRecord.OutputKind.READOUT, 0, 0, 4, 0, (long) '0' << 56, 0, 0, 0, 0, 0)
              .encode();
      writer.append(0, 1000, START / 1000 + 99_000, START, differs);
    }
    return Analyst.analyse(
        Evidence.of(
                workload,
                new DeliveryGuarantee(Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE, false, 0),
                1,
                List.of(sends),
                rows)
            .phases(List.of(new Evidence.PhaseTimes("drain", START, START + 30_000_000)))
            .reread(end)
            .resolved(Map.of((long) UNKNOWN, (long) UNKNOWN))
            .requests(List.of(requests))
            .build());
  }

  @Test
  void aRowThatHoldsSomethingElseHasDiverged() throws IOException {
    List<Finding> found =
        differing(WORKLOAD).audits().get(0).findings().stream().filter(f -> f.count() > 0).toList();
    assertThat(found)
        .singleElement()
        .satisfies(f -> assertThat(f.kind()).isEqualTo(FindingKind.DIVERGED))
        .satisfies(f -> assertThat(f.count()).isOne())
        .satisfies(
            f ->
                assertThat(f.examples().get(0))
                    .contains("request 4 (0:4:", "column amount", "should hold '4' and holds '0'"));
  }

  @Test
  void whereNothingIsSaidOfColumnsWhetherOneDivergedIsNotKnown() throws IOException {
    AnalysisResult keyAlone = differing(new Requests(WorkloadSpec.of(Requests.KIND, 7)));
    assertThat(Results.unlooked(keyAlone.audits()).get(FindingKind.DIVERGED))
        .contains("what a row or record holds beside what it is known by", "Say what columns");
    assertThat(Results.unlooked(differing(WORKLOAD).audits()))
        .doesNotContainKey(FindingKind.DIVERGED);
    assertThat(differing(WORKLOAD).measures().unjudged()).doesNotContainKey("diverged");
  }
}
