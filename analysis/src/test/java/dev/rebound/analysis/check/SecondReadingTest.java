package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History.Out;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The live reader's view, held against the topic read again. */
class SecondReadingTest extends PlantedAnomalies {
  @Test
  void anOutputThatOnlyTheLiveReaderMissedIsToldAndMakesWhatItSawDoubtful() throws IOException {
    readAgain();
    history.outs.remove(77);
    assertFound(FindingKind.MISSED_LIVE, 1);
    AnalysisResult findings = exactly();
    assertThat(findings.audits().get(0).distinct()).as("delivered all the same").isEqualTo(300);
    assertThat(findings.unjudged())
        .containsKeys("outage", "recovery", "baseline.visible", "faults.visible")
        .doesNotContainKeys("lost", "duplicated", "faults.latency");
    assertThat(finding(findings, FindingKind.MISSED_LIVE).allowed()).isTrue();
    AnalysisResult byAppendTime = analyse(Guarantee.AT_LEAST_ONCE);
    assertThat(byAppendTime.unjudged()).containsKey("faults.visible");
    assertThat(byAppendTime.unjudged().get("outage")).isEqualTo("no fault was carried out");
  }

  @Test
  void whatCameAfterTheLiveReaderHadToEndWasNotMissed() throws IOException {
    Out late = history.outs.get(77).at(history.intended(210));
    readAgain();
    history.reread.add(late);
    history.phases.add(new PhaseTimes("drain", history.intended(200), late.atMicros() - 1000));
    assertFound(FindingKind.DUPLICATED, 1);
  }

  @Test
  void aDuplicateThatOnlyTheSecondReadingHasIsDuplicated() throws IOException {
    readAgain();
    history.reread.add(history.outs.get(77).at(history.intended(210)));
    Map<FindingKind, Long> found = Map.of(FindingKind.DUPLICATED, 1L, FindingKind.MISSED_LIVE, 1L);
    assertThat(counts(exactly().audits().get(0))).isEqualTo(found);
    assertThat(finding(exactly(), FindingKind.DUPLICATED).examples().get(0))
        .contains("on reading again");
    assertThat(counts(analyse(Guarantee.AT_LEAST_ONCE).audits().get(0))).isEqualTo(found);
  }

  @Test
  void aRecordThatALiveReaderReadsOnceMoreRightAwayIsOne() throws IOException {
    readAgain();
    history.outs.addAll(List.of(history.outs.get(77), history.outs.get(77)));
    assertThat(counts(exactly().audits().get(0))).isEmpty();
  }

  /** Keys of one record that are written otherwise share its place, and so do very many rows. */
  @Test
  void rowsAtOnePlaceAreSeveral() throws IOException {
    history.outs.addAll(List.of(history.outs.get(77), history.outs.get(77)));
    readAgain();
    Evidence topic = history.evidence(folder, Guarantee.AT_LEAST_ONCE);
    AnalysisResult rows = Analyst.analyse(EvidenceBuilder.builder(topic).rows(true).build());
    assertThat(counts(rows.audits().get(0))).isEqualTo(Map.of(FindingKind.DUPLICATED, 2L));
  }

  @Test
  void anOutputThatTheLiveReaderMissedTwiceIsDuplicatedOnce() throws IOException {
    readAgain();
    history.reread.add(history.outs.remove(77).at(history.intended(210)));
    assertThat(counts(exactly().audits().get(0)))
        .isEqualTo(Map.of(FindingKind.DUPLICATED, 1L, FindingKind.MISSED_LIVE, 2L));
  }

  @Test
  void anOutputThatWasGivenLiveAndStandsNowhereIsUncommittedAndLost() throws IOException {
    readAgain();
    Out gone = history.outs.get(77);
    Out other = history.outs.get(78);
    history.replaced(gone, other.on(gone.partition()).at(other.atMicros() + 1));
    for (Guarantee guarantee : Guarantee.values()) {
      AnalysisResult findings = analyse(guarantee);
      assertThat(counts(findings.audits().get(0)))
          .as("the other one stands on a partition that is not its rule's, too")
          .isEqualTo(
              Map.of(
                  FindingKind.UNCOMMITTED, 1L,
                  FindingKind.LOST, 1L,
                  FindingKind.DUPLICATED, 1L,
                  FindingKind.UNEXPECTED, 1L,
                  FindingKind.MISSED_LIVE, 1L));
      assertThat(finding(findings, FindingKind.UNCOMMITTED).examples().get(0))
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
        .isEqualTo(
            Map.of(
                FindingKind.UNCOMMITTED,
                1L,
                FindingKind.UNEXPECTED,
                1L,
                FindingKind.MISSED_LIVE,
                2L));
  }

  @Test
  void withoutASecondReadingNothingThatItWouldHaveShownIsJudged() throws IOException {
    history.reread = null;
    for (Guarantee guarantee : Guarantee.values()) {
      assertThat(analyse(guarantee).unjudged())
          .containsKeys(
              FindingKind.UNCOMMITTED.toString(),
              FindingKind.DUPLICATED.toString(),
              FindingKind.LOST.toString(),
              FindingKind.MISSED_LIVE.toString());
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
  void anOutputThatIsGoneWhenReadAgainIsUncommittedAndWhereItStandsItWasMissed()
      throws IOException {
    Out leaked = history.outs.get(77);
    readAgain();
    history.reread.set(77, leaked.at(leaked.atMicros() + 1));
    assertThat(counts(exactly().audits().get(0)))
        .as("it was committed once")
        .isEqualTo(Map.of(FindingKind.UNCOMMITTED, 1L, FindingKind.MISSED_LIVE, 1L));
  }
}
