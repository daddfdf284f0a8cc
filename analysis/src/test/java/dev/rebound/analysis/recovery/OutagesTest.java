package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History;
import dev.rebound.analysis.check.History.Out;
import dev.rebound.analysis.check.TinyWorkload;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.result.Verdicts;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** How long lanes stood still after a fault. */
class OutagesTest extends MinuteOfLoad {
  @Test
  void withoutAStallThereIsNoDip() throws IOException {
    FaultResult fault = fault(minute());
    assertThat(fault.outage().state()).isEqualTo(SpanState.NO_DIP);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.NO_DIP);
    assertThat(fault.loadToCapacity()).isNull();
  }

  @Test
  void aBaselineThatIsAsUnevenAsAFaultProvesNothing() throws IOException {
    History history = minute();
    stall(history, 5, 18, 0);
    stall(history, 20, 27, 0);
    AnalysisResult findings = analyse(history);
    FaultResult fault = findings.faults().get(0);
    assertThat(fault.outage().state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(fault.outage().detail()).contains("no lane showed anything in a baseline");
    assertThat(fault.recovery().highMillis()).isGreaterThan(7000);
    assertThat(findings.unjudged()).containsKeys("outage");
  }

  @Test
  void aFaultThatIsFollowedTooSoonByTheNextIsNotCalledHarmless() throws IOException {
    History history = minute();
    history.fault(at(20.5));
    AnalysisResult findings = analyse(history);
    assertThat(findings.faults().get(0).outage().state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(findings.faults().get(0).recovery().state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(findings.faults().get(1).recovery().state()).isEqualTo(SpanState.NO_DIP);
    assertThat(findings.unjudged().get("recovery")).contains("it was watched for 0.5 s only");
  }

  @Test
  void aStallOfSevenSecondsIsMeasuredWithinOneBucket() throws IOException {
    History history = minute();
    stall(history, 20, 27, 0);
    FaultResult fault = fault(history);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.outage().millis()).isBetween(6900L, 7100L);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.recovery().millis()).isBetween(6900L, 7200L);
    assertThat(fault.loadToCapacity()).isLessThan(0.2);
  }

  @Test
  void aBacklogThatIsGoneWithinASecondBoundsTheCapacityFromBelow() throws IOException {
    History history = minute();
    stall(history, 20, 21.5, 0);
    FaultResult fault = fault(history);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.recovery().millis()).isBetween(1400L, 1700L);
    // All that had waited came at once, and makes 2.5 s worth in the best second: 40 %.
    assertThat(fault.loadToCapacity()).isBetween(0.35, 0.45);
    assertThat(fault.loadAtMost()).isTrue();
  }

  @Test
  void oneDeadLaneOfFiftyIsSeen() throws IOException {
    History history = minute();
    stall(history, 20, 30, 49);
    FaultResult fault = fault(history);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.outage().millis()).isBetween(9900L, 10_100L);
    assertThat(fault.outage().detail()).contains("partition 49");
    assertThat(step(fault, "first output").maxMillis()).isBetween(9900L, 10_200L);
  }

  @Test
  void aDeadOutputPartitionIsSeenAsWell() throws IOException {
    History history = minute();
    history.outs.removeIf(out -> out.atMicros() >= at(20) && out.partition() == 7);
    FaultResult fault = fault(history);
    assertThat(fault.outage().state()).isEqualTo(SpanState.UNENDED);
    assertThat(fault.outage().detail()).contains("3 of 100 lanes were below, 3 of them to the end");
    assertThat(fault.recovery().state()).isEqualTo(SpanState.UNENDED);
    assertThat(analyse(history).metrics()).containsEntry("outage.max", Double.POSITIVE_INFINITY);
  }

  @Test
  void anOutageThatDoesNotEndIsUnended() throws IOException {
    History history = minute();
    history.outs.removeIf(out -> out.atMicros() >= at(22));
    FaultResult fault = fault(history);
    assertThat(fault.outage().state()).isEqualTo(SpanState.UNENDED);
    assertThat(fault.outage().millis()).isBetween(39_000L, 40_000L);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.UNENDED);
    assertThat(fault.steps()).extracting("step").doesNotContain("caught up");
  }

  @Test
  void replaysDoNotEndAnOutage() throws IOException {
    History history = minute();
    List<Out> before =
        history.outs.stream()
            .filter(out -> out.atMicros() >= at(13) && out.atMicros() < at(20))
            .toList();
    stall(history, 20, 27, 0);
    before.forEach(out -> history.outs.add(out.at(out.atMicros() + 7 * SECOND)));
    history.outs.sort(Comparator.comparingLong(Out::atMicros));
    AnalysisResult findings = analyse(history);
    assertThat(findings.metrics()).containsEntry("duplicated", (double) before.size());
    assertThat(findings.faults().get(0).outage().millis()).isBetween(6900L, 7100L);
  }

  @Test
  void batchesOfCommitsAreNoDip() throws IOException {
    History history = minute();
    history.commitMillis = 2000;
    // Committed every 2.0 to 2.2 s.
    history.outs.replaceAll(
        out -> {
          long n = (out.atMicros() - History.START) / 2_100_000 + 1;
          return out.at(History.START + n * 2_100_000 + n % 3 * 100_000);
        });
    AnalysisResult findings = Analyst.analyse(history.evidence(folder, Guarantee.EXACTLY_ONCE));
    FaultResult fault = findings.faults().get(0);
    assertThat(fault.outage().state()).isEqualTo(SpanState.NO_DIP);
    assertThat(fault.outage().floorMillis()).isBetween(2200L, 2800L);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.NO_DIP);
  }

  @Test
  void aHiccupInTheBaselineDoesNotLetAStopPass() throws IOException {
    History history = minute();
    stall(history, 8, 12.8, 0);
    stall(history, 20, 24.5, 0);
    AnalysisResult findings = analyse(history);
    Expectation bound = new Expectation("outage.max", Expectation.Op.LESS, 2000, "< 2s", 1);
    Results.Judgement judged =
        Verdicts.judge(List.of(bound), findings.metrics(), findings.bounds(), findings.unjudged())
            .get(0);
    assertThat(judged.verdict()).isNotEqualTo(Verdict.PASS);
  }

  @Test
  void noDipIsUpToWhatCouldHaveBeenSeen() throws IOException {
    AnalysisResult findings = analyse(minute());
    FaultResult fault = findings.faults().get(0);
    assertThat(fault.outage().highMillis()).isEqualTo(1000);
    assertThat(findings.bounds().get("outage.max")).isEqualTo(new Results.Bounds(0, 1000));
    assertThat(findings.metrics()).containsEntry("outage.max", 1000.0);
    assertThat(findings.bounds().get("recovery.max").high()).isBetween(200.0, 700.0);
  }

  @Test
  void whatSlowsDownForGoodDoesNotFlowHoweverMuchItShows() throws IOException {
    for (double rate : new double[] {100, 2000}) {
      History history = History.perfect(TinyWorkload.of(100), 10, rate, (long) (60 * rate), 20_000);
      history.phases.add(new PhaseTimes("baseline", at(5), at(18)));
      history.fault(at(20));
      history.sampleOffsets();
      history.outs.replaceAll(
          out ->
              out.atMicros() < at(20)
                  ? out
                  : out.at(at(20) + (long) ((out.atMicros() - at(20)) / 0.6)));
      AnalysisResult findings = analyse(history);
      assertThat(findings.bounds().get("outage.max").high()).as("outage").isInfinite();
      assertThat(findings.bounds().get("disrupted.max").high()).as("disrupted").isInfinite();
    }
  }

  /** Four lanes with 125 outputs a second, of which as many come as the progress by a time says. */
  private static History fourLanes(DoubleUnaryOperator at, int fromPartition) {
    double rate = 4 * 125 / 1.5;
    History history = History.perfect(TinyWorkload.of(100), 4, rate, (long) (160 * rate), 20_000);
    history.phases.add(new PhaseTimes("baseline", at(5), at(18)));
    history.fault(at(20));
    history.sampleOffsets();
    history.outs.replaceAll(
        out ->
            out.sequence() % 4 >= fromPartition && out.atMicros() >= at(20)
                ? out.at(at(at.applyAsDouble((out.atMicros() - History.START) / 1e6)))
                : out);
    history.outs.sort(Comparator.comparingLong(Out::atMicros));
    return history;
  }

  @Test
  void aLaneThatComesBackWithSevenTenthsOfTheLoadIsBackWhenItKeepsUp() throws IOException {
    // It stands still for 5 s, does 0.7 of the load for 60 s and then 1.5 times as much.
    History history =
        fourLanes(
            due -> {
              double work = due - 20;
              return work <= 42 ? 25 + work / 0.7 : Math.max(due, 85 + (work - 42) / 1.5);
            },
            0);
    AnalysisResult findings = analyse(history);
    FaultResult fault = findings.faults().get(0);
    assertThat(fault.outage().millis()).isBetween(64_500L, 65_500L);
    assertThat(fault.outage().lowMillis()).isBetween(60_000L, 65_000L);
    assertThat(fault.outage().highMillis()).isBetween(65_000L, 67_000L);
    assertThat(fault.disrupted().millis()).isBetween(64_500L, 65_500L);
    assertThat(findings.metrics().get("recovery.max")).isBetween(108_000.0, 113_000.0);
  }

  @Test
  void aLaneThatNeverStopsAndIsSlowerThanTheLoadForAMinuteIsBelowMeanwhile() throws IOException {
    // Two of the lanes do 0.8 of the load for 60 s and then twice as much.
    History history =
        fourLanes(
            due -> {
              double work = due - 20;
              return work <= 48 ? 20 + work / 0.8 : Math.max(due, 80 + (work - 48) / 2);
            },
            2);
    FaultResult fault = fault(history);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.outage().millis()).isBetween(59_500L, 60_500L);
    assertThat(fault.disrupted().millis()).isBetween(57_000L, 60_500L);
    assertThat(fault.laterDips()).isEmpty();
  }

  @Test
  void harmThatBeginsLateWithAWordAfterAVictimsReturnMayBeTheFaults() throws IOException {
    History history = minute();
    stall(history, 28, 34, 0);
    FaultTimes told =
        FaultTimes.of(1, "kill", "worker", List.of("w0"), at(20))
            .returns(List.of(at(23)))
            .transitions(List.of(new Transition(at(28), Step.REASSIGNED, "a", "session over")))
            .build();
    history.faults.set(0, told);
    AnalysisResult findings = analyse(history);
    FaultResult fault = findings.faults().get(0);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.outage().lowMillis()).as("as long as it was").isBetween(5_000L, 6_100L);
    assertThat(fault.outage().highMillis()).as("since the signal").isBetween(14_000L, 14_500L);
    assertThat(fault.recovery().highMillis()).isBetween(14_000L, 15_000L);
    assertThat(judged(findings, "outage.max", 10_000)).isEqualTo(Verdict.UNKNOWN);
    assertThat(judged(findings, "recovery.max", 10_000)).isEqualTo(Verdict.UNKNOWN);
    assertThat(judged(findings, "outage.max", 20_000)).isEqualTo(Verdict.PASS);
    assertThat(judged(findings, "outage.max", 3_000)).isEqualTo(Verdict.FAIL);
  }

  private static Verdict judged(AnalysisResult findings, String metric, double millis) {
    Expectation bound = new Expectation(metric, Expectation.Op.LESS, millis, "<", 1);
    return Verdicts.judge(
            List.of(bound), findings.metrics(), findings.bounds(), findings.unjudged())
        .get(0)
        .verdict();
  }

  @Test
  void harmThatBeginsLateWithAWordOfTheEngineIsTheFaults() throws IOException {
    History history = minute();
    stall(history, 28, 40, 0);
    FaultTimes told =
        stepped(
            1,
            at(20),
            List.of(new Transition(at(28), Step.REASSIGNED, "a", "session over")),
            Set.of(Step.REASSIGNED));
    history.faults.set(0, told);
    FaultResult fault = fault(history);
    assertThat(fault.outage().millis()).isBetween(19_800L, 20_100L);
    assertThat(fault.recovery().millis()).isBetween(19_800L, 20_400L);
  }

  @Test
  void aWatchOfHalfASecondKnowsNothingOfDisruption() throws IOException {
    History history = minute();
    history.fault(at(20.5));
    assertThat(analyse(history).unjudged()).containsKey("disrupted");
  }

  @Test
  void aThinLaneThatStandsStillIsSeen() throws IOException {
    History history =
        History.perfect(TinyWorkload.of(100), PARTITIONS, 200, (long) (60 * 200.0), 20_000);
    history.phases.add(new PhaseTimes("baseline", at(5), at(18)));
    history.fault(at(20));
    history.sampleOffsets();
    stall(history, 20, 26, 49);
    FaultResult fault = fault(history);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.outage().lowMillis()).isLessThanOrEqualTo(6000);
    assertThat(fault.outage().highMillis()).isBetween(6000L, 6300L);
  }
}
