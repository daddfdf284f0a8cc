package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History.Out;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.evidence.Unfinished;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.recovery.Findings;
import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.Results.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each anomaly is planted once and must be found as itself and as nothing else. */
class CheckerTest {
  private static final int PARTITIONS = 4;
  private static final int RULES = 10;

  @TempDir Path folder;

  private final History history = tiny();

  private static History tiny() {
    History history = History.perfect(TinyWorkload.of(RULES), PARTITIONS, 100, 200, 5_000);
    history.reread = history.outs;
    return history;
  }

  private Findings analyse(Guarantee guarantee) throws IOException {
    if (history.reread == history.outs) {
      List<Out> all = new ArrayList<>(history.outs);
      all.addAll(history.readouts);
      history.reread = all;
    }
    return Analyst.analyse(history.analysis(folder, guarantee));
  }

  private Findings exactly() throws IOException {
    return analyse(Guarantee.EXACTLY_ONCE);
  }

  private static Map<String, Long> counts(Audit audit) {
    Map<String, Long> counts = new TreeMap<>();
    for (Finding finding : audit.findings()) {
      if (finding.count() > 0) {
        counts.put(finding.kind(), finding.count());
      }
    }
    return counts;
  }

  private static Finding finding(Findings findings, String kind) {
    return findings.audits().get(0).findings().stream()
        .filter(f -> f.kind().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private void assertFound(String kind, long count) throws IOException {
    Findings findings = exactly();
    assertThat(counts(findings.audits().get(0))).isEqualTo(Map.of(kind, count));
    assertThat(findings.metrics()).containsEntry(kind, (double) count);
    assertThat(finding(findings, kind).examples()).hasSize((int) Math.min(10, count));
  }

  @Test
  void aPerfectHistoryHasNoFindings() throws IOException {
    Findings findings = exactly();
    Audit audit = findings.audits().get(0);
    assertThat(counts(audit)).isEmpty();
    assertThat(audit.expected()).isEqualTo(300);
    assertThat(audit.distinct()).isEqualTo(300);
    assertThat(audit.observed()).isEqualTo(300);
    assertThat(audit.findings()).hasSize(11);
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
    assertFound(Kinds.LOST, 1);
    assertThat(finding(exactly(), Kinds.LOST).examples().get(0))
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
    history.unfinished = new Unfinished(from, List.of());
    assertFound(Kinds.PENDING, 1);
    assertThat(exactly().unjudged()).containsKeys(Kinds.LOST, Kinds.PENDING);
    assertThat(finding(exactly(), Kinds.PENDING).examples().get(0))
        .contains("not processed when the drain ended");

    from.set(input, late.sequence() / PARTITIONS + 1);
    history.unfinished = new Unfinished(from, List.of());
    assertThat(counts(exactly().audits().get(0)))
        .as("it had been committed as processed")
        .isEqualTo(Map.of(Kinds.LOST, 1L));
  }

  @Test
  void asManyOutputsArePendingAsRecordsWereInTheShuffle() throws IOException {
    List<Out> late = history.outs.stream().filter(out -> out.partition() == 2).limit(3).toList();
    history.outs.removeAll(late);
    history.unfinished = new Unfinished(List.of(), List.of(0L, 0L, 2L, 0L));
    assertThat(counts(exactly().audits().get(0)))
        .isEqualTo(Map.of(Kinds.LOST, 1L, Kinds.PENDING, 2L));
  }

  @Test
  void anOutputOnAnotherOutputPartitionIsUnexpected() throws IOException {
    Out out = history.outs.get(77);
    history.outs.set(77, out.on((out.partition() + 1) % PARTITIONS));
    assertFound(Kinds.UNEXPECTED, 1);
    assertThat(finding(exactly(), Kinds.UNEXPECTED).examples().get(0))
        .contains("due on output partition " + out.partition());
  }

  @Test
  void anOutputThatOnlyTheLiveReaderMissedIsToldAndMakesWhatItSawDoubtful() throws IOException {
    readAgain();
    history.outs.remove(77);
    assertFound(Kinds.MISSED_LIVE, 1);
    Findings findings = exactly();
    assertThat(findings.audits().get(0).distinct()).as("delivered all the same").isEqualTo(300);
    assertThat(findings.unjudged())
        .containsKeys("outage", "recovery", "baseline.visible", "faults.visible")
        .doesNotContainKeys("lost", "duplicated", "faults.latency");
    assertThat(finding(findings, Kinds.MISSED_LIVE).allowed()).isTrue();
    Findings byAppendTime = analyse(Guarantee.AT_LEAST_ONCE);
    assertThat(byAppendTime.unjudged()).containsKey("faults.visible");
    assertThat(byAppendTime.unjudged().get("outage")).isEqualTo("no fault was carried out");
  }

  @Test
  void whatCameAfterTheLiveReaderHadToEndWasNotMissed() throws IOException {
    Out late = history.outs.get(77).at(history.intended(210));
    readAgain();
    history.reread.add(late);
    history.phases.add(new PhaseTimes("drain", history.intended(200), late.atMicros() - 1000));
    assertFound(Kinds.DUPLICATED, 1);
  }

  @Test
  void aDuplicateThatOnlyTheSecondReadingHasIsDuplicated() throws IOException {
    readAgain();
    history.reread.add(history.outs.get(77).at(history.intended(210)));
    Map<String, Long> found = Map.of(Kinds.DUPLICATED, 1L, Kinds.MISSED_LIVE, 1L);
    assertThat(counts(exactly().audits().get(0))).isEqualTo(found);
    assertThat(finding(exactly(), Kinds.DUPLICATED).examples().get(0)).contains("on reading again");
    assertThat(counts(analyse(Guarantee.AT_LEAST_ONCE).audits().get(0))).isEqualTo(found);
  }

  @Test
  void anOutputThatTheLiveReaderMissedTwiceIsDuplicatedOnce() throws IOException {
    readAgain();
    history.reread.add(history.outs.remove(77).at(history.intended(210)));
    assertThat(counts(exactly().audits().get(0)))
        .isEqualTo(Map.of(Kinds.DUPLICATED, 1L, Kinds.MISSED_LIVE, 2L));
  }

  @Test
  void anOutputThatWasGivenLiveAndStandsNowhereIsUncommittedAndLost() throws IOException {
    readAgain();
    Out gone = history.outs.get(77);
    Out other = history.outs.get(78);
    history.replaced(gone, other.on(gone.partition()).at(other.atMicros() + 1));
    for (Guarantee guarantee : Guarantee.values()) {
      Findings findings = analyse(guarantee);
      assertThat(counts(findings.audits().get(0)))
          .as("the other one stands on a partition that is not its rule's, too")
          .isEqualTo(
              Map.of(
                  Kinds.UNCOMMITTED, 1L,
                  Kinds.LOST, 1L,
                  Kinds.DUPLICATED, 1L,
                  Kinds.UNEXPECTED, 1L,
                  Kinds.MISSED_LIVE, 1L));
      assertThat(finding(findings, Kinds.UNCOMMITTED).examples().get(0))
          .contains("another record there when read again, and nowhere else");
    }
  }

  @Test
  void anOutputWhosePlaceAnotherTookIsNotLostIfItStandsElsewhere() throws IOException {
    readAgain();
    Out moved = history.outs.get(77);
    Out foreign = moved.unreadable();
    history.replaced(moved, foreign);
    history.reread.add(moved.at(moved.atMicros() + 1));
    assertThat(counts(exactly().audits().get(0)))
        .isEqualTo(Map.of(Kinds.UNCOMMITTED, 1L, Kinds.UNEXPECTED, 1L, Kinds.MISSED_LIVE, 2L));
  }

  @Test
  void withoutASecondReadingNothingThatItWouldHaveShownIsJudged() throws IOException {
    history.reread = null;
    for (Guarantee guarantee : Guarantee.values()) {
      assertThat(analyse(guarantee).unjudged())
          .containsKeys(Kinds.UNCOMMITTED, Kinds.DUPLICATED, Kinds.LOST, Kinds.MISSED_LIVE);
    }
  }

  @Test
  void whatTheLiveReaderMissedLeavesNoTimeThatReadersSawKnown() throws IOException {
    readAgain();
    history.outs.remove(77);
    assertThat(exactly().unjudged())
        .containsKeys("outage", "recovery", "disrupted", "first-output", "faults.visible");
    history.fault(history.intended(100));
    assertThat(exactly().unjudged()).containsKey("disrupted");
    assertThat(analyse(Guarantee.AT_LEAST_ONCE).unjudged().getOrDefault("disrupted", ""))
        .doesNotContain("missed");
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
    Findings findings = exactly();
    assertThat(counts(findings.audits().get(0))).isEqualTo(Map.of(Kinds.OPEN, 1L));
    assertThat(findings.unjudged())
        .containsEntry(
            Kinds.DUPLICATED,
            "transactions are open on 1 output partitions: what stands in them may come once more");
  }

  /** From here on, what is read again is of its own. */
  private void readAgain() {
    history.reread = new ArrayList<>(history.outs);
    history.reread.addAll(history.readouts);
  }

  @Test
  void anOutputThatComesAgainIsDuplicated() throws IOException {
    history.outs.add(history.outs.get(77).at(history.intended(210)));
    assertFound(Kinds.DUPLICATED, 1);
    assertThat(finding(exactly(), Kinds.DUPLICATED).allowed()).isFalse();
    assertThat(finding(analyse(Guarantee.AT_LEAST_ONCE), Kinds.DUPLICATED).allowed()).isTrue();
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
    assertFound(Kinds.REORDERED, 1);
  }

  @Test
  void aCountThatComesTwiceDiverges() throws IOException {
    Out out = history.outs.get(77);
    history.outs.set(77, out.counting(out.count() - 1));
    assertFound(Kinds.DIVERGED, 1);
  }

  @Test
  void aFinalStateThatIsNotTheOraclesDiverges() throws IOException {
    Out readout = history.readouts.get(4);
    history.readouts.set(4, readout.counting(readout.count() - 1));
    assertFound(Kinds.DIVERGED, 1);
    assertThat(counts(analyse(Guarantee.AT_LEAST_ONCE).audits().get(0)))
        .isEqualTo(Map.of(Kinds.DIVERGED, 1L));
  }

  @Test
  void atLeastOnceMayCountMoreAndTheExcessIsReported() throws IOException {
    Out readout = history.readouts.get(4);
    history.readouts.set(4, readout.counting(readout.count() + 3));
    Findings findings = analyse(Guarantee.AT_LEAST_ONCE);
    assertThat(counts(findings.audits().get(0))).isEmpty();
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
    assertFound(Kinds.UNEXPECTED, 1);
  }

  @Test
  void bytesThatAreNoOutputAreUnexpected() throws IOException {
    history.outs.add(history.outs.get(77).unreadable());
    assertFound(Kinds.UNEXPECTED, 1);
  }

  @Test
  void theOutputOfARecordThatWasNotStoredIsUnexpected() throws IOException {
    History other = History.perfect(TinyWorkload.of(RULES), PARTITIONS, 100, 204, 5_000);
    history.slots.put(201L, SendLog.FAILED);
    history.slots.put(203L, SendLog.FAILED);
    Out ghost = other.outs.stream().filter(out -> out.sequence() == 201).findFirst().orElseThrow();
    history.outs.add(ghost);
    assertFound(Kinds.UNEXPECTED, 1);
  }

  @Test
  void theOutputOfASendWithUnknownOutcomeIsPending() throws IOException {
    History other = History.perfect(TinyWorkload.of(RULES), PARTITIONS, 100, 204, 5_000);
    history.slots.put(201L, SendLog.UNKNOWN);
    history.outs.add(
        other.outs.stream().filter(out -> out.sequence() == 201).findFirst().orElseThrow());
    assertFound(Kinds.PENDING, 1);
    assertThat(exactly().unjudged()).containsKeys("lost", "pending");
  }

  @Test
  void anUnknownSendThatWasStoredIsDue() throws IOException {
    history.slots.put(101L, SendLog.UNKNOWN);
    history.resolved.put(101L, 25L);
    assertThat(counts(exactly().audits().get(0))).isEmpty();
    history.outs.removeIf(out -> out.sequence() == 101);
    history.reread = history.outs;
    assertFound(Kinds.LOST, 1);
  }

  @Test
  void anOutputThatIsGoneWhenReadAgainIsUncommittedAndWhereItStandsItWasMissed()
      throws IOException {
    Out leaked = history.outs.get(77);
    readAgain();
    history.reread.set(77, leaked.at(leaked.atMicros() + 1));
    assertThat(counts(exactly().audits().get(0)))
        .as("it was committed once")
        .isEqualTo(Map.of(Kinds.UNCOMMITTED, 1L, Kinds.MISSED_LIVE, 1L));
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
    Findings findings = exactly();
    assertThat(counts(findings.audits().get(0)))
        .isEqualTo(Map.of(Kinds.OPEN, 1L, Kinds.PENDING, 1L));
    assertThat(findings.unjudged()).containsKey("lost");
    history.timedOut = true;
    assertThat(counts(exactly().audits().get(0))).containsEntry(Kinds.HANGING, 1L);
  }

  @Test
  void anAcknowledgedRecordThatIsNotThereWasLostByKafkaAndItsOutputIsNotDue() throws IOException {
    history.missing.add(101L);
    history.outs.removeIf(out -> out.sequence() == 101);
    History other = History.perfect(TinyWorkload.of(RULES), PARTITIONS, 100, 200, 5_000);
    Findings findings = exactly();
    assertThat(other.outs).hasSize(300);
    // Later counts and the final state of its rule are one off, as the job never had it stored.
    assertThat(counts(findings.audits().get(0)))
        .containsEntry(Kinds.LOST_BY_KAFKA, 1L)
        .doesNotContainKey(Kinds.LOST);
  }

  @Test
  void aReadUncommittedReaderIsReportedOnly() throws IOException {
    history.uncommitted = new ArrayList<>(history.outs);
    history.uncommitted.add(history.outs.get(7).at(history.intended(210)));
    Audit audit = exactly().audits().get(1);
    assertThat(audit.reader()).isEqualTo("read-uncommitted");
    assertThat(audit.judged()).isFalse();
    assertThat(counts(audit)).isEqualTo(Map.of(Kinds.DUPLICATED, 1L));
    assertThat(audit.findings()).allMatch(Finding::allowed);
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
    Findings findings = Analyst.analyse(longer.analysis(folder, Guarantee.AT_LEAST_ONCE));
    Finding duplicated = finding(findings, Kinds.DUPLICATED);
    assertThat(duplicated.byFault()).isEqualTo(Map.of("1", 1L, "2", 1L, "unattributed", 1L));
  }

  private static Out first(History history, long sequence) {
    return history.outs.stream()
        .filter(out -> out.sequence() == sequence)
        .findFirst()
        .orElseThrow()
        .at(history.intended(history.records) + 1_000_000);
  }
}
