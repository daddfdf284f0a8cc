package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History.Out;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.evidence.UnfinishedWork;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.result.Verdicts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each anomaly is planted once and must be found as itself and as nothing else. */
class CheckerTest extends PlantedAnomalies {
  @Test
  void aPerfectHistoryHasNoFindings() throws IOException {
    AnalysisResult findings = exactly();
    Audit audit = findings.audits().get(0);
    assertThat(counts(audit)).isEmpty();
    assertThat(audit.expected()).isEqualTo(300);
    assertThat(audit.distinct()).isEqualTo(300);
    assertThat(audit.observed()).isEqualTo(300);
    assertThat(audit.findings())
        .as(
            "a kind that nobody counts is none; late inputs are for windows, misled states for sessions")
        .extracting(Finding::kind)
        .containsExactlyInAnyOrderElementsOf(
            EnumSet.complementOf(EnumSet.of(FindingKind.DROPPED_LATE, FindingKind.MISLED)));
    assertThat(findings.unjudged())
        .containsOnlyKeys(
            "outage",
            "disrupted",
            "recovery",
            "detected",
            "reassigned",
            "restored",
            "first-output",
            "false-alarms");
  }

  @Test
  void anOutputThatNeverCameIsLost() throws IOException {
    Out gone = history.outs.remove(77);
    assertFound(FindingKind.LOST, 1);
    assertThat(finding(exactly(), FindingKind.LOST).examples().get(0))
        .contains("generator 0, sequence " + gone.sequence() + ", rule " + gone.rule())
        .contains("intended 2023-11-14T22:13:20")
        .contains("never seen");
  }

  @Test
  void anOutputThatTheJobWasStillWorkingOnIsPending() throws IOException {
    Out late = history.outs.remove(77);
    int input = (int) (late.sequence() % PARTITIONS);
    List<Long> from = new ArrayList<>(List.of(-1L, -1L, -1L, -1L));
    from.set(input, late.sequence() / PARTITIONS);
    history.unfinished = new UnfinishedWork(from, List.of());
    assertFound(FindingKind.PENDING, 1);
    assertThat(exactly().unjudged())
        .containsKeys(FindingKind.LOST.toString(), FindingKind.PENDING.toString());
    assertThat(finding(exactly(), FindingKind.PENDING).examples().get(0))
        .contains("not processed when the drain ended");

    from.set(input, late.sequence() / PARTITIONS + 1);
    history.unfinished = new UnfinishedWork(from, List.of());
    assertThat(counts(exactly().audits().get(0)))
        .as("it had been committed as processed")
        .isEqualTo(Map.of(FindingKind.LOST, 1L));
  }

  @Test
  void whatNothingHasOvertakenIsPendingWhereTheDrainWasCutShort() throws IOException {
    history.outs.remove(7);
    List<Out> last =
        history.outs.stream()
            .filter(out -> out.sequence() % PARTITIONS == 1 && out.sequence() >= 150)
            .toList();
    history.outs.removeAll(last);
    history.unfinished = new UnfinishedWork(List.of(), List.of(), true);
    assertThat(counts(exactly().audits().get(0)))
        .as("the job does not tell how far it is, or stood still")
        .isEqualTo(Map.of(FindingKind.LOST, 1L, FindingKind.PENDING, (long) last.size()));
    history.unfinished = UnfinishedWork.NOTHING;
    assertThat(counts(exactly().audits().get(0)))
        .isEqualTo(Map.of(FindingKind.LOST, last.size() + 1L));
  }

  @Test
  void whatIsPendingBesideALossMayBeLostToo() throws IOException {
    history.outs.remove(7);
    history.outs.removeIf(out -> out.sequence() % PARTITIONS == 1 && out.sequence() >= 150);
    history.unfinished = new UnfinishedWork(List.of(), List.of(), true);
    AnalysisResult findings = exactly();
    assertThat(findings.bounds()).containsEntry("lost", new Bounds(1, Double.POSITIVE_INFINITY));
    assertThat(ofLost(Expectation.Op.LESS, 10, findings)).isEqualTo(Verdict.UNKNOWN);
    assertThat(ofLost(Expectation.Op.EQUAL, 0, findings)).isEqualTo(Verdict.FAIL);
    assertThat(ofLost(Expectation.Op.AT_LEAST, 1, findings)).isEqualTo(Verdict.PASS);
    history.unfinished = UnfinishedWork.NOTHING;
    assertThat(exactly().bounds()).doesNotContainKey("lost");
  }

  private static Verdict ofLost(Expectation.Op op, double bound, AnalysisResult findings) {
    return Verdicts.judge(
            List.of(new Expectation("lost", op, bound, op + " " + bound, 0)),
            findings.metrics(),
            findings.bounds(),
            findings.unjudged())
        .get(0)
        .verdict();
  }

  @Test
  void asManyOutputsArePendingAsRecordsWereInTheShuffle() throws IOException {
    List<Out> late = history.outs.stream().filter(out -> out.partition() == 2).limit(3).toList();
    history.outs.removeAll(late);
    history.unfinished = new UnfinishedWork(List.of(), List.of(0L, 0L, 2L, 0L));
    assertThat(counts(exactly().audits().get(0)))
        .isEqualTo(Map.of(FindingKind.LOST, 1L, FindingKind.PENDING, 2L));
  }

  @Test
  void anOutputOnAnotherOutputPartitionIsUnexpected() throws IOException {
    Out out = history.outs.get(77);
    history.outs.set(77, out.on((out.partition() + 1) % PARTITIONS));
    assertFound(FindingKind.UNEXPECTED, 1);
    assertThat(finding(exactly(), FindingKind.UNEXPECTED).examples().get(0))
        .contains("due on output partition " + out.partition());
  }

  @Test
  void aTransactionThatIsOpenMayHoldDuplicates() throws IOException {
    readAgain();
    Out again = history.outs.get(77).at(history.intended(210));
    history.uncommitted = new ArrayList<>(history.outs);
    history.uncommitted.add(again);
    long[] ends = new long[PARTITIONS];
    history.reread.forEach(out -> ends[out.partition()]++);
    List<Long> stable = new ArrayList<>();
    List<Long> high = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      stable.add(ends[p]);
      high.add(ends[p] + (p == again.partition() ? 1 : 0));
    }
    history.lastStable = stable;
    history.highWatermark = high;
    AnalysisResult findings = exactly();
    assertThat(counts(findings.audits().get(0))).isEqualTo(Map.of(FindingKind.OPEN, 1L));
    assertThat(findings.unjudged())
        .containsEntry(
            FindingKind.DUPLICATED.toString(),
            "transactions are open on 1 output partitions: what stands in them may come once more");
  }

  @Test
  void anOutputThatComesAgainIsDuplicated() throws IOException {
    history.outs.add(history.outs.get(77).at(history.intended(210)));
    assertFound(FindingKind.DUPLICATED, 1);
    assertThat(finding(exactly(), FindingKind.DUPLICATED).allowed()).isFalse();
    assertThat(finding(analyse(Guarantee.AT_LEAST_ONCE), FindingKind.DUPLICATED).allowed())
        .isTrue();
  }

  @Test
  void anOutputBehindALaterInputOfItsPartitionAndRuleIsReordered() throws IOException {
    List<Integer> same = new ArrayList<>();
    for (int i = 0; i < history.outs.size(); i++) {
      Out out = history.outs.get(i);
      if (out.rule() == 3 && out.sequence() % PARTITIONS == 3) {
        same.add(i);
      }
    }
    Out first = history.outs.get(same.get(1));
    Out second = history.outs.get(same.get(2));
    history.outs.set(same.get(1), second);
    history.outs.set(same.get(2), first);
    assertFound(FindingKind.REORDERED, 1);
  }

  @Test
  void aCountThatComesTwiceDiverges() throws IOException {
    Out out = history.outs.get(77);
    history.outs.set(77, out.counting(out.count() - 1));
    assertFound(FindingKind.DIVERGED, 1);
  }

  @Test
  void aFinalStateThatIsNotTheOraclesDiverges() throws IOException {
    Out readout = history.readouts.get(4);
    history.readouts.set(4, readout.counting(readout.count() - 1));
    assertFound(FindingKind.DIVERGED, 1);
    assertThat(counts(analyse(Guarantee.AT_LEAST_ONCE).audits().get(0)))
        .isEqualTo(Map.of(FindingKind.DIVERGED, 1L));
  }

  @Test
  void atLeastOnceMayCountMoreAndTheExcessIsReported() throws IOException {
    Out readout = history.readouts.get(4);
    history.readouts.set(4, readout.counting(readout.count() + 3));
    Out out = history.outs.stream().filter(o -> o.rule() == 4).findFirst().orElseThrow();
    history.outs.add(out.at(history.intended(210)));
    AnalysisResult findings = analyse(Guarantee.AT_LEAST_ONCE);
    assertThat(counts(findings.audits().get(0))).isEqualTo(Map.of(FindingKind.DUPLICATED, 1L));
    assertThat(findings.metrics()).containsEntry("excess", 3.0);
  }

  @Test
  void aRuleWithoutAReadoutIsNotJudged() throws IOException {
    history.readouts.remove(4);
    assertThat(exactly().unjudged())
        .containsEntry("diverged", "1 of 10 rules gave no readout of their final state");
  }

  @Test
  void anOutputThatWasNotDueIsUnexpected() throws IOException {
    history.outs.add(history.outs.get(77).of(history.outs.get(77).sequence() + 5));
    assertFound(FindingKind.UNEXPECTED, 1);
  }

  @Test
  void bytesThatAreNoOutputAreUnexpected() throws IOException {
    history.outs.add(history.outs.get(77).unreadable());
    assertFound(FindingKind.UNEXPECTED, 1);
  }

  @Test
  void theOutputOfARecordThatWasNotStoredIsUnexpected() throws IOException {
    History other = History.perfect(TinyWorkload.of(RULES), PARTITIONS, 100, 204, 5_000);
    history.slots.put(201L, SendLog.FAILED);
    history.slots.put(203L, SendLog.FAILED);
    Out ghost = other.outs.stream().filter(out -> out.sequence() == 201).findFirst().orElseThrow();
    history.outs.add(ghost);
    assertFound(FindingKind.UNEXPECTED, 1);
  }

  @Test
  void theOutputOfASendWithUnknownOutcomeIsPending() throws IOException {
    History other = History.perfect(TinyWorkload.of(RULES), PARTITIONS, 100, 204, 5_000);
    history.slots.put(201L, SendLog.UNKNOWN);
    history.outs.add(
        other.outs.stream().filter(out -> out.sequence() == 201).findFirst().orElseThrow());
    assertFound(FindingKind.PENDING, 1);
    assertThat(exactly().unjudged()).containsKeys("lost", "pending");
  }

  @Test
  void anUnknownSendThatWasStoredIsDue() throws IOException {
    history.slots.put(101L, SendLog.UNKNOWN);
    history.resolved.put(101L, 25L);
    assertThat(counts(exactly().audits().get(0))).isEmpty();
    history.outs.removeIf(out -> out.sequence() == 101);
    history.reread = history.outs;
    assertFound(FindingKind.LOST, 1);
  }

  @Test
  void anOpenTransactionIsOpenAndWhatStandsBehindItIsPending() throws IOException {
    Out behind = history.outs.remove(history.outs.size() - 1);
    long[] ends = new long[PARTITIONS];
    history.outs.forEach(out -> ends[out.partition()]++);
    List<Long> stable = new ArrayList<>();
    List<Long> high = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      stable.add(ends[p]);
      high.add(ends[p] + (p == behind.partition() ? 2 : 0));
    }
    history.lastStable = stable;
    history.highWatermark = high;
    AnalysisResult findings = exactly();
    assertThat(counts(findings.audits().get(0)))
        .isEqualTo(Map.of(FindingKind.OPEN, 1L, FindingKind.PENDING, 1L));
    assertThat(findings.unjudged()).containsKey("lost");
    history.timedOut = true;
    assertThat(counts(exactly().audits().get(0))).containsEntry(FindingKind.HANGING, 1L);
  }

  @Test
  void anAcknowledgedRecordThatIsNotThereWasLostByKafkaAndItsOutputIsNotDue() throws IOException {
    history.missing.add(101L);
    history.outs.removeIf(out -> out.sequence() == 101);
    History other = History.perfect(TinyWorkload.of(RULES), PARTITIONS, 100, 200, 5_000);
    AnalysisResult findings = exactly();
    assertThat(other.outs).hasSize(300);
    // Later counts and the final state of its rule are one off, as the job never had it stored.
    assertThat(counts(findings.audits().get(0)))
        .containsEntry(FindingKind.LOST_BY_KAFKA, 1L)
        .doesNotContainKey(FindingKind.LOST);
  }

  @Test
  void whatAJobTookAndTheBrokersLostIsNotTakenTwice() throws IOException {
    history.missing.add(101L);
    AnalysisResult findings = analyse(Guarantee.AT_LEAST_ONCE);
    assertThat(findings.metrics()).containsEntry("excess", 0.0);
    assertThat(findings.unjudged().get("excess"))
        .contains("rules say more than was due", "lost by the brokers");
  }

  @Test
  void whatAJobTookAndTheBrokersLostMakesNoStateWrong() throws IOException {
    history.missing.add(101L);
    AnalysisResult findings = exactly();
    assertThat(counts(findings.audits().get(0))).isEqualTo(Map.of(FindingKind.LOST_BY_KAFKA, 1L));
    assertThat(findings.unjudged().get("diverged"))
        .contains("1 rules say more than was due", "lost by the brokers");
  }

  @Test
  void aReadUncommittedReaderIsReportedOnly() throws IOException {
    history.uncommitted = new ArrayList<>(history.outs);
    history.uncommitted.add(history.outs.get(7).at(history.intended(210)));
    Audit audit = exactly().audits().get(1);
    assertThat(audit.reader()).isEqualTo("read-uncommitted");
    assertThat(audit.judged()).isFalse();
    assertThat(counts(audit)).isEqualTo(Map.of(FindingKind.DUPLICATED, 1L));
    assertThat(audit.findings()).allMatch(Finding::allowed);
  }

  @Test
  void whatCameAgainAtTheStartIsToldSoWithAnExampleHoweverMuchFollowed() throws IOException {
    History longer = History.perfect(TinyWorkload.of(RULES), PARTITIONS, 100, 6000, 5_000);
    longer.fault(History.START + 20_000_000);
    longer.sampleOffsets();
    for (long sequence = 1950; sequence < 2010; sequence++) {
      longer.outs.add(first(longer, sequence));
    }
    for (long sequence = 0; sequence < 1200; sequence++) {
      longer.outs.add(first(longer, sequence));
    }
    Finding duplicated =
        finding(
            Analyst.analyse(longer.evidence(folder, Guarantee.AT_LEAST_ONCE)),
            FindingKind.DUPLICATED);
    assertThat(duplicated.byFault()).containsEntry("before-first-fault", 1200L);
    assertThat(duplicated.examples()).hasSize(10);
    assertThat(duplicated.exampleOf()).containsOnlyKeys(duplicated.byFault().keySet());
  }

  @Test
  void findingsBelongToTheFaultWhoseReplayTheyAreIn() throws IOException {
    History longer = History.perfect(TinyWorkload.of(RULES), PARTITIONS, 100, 6000, 5_000);
    longer.fault(History.START + 20_000_000);
    longer.fault(History.START + 40_000_000);
    longer.sampleOffsets();
    long inFirst = 1990;
    longer.outs.add(first(longer, inFirst));
    longer.outs.add(first(longer, 3990));
    longer.outs.add(first(longer, 100));
    AnalysisResult findings = Analyst.analyse(longer.evidence(folder, Guarantee.AT_LEAST_ONCE));
    Finding duplicated = finding(findings, FindingKind.DUPLICATED);
    assertThat(duplicated.byFault()).isEqualTo(Map.of("1", 1L, "2", 1L, "before-first-fault", 1L));
    assertThat(duplicated.exampleOf()).containsOnlyKeys("1", "2", "before-first-fault");
    assertThat(duplicated.exampleOf().get("before-first-fault")).contains("sequence 100,");
    assertThat(duplicated.exampleOf().get("2")).contains("sequence 3990,");
  }
}
