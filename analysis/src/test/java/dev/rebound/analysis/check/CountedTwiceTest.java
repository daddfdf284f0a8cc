package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History.Out;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.workload.RuleState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** What was forgotten does not hide behind what was counted twice, where that may be. */
class CountedTwiceTest extends PlantedAnomalies {
  private static final int RULE = 4;

  private long hash(int place) {
    return RuleState.identityHash(0, outputs().get(place).sequence(), RULE);
  }

  private List<Out> outputs() {
    return history.outs.stream().filter(out -> out.rule() == RULE).toList();
  }

  /** Says another state in each of the rule's outputs from a place on, and in its readout. */
  private void shift(int from, LongUnaryOperator count, LongUnaryOperator checksum) {
    List<Out> outputs = outputs();
    for (Out out : outputs.subList(from, outputs.size())) {
      history.outs.set(history.outs.indexOf(out), shifted(out, count, checksum));
    }
    Out readout = history.readouts.get(RULE);
    history.readouts.set(RULE, shifted(readout, count, checksum));
  }

  private static Out shifted(Out out, LongUnaryOperator count, LongUnaryOperator checksum) {
    return new Out(
        out.rule(),
        out.generator(),
        out.sequence(),
        out.partition(),
        count.applyAsLong(out.count()),
        checksum.applyAsLong(out.checksum()),
        out.atMicros(),
        out.kind(),
        out.readable());
  }

  private AnalysisResult atLeastOnce() throws IOException {
    return analyse(Guarantee.AT_LEAST_ONCE);
  }

  @Test
  void asManyCountedTwiceAsForgottenLeaveAnotherChecksum() throws IOException {
    shift(10, count -> count, sum -> sum + hash(2) - hash(3));
    readAgain();
    AnalysisResult found = atLeastOnce();
    assertThat(counts(found.audits().get(0))).containsEntry(FindingKind.DIVERGED, 1L);
    assertThat(finding(found, FindingKind.DIVERGED).examples().get(0))
        .contains("its checksum is of other records");
  }

  @Test
  void soTheyDoBehindOutputsThatCameAgain() throws IOException {
    shift(10, count -> count, sum -> sum + hash(2) - hash(3));
    history.outs.add(outputs().get(2).at(history.intended(210)));
    readAgain();
    assertThat(counts(atLeastOnce().audits().get(0))).containsEntry(FindingKind.DIVERGED, 1L);
  }

  @Test
  void moreCountedTwiceThanForgottenIsFoundWhereEachOutputCameOnce() throws IOException {
    shift(10, count -> count - 2, sum -> sum - hash(8) - hash(9));
    shift(15, count -> count + 3, sum -> sum + hash(5) + hash(6) + hash(7));
    readAgain();
    AnalysisResult found = atLeastOnce();
    assertThat(counts(found.audits().get(0))).containsEntry(FindingKind.DIVERGED, 1L);
    assertThat(finding(found, FindingKind.DIVERGED).examples().get(0))
        .contains("rule 4: final count " + (outputs().size() + 1) + ", due " + outputs().size());
  }

  /** The state was stored, its process died, and the records were read and counted again. */
  @Test
  void stateThatWasStoredBeforeItsOutputsCameMayCountThemTwice() throws IOException {
    shift(10, count -> count + 2, sum -> sum + hash(10) + hash(11));
    readAgain();
    AnalysisResult found = atLeastOnce();
    assertThat(counts(found.audits().get(0))).isEmpty();
    assertThat(found.metrics()).containsEntry("excess", 2.0);
  }

  @Test
  void aStateThatIsAheadByOthersThanThoseWhoseOutputsComeNextIsWrong() throws IOException {
    shift(10, count -> count + 2, sum -> sum + hash(10) + hash(3));
    readAgain();
    assertThat(counts(atLeastOnce().audits().get(0))).containsEntry(FindingKind.DIVERGED, 1L);
  }

  @Test
  void outputsThatCameAgainMayHaveCountedTheirRecordsTwice() throws IOException {
    history.outs.addAll(
        new ArrayList<>(
            outputs().subList(10, 12).stream().map(out -> out.at(history.intended(210))).toList()));
    Out readout = history.readouts.get(RULE);
    history.readouts.set(
        RULE, shifted(readout, count -> count + 2, sum -> sum + hash(10) + hash(11)));
    readAgain();
    assertThat(counts(atLeastOnce().audits().get(0)))
        .doesNotContainKey(FindingKind.DIVERGED)
        .containsEntry(FindingKind.DUPLICATED, 2L);
  }
}
