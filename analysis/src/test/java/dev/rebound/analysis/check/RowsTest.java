package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.PendingRequests;
import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.RequestLog.RequestEnding;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.result.Verdicts;
import dev.rebound.oracle.request.Activation;
import dev.rebound.oracle.request.RowText;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A service's rows against what it was asked for: each anomaly is planted. */
class RowsTest {
  private static final long START = 1_800_000_000_000_000L;
  private static final long EVERY = 100_000;
  private static final long ANSWER = 10_000;
  private static final int REQUESTS = 50;
  private static final Activation WORKLOAD = new Activation(WorkloadSpec.of(Activation.KIND, 7));

  @TempDir Path folder;

  /** A row by the number of its request, and what its columns say. */
  private record Stored(long sequence, List<String> columns) {
    Stored with(int column, String text) {
      List<String> changed = new ArrayList<>(columns);
      changed.set(column, text);
      return new Stored(sequence, changed);
    }

    /** Its user is gone from the table of users. */
    Stored alone() {
      List<String> changed = new ArrayList<>(columns.subList(0, 2));
      changed.addAll(Collections.nCopies(columns.size() - 2, ""));
      return new Stored(sequence, changed);
    }
  }

  private static List<Stored> all() throws IOException {
    List<Stored> rows = new ArrayList<>();
    for (int n = 0; n < REQUESTS; n++) {
      byte[] body = WORKLOAD.body(0, n, START + n * EVERY);
      JsonNode asked = new ObjectMapper().readTree(body);
      List<String> columns = new ArrayList<>();
      columns.add(asked.path("requestId").asText());
      columns.add(asked.path("user").path("userName").asText());
      for (String part : List.of("user", "address", "contact")) {
        asked.path(part).forEach(value -> columns.add(value.asText()));
      }
      rows.add(new Stored(n, columns));
    }
    return rows;
  }

  private Path written(String name, List<Stored> rows) throws IOException {
    return written(name, rows, 0, 0);
  }

  /**
   * @param strays rows of the service's table that nothing done is of
   * @param behindMicros how far the database dates rows back
   */
  private Path written(String name, List<Stored> rows, int strays, long behindMicros)
      throws IOException {
    Path file = folder.resolve(name);
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (int i = 0; i < rows.size(); i++) {
        Stored row = rows.get(i);
        List<byte[]> outputs = new ArrayList<>();
        WORKLOAD.outputs(header -> null, RowText.of(row.columns), outputs::add);
        assertThat(outputs).hasSize(1);
        long at = START + row.sequence * EVERY + 2 * ANSWER;
        writer.append(0, i, (at - behindMicros) / 1000, at + 1000, outputs.get(0));
      }
      for (int i = 0; i < strays; i++) {
        long atTheEnd = START + 90_000_000;
        writer.append(0, rows.size() + i, atTheEnd / 1000, atTheEnd, null);
      }
    }
    return file;
  }

  private Evidence evidence(List<Stored> live, Path reread, PendingRequests waiting)
      throws IOException {
    return evidence(written("live.bin", live), reread, waiting);
  }

  /** Every request was accepted. */
  private Evidence evidence(Path live, Path reread, PendingRequests waiting) throws IOException {
    Path sends = folder.resolve("sendlog.bin");
    long[] slots = new long[REQUESTS];
    Path requests = folder.resolve("requests.bin");
    try (RequestLog log = RequestLog.create(requests, 0, START, 10, 1)) {
      for (int n = 0; n < REQUESTS; n++) {
        slots[n] = SendLog.ACKNOWLEDGED + n;
        long at = START + n * EVERY;
        log.due(n, at, 0, 600, true);
        log.handed(n, at);
        log.ended(n, at + ANSWER, RequestOutcome.ACCEPTED, RequestEnding.ANSWERED, 202, 80);
      }
    }
    SendLog.write(sends, 0, 1, START, 1e6 / EVERY, slots);
    return Evidence.of(
            WORKLOAD,
            new DeliveryGuarantee(Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE, false, 0),
            1,
            List.of(sends),
            live)
        .reread(reread)
        .phases(
            List.of(
                new PhaseTimes("baseline", START, START + REQUESTS * EVERY),
                new PhaseTimes("drain", START + REQUESTS * EVERY, START + 60_000_000)))
        .requests(List.of(requests))
        .waiting(waiting)
        .build();
  }

  private AnalysisResult findings(List<Stored> live, List<Stored> inTheEnd, PendingRequests waiting)
      throws IOException {
    return Analyst.analyse(evidence(live, written("reread.bin", inTheEnd), waiting));
  }

  private static Map<FindingKind, Long> found(AnalysisResult findings) {
    Map<FindingKind, Long> counts = new TreeMap<>();
    for (Finding finding : findings.audits().get(0).findings()) {
      if (finding.count() > 0) {
        counts.put(finding.kind(), finding.count());
      }
    }
    return counts;
  }

  private static Verdict verdict(String metric, AnalysisResult findings) {
    return Verdicts.judge(
            List.of(new Expectation(metric, Expectation.Op.EQUAL, 0, "0", 0)),
            findings.metrics(),
            findings.bounds(),
            findings.unjudged())
        .get(0)
        .verdict();
  }

  private static Verdict below(String bound, String metric, AnalysisResult findings) {
    return Verdicts.judge(
            List.of(new Expectation(metric, Expectation.Op.LESS, 1000, bound, 0)),
            findings.metrics(),
            findings.bounds(),
            findings.unjudged())
        .get(0)
        .verdict();
  }

  private static PendingRequests waiting(Set<Long> outbox, Set<Long> topic, Set<Long> deadLetters) {
    return new PendingRequests(PendingRequests.Knowledge.KNOWN, outbox, topic, deadLetters);
  }

  private static PendingRequests nothingWaits() {
    return waiting(Set.of(), Set.of(), Set.of());
  }

  @Test
  void rowsThatStayAsTheyWereAskedForAreRight() throws IOException {
    AnalysisResult findings = findings(all(), all(), nothingWaits());
    assertThat(found(findings)).isEmpty();
    assertThat(List.of("lost", "duplicated", "diverged", "unexpected"))
        .allSatisfy(metric -> assertThat(verdict(metric, findings)).isEqualTo(Verdict.PASS));
    assertThat(findings.metrics())
        .containsEntry("requests.pending", 0.0)
        .containsEntry("requests.dead-lettered", 0.0)
        .containsEntry("persistence.max", ANSWER / 1000.0)
        .containsEntry("persistence.baseline.p50", ANSWER / 1000.0);
  }

  @Test
  void whatNobodyLooksAtIsNotJudged() throws IOException {
    AnalysisResult findings = findings(all(), all(), nothingWaits());
    assertThat(List.of("lost-by-kafka", "refused-input", "open", "hanging", "reordered"))
        .allSatisfy(
            metric -> {
              assertThat(verdict(metric, findings)).isEqualTo(Verdict.UNKNOWN);
              assertThat(findings.metrics()).doesNotContainKey(metric);
            });
  }

  @Test
  void aRowThatIsChangedAfterItWasSeenIsFound() throws IOException {
    List<Stored> inTheEnd = all();
    inTheEnd.set(20, inTheEnd.get(20).with(5, "another@example.org"));
    AnalysisResult findings = findings(all(), inTheEnd, nothingWaits());
    assertThat(found(findings))
        .containsEntry(FindingKind.DIVERGED, 1L)
        .doesNotContainKey(FindingKind.LOST);
    assertThat(verdict("diverged", findings)).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aUserWhoIsRenamedOrGoneInTheEndIsFound() throws IOException {
    List<Stored> inTheEnd = all();
    inTheEnd.set(3, inTheEnd.get(3).with(2, "u-0-4"));
    inTheEnd.set(30, inTheEnd.get(30).alone());
    AnalysisResult findings = findings(all(), inTheEnd, nothingWaits());
    assertThat(found(findings))
        .containsEntry(FindingKind.DIVERGED, 2L)
        .doesNotContainKey(FindingKind.LOST);
    assertThat(verdict("diverged", findings)).isEqualTo(Verdict.FAIL);
  }

  /** All later rows move up by one place, and say what they said. */
  @Test
  void aRowThatIsDeletedIsLostAndNoOtherOneDiverges() throws IOException {
    List<Stored> inTheEnd = all();
    inTheEnd.remove(10);
    AnalysisResult findings = findings(all(), inTheEnd, nothingWaits());
    assertThat(found(findings))
        .containsEntry(FindingKind.LOST, 1L)
        .doesNotContainKey(FindingKind.DIVERGED);
    assertThat(verdict("lost", findings)).isEqualTo(Verdict.FAIL);
  }

  @Test
  void whatTheRowsSayInTheEndIsNotKnownWithoutASecondReading() throws IOException {
    Evidence once = evidence(all(), folder.resolve("none"), nothingWaits());
    AnalysisResult findings =
        Analyst.analyse(
            Evidence.of(WORKLOAD, once.promise(), 1, once.sendLogs(), once.committed())
                .requests(once.requests())
                .build());
    assertThat(verdict("diverged", findings)).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict("unexpected", findings)).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whatStandsInATableThoughNobodyAskedForItIsFound() throws IOException {
    AnalysisResult findings =
        Analyst.analyse(evidence(all(), written("reread.bin", all(), 2, 0), nothingWaits()));
    assertThat(found(findings)).isEqualTo(Map.of(FindingKind.UNEXPECTED, 2L));
    assertThat(verdict("unexpected", findings)).isEqualTo(Verdict.FAIL);
    assertThat(findings.audits().get(0).findings())
        .filteredOn(finding -> finding.kind() == FindingKind.UNEXPECTED)
        .allSatisfy(
            finding ->
                assertThat(finding.examples().toString())
                    .contains("a row or record that no request of this run explains"));
  }

  /** A row cannot have been there before it was asked for. */
  @ParameterizedTest
  @CsvSource({
    // ms by which the database dates back, and what is then known
    "0, PASS",
    "100, PASS",
    "200, UNKNOWN",
    "20000, UNKNOWN",
  })
  void aDatabaseThatDatesRowsBackTellsNothingOfTimes(long behindMillis, Verdict verdict)
      throws IOException {
    long behind = behindMillis * 1000;
    AnalysisResult findings =
        Analyst.analyse(
            evidence(
                written("live.bin", all(), 0, behind),
                written("reread.bin", all(), 0, behind),
                nothingWaits()));
    assertThat(List.of("persistence.max", "persistence.baseline.p50"))
        .allSatisfy(metric -> assertThat(below("1s", metric, findings)).isEqualTo(verdict));
    assertThat(findings.unjudged().containsKey("baseline")).isEqualTo(verdict == Verdict.UNKNOWN);
    assertThat(List.of("lost", "unexpected", "diverged"))
        .allSatisfy(metric -> assertThat(verdict(metric, findings)).isEqualTo(Verdict.PASS));
  }

  @Test
  void whatWasAcceptedAndIsNowhereIsLostAndWhatWaitsIsPending() throws IOException {
    List<Stored> some = all();
    some.removeIf(row -> row.sequence() >= 40 && row.sequence() < 44);
    PendingRequests waiting = waiting(Set.of(40L, 7L), Set.of(41L), Set.of(42L));
    AnalysisResult findings = findings(some, some, waiting);
    assertThat(found(findings)).isEqualTo(Map.of(FindingKind.LOST, 1L, FindingKind.PENDING, 3L));
    assertThat(findings.metrics())
        .containsEntry("requests.pending", 3.0)
        .containsEntry("requests.dead-lettered", 1.0)
        .containsEntry("persistence.p50", ANSWER / 1000.0)
        .containsEntry("persistence.p95", Double.POSITIVE_INFINITY)
        .containsEntry("persistence.max", Double.POSITIVE_INFINITY)
        .doesNotContainKey("persistence.mean");
    assertThat(verdict("lost", findings)).isEqualTo(Verdict.FAIL);
  }

  @Test
  void whatWaitsLeavesOpenWhetherSomethingIsLost() throws IOException {
    List<Stored> some = all();
    some.remove(42);
    AnalysisResult pending = findings(some, some, waiting(Set.of(), Set.of(), Set.of(42L)));
    assertThat(verdict("lost", pending)).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict("requests.dead-lettered", pending)).isEqualTo(Verdict.FAIL);

    AnalysisResult notKnown = findings(some, some, PendingRequests.NOT_KNOWN);
    assertThat(verdict("lost", notKnown)).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict("requests.pending", notKnown)).isEqualTo(Verdict.UNKNOWN);

    AnalysisResult notAsked = findings(some, some, PendingRequests.NOT_ASKED);
    assertThat(verdict("lost", notAsked)).isEqualTo(Verdict.FAIL);
    assertThat(verdict("requests.pending", notAsked)).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whatWasOnItsWayIsReadAgainFromItsFile() throws IOException {
    PendingRequests waiting = waiting(Set.of(1L), Set.of(2L, 3L), Set.of(4L));
    EvidenceFile.write(evidence(all(), written("reread.bin", all()), waiting), folder);
    assertThat(EvidenceFile.read(folder).waiting()).isEqualTo(waiting);
  }
}
