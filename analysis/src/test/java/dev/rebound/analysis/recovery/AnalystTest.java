package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History;
import dev.rebound.analysis.evidence.ClockOffset;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Latency;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.timeline.Timeline;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnalystTest extends MinuteOfLoad {
  @Test
  void recoveryLastsUntilTheBacklogIsGone() throws IOException {
    History history = minute();
    // Nothing for 5 s, then twice the rate until the backlog is gone 5 s later.
    history.outs.replaceAll(
        out ->
            out.atMicros() >= at(20) && out.atMicros() < at(30)
                ? out.at(at(25) + (out.atMicros() - at(20)) / 2)
                : out);
    FaultResult fault = fault(history);
    assertThat(fault.outage().millis()).isBetween(4900L, 5600L);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.recovery().millis()).isBetween(9700L, 10_100L);
    assertThat(fault.loadToCapacity()).isBetween(0.45, 0.55);
    assertThat(fault.loadAtMost()).isFalse();
    assertThat(step(fault, "caught up").maxMillis()).isEqualTo(fault.recovery().millis());
  }

  @Test
  void aLostOutputDoesNotMakeARecoveryEndless() throws IOException {
    History history = minute();
    stall(history, 20, 27, 0);
    history.outs.removeIf(out -> out.sequence() == 20 * (long) RATE + 77);
    AnalysisResult findings = analyse(history);
    assertThat(findings.metrics().get("lost")).isPositive();
    assertThat(findings.faults().get(0).recovery().state()).isEqualTo(SpanState.ENDED);
  }

  @Test
  void aHairOverTheBandForAMomentDoesNotBeginTheHoldAnew() throws IOException {
    History history = minute();
    stall(history, 20, 21.8, 0);
    // Seconds later some outputs are a little later than ever in the baseline.
    stall(history, 24, 24.26, 0);
    FaultResult fault = fault(history);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.recovery().millis()).isBetween(1500L, 2000L);
  }

  @Test
  void whatWasNotCaughtUpUnderLoadHasNoLengthButALeast() throws IOException {
    History history = minute();
    // Nothing for 11 s, then 1.1 times the load: caught up 110 s later, long after the load's end.
    history.outs.replaceAll(
        out -> {
          long due = history.intended(out.sequence());
          return due < at(20)
              ? out
              : out.at(Math.max(out.atMicros(), at(31) + (long) ((due - at(20)) / 1.1)));
        });
    AnalysisResult findings = analyse(history);
    FaultResult fault = findings.faults().get(0);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.UNENDED);
    assertThat(fault.recovery().lowMillis()).isBetween(39_900L, 40_000L);
    assertThat(fault.recovery().highMillis()).isNull();
    assertThat(findings.bounds().get("recovery.max").high()).isInfinite();
  }

  @Test
  void aStepThatOneFaultNeverHadIsInfinite() throws IOException {
    History history = minute();
    stall(history, 20, 22, 0);
    stall(history, 40, 42, 0);
    Set<Step> has = Set.of(Step.DETECTED, Step.RESTORED);
    List<Transition> restored = List.of(new Transition(at(22), Step.RESTORED, "a", "running"));
    history.faults.clear();
    history.faults.add(stepped(1, at(20), restored, has));
    history.faults.add(stepped(2, at(40), List.of(), has));
    AnalysisResult findings = analyse(history);
    assertThat(findings.metrics()).containsEntry("restored.max", Double.POSITIVE_INFINITY);

    history.faults.set(1, stepped(2, at(40), List.of(), Set.of(Step.DETECTED)));
    assertThat(analyse(history).metrics()).containsEntry("restored.max", 2000.0);
    assertThat(analyse(history).faults().get(1).notApplicable()).containsKey("restored");
  }

  @Test
  void aClockThatWasSetLeavesNothingKnown() throws IOException {
    History history = minute();
    stall(history, 20, 24, 0);
    for (int second = 0; second < 60; second++) {
      history.rig.add(
          new Evidence.RigSample(
              at(second + 0.5), 0.5, 0, 0, 0, 1e9, second < 40 ? 0 : 2 * SECOND));
    }
    AnalysisResult findings = analyse(history);
    assertThat(findings.faults().get(0).outage().state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(findings.unjudged().get("recovery")).contains("the wall clock was set by 2.00 s");
  }

  @Test
  void brokersClocksAreSetRightAndWhatIsNotKnownOfThemWidensTheInterval() throws IOException {
    History same = minute();
    stall(same, 20, 24, 0);
    AnalysisResult right = analyse(same);

    History other = minute();
    stall(other, 20, 24, 0);
    other.stampedLateMillis = 300;
    other.clocks = new ClockOffset(290_000, 310_000);
    AnalysisResult findings = analyse(other);
    FaultResult fault = findings.faults().get(0);
    assertThat(findings.metrics().get("baseline.latency.p99"))
        .isEqualTo(right.metrics().get("baseline.latency.p99"));
    assertThat(findings.bounds().get("baseline.latency.p99").low())
        .isEqualTo(right.metrics().get("baseline.latency.p99") - 11);
    assertThat(fault.recovery().millis()).isEqualTo(right.faults().get(0).recovery().millis());
    assertThat(fault.recovery().highMillis())
        .isEqualTo(right.faults().get(0).recovery().highMillis() + 11);
    assertThat(fault.recovery().lowMillis())
        .isEqualTo(right.faults().get(0).recovery().lowMillis() - 11);

    other.clocks = ClockOffset.NONE;
    assertThat(analyse(other).faults().get(0).recovery().lowMillis())
        .as("unmeasured, the interval misses the truth")
        .isGreaterThan(right.faults().get(0).recovery().highMillis());
  }

  @Test
  void clocksDoNotBoundTheLatencyOfWhatNeverCame() throws IOException {
    History history = minute();
    history.outs.removeIf(out -> out.sequence() == 20 * (long) RATE + 77);
    history.stampedLateMillis = 300;
    history.clocks = new ClockOffset(290_000, 310_000);
    AnalysisResult findings = analyse(history);
    assertThat(findings.metrics().get("faults.latency.max")).isInfinite();
    assertThat(findings.bounds())
        .doesNotContainKey("faults.latency.max")
        .containsKey("faults.latency.p50");
  }

  @Test
  void aLateGeneratorMakesALengthLessWellKnown() throws IOException {
    History history = minute();
    stall(history, 20, 24, 0);
    for (int second = 0; second < 60; second++) {
      history.rig.add(
          new Evidence.RigSample(at(second + 0.5), 0.5, 0, second == 21 ? 300 : 0, 0, 1e9, 0));
    }
    FaultResult fault = fault(history);
    assertThat(fault.outage().highMillis()).isGreaterThanOrEqualTo(4290);
  }

  @Test
  void aLaneThatIsSilentForGoodLeavesNoFirstOutput() throws IOException {
    History history = minute();
    stall(history, 20, 25, 0);
    history.outs.removeIf(out -> out.atMicros() >= at(20) && out.sequence() % PARTITIONS == 3);
    assertThat(analyse(history).metrics())
        .containsEntry("first-output.max", Double.POSITIVE_INFINITY);
  }

  @Test
  void workThatMovesAfterTheRecoveryFromAPauseIsAFalseAlarm() throws IOException {
    History history = minute();
    stall(history, 20, 21.5, 0);
    history.faults.set(0, pause(new Transition(at(31), Step.REASSIGNED, "a", "all to a")));
    assertThat(analyse(history).metrics()).containsEntry("false-alarms", 1.0);
  }

  @Test
  void theEnginesWordBecomesSteps() throws IOException {
    History history = minute();
    stall(history, 20, 27, 0);
    history.faults.set(
        0,
        FaultTimes.of(1, "kill", "worker", List.of("w0"), at(20))
            .transitions(
                List.of(
                    new Transition(at(21), Step.DETECTED, "a", "gone"),
                    new Transition(at(22), Step.DETECTED, "b", "gone"),
                    new Transition(at(24), Step.RESTORED, "a", "running"),
                    new Transition(at(26), Step.RESTORED, "b", "running"),
                    new Transition(at(45), Step.RESTORED, "b", "something else")))
            .build());
    FaultResult fault = fault(history);
    assertThat(step(fault, "detected").minMillis()).isEqualTo(1000);
    assertThat(step(fault, "detected").maxMillis()).isEqualTo(2000);
    assertThat(step(fault, "restored").maxMillis()).isEqualTo(6000);
  }

  @Test
  void aPauseAfterWhichWorkMovedIsAFalseAlarm() throws IOException {
    History history = minute();
    stall(history, 20, 23, 0);
    history.faults.set(0, pause(new Transition(at(22), Step.REASSIGNED, "a", "all to a")));
    assertThat(analyse(history).metrics()).containsEntry("false-alarms", 1.0);

    history.faults.set(0, pause(new Transition(at(24), Step.RESTORED, "a", "still there")));
    assertThat(analyse(history).metrics()).containsEntry("false-alarms", 0.0);

    assertThat(analyse(minute()).unjudged()).containsKey("false-alarms");
  }

  private static FaultTimes pause(Transition transition) {
    return FaultTimes.of(1, "pause", "worker", List.of("w0"), at(20))
        .transitions(List.of(transition))
        .build();
  }

  @Test
  void aFaultThatWasNotConfirmedLeavesRecoveryUnjudged() throws IOException {
    History history = minute();
    history.faults.set(
        0, FaultTimes.of(1, "kill", "worker", List.of("w0"), at(20)).confirmed(false).build());
    assertThat(fault(history).impact()).isEqualTo(Impact.NOT_CONFIRMED);
    assertThat(analyse(history).unjudged()).containsKeys("outage", "recovery");
  }

  @Test
  void latencyIsOfFirstAppearancesAndCountsTheUndeliveredAsInfinite() throws IOException {
    History history = minute();
    history.outs.removeIf(out -> out.atMicros() >= at(30));
    AnalysisResult findings = analyse(history);
    Latency baseline = latency(findings, "baseline");
    assertThat(baseline.p50()).isBetween(19.0, 20.1);
    assertThat(baseline.undelivered()).isZero();
    Latency faults = latency(findings, "faults");
    assertThat(faults.p50()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(faults.undelivered()).isPositive();
    assertThat(findings.metrics()).containsEntry("faults.visible.p99", Double.POSITIVE_INFINITY);
  }

  @Test
  void whatTheFirstFaultUndidIsNoLatencyOfTheBaseline() throws IOException {
    History history = minute();
    history.commitMillis = 2000;
    history.phases.set(1, new PhaseTimes("baseline", at(5), at(19.8)));
    history.phases.set(2, new PhaseTimes("faults", at(19.8), at(50)));
    // Committed at 18.5 s and not at 20.5 s: what was due in between comes after the fault.
    history.outs.replaceAll(
        out -> out.at(at(2.5) + Math.floorDiv(out.atMicros() - at(0.5), 2 * SECOND) * 2 * SECOND));
    stall(history, 20, 27, 0);
    AnalysisResult findings = Analyst.analyse(history.evidence(folder, Guarantee.EXACTLY_ONCE));
    assertThat(latency(findings, "baseline").max()).isBetween(1900.0, 2100.0);
    assertThat(latency(findings, "baseline").count()).isGreaterThan(20_000);
    assertThat(latency(findings, "faults").max()).isGreaterThan(6000.0);
  }

  @Test
  void whoWasFarBehindBeforeTheFaultWasSoInTheBaseline() throws IOException {
    History history = minute();
    history.commitMillis = 200;
    history.phases.set(1, new PhaseTimes("baseline", at(5), at(19.8)));
    history.phases.set(2, new PhaseTimes("faults", at(19.8), at(50)));
    stall(history, 12, 27, 0);
    AnalysisResult findings = Analyst.analyse(history.evidence(folder, Guarantee.EXACTLY_ONCE));
    assertThat(latency(findings, "baseline").max()).isGreaterThan(14_000.0);
  }

  @Test
  void theTimelineShowsTheStall() throws IOException {
    History history = minute();
    stall(history, 20, 27, 0);
    Timeline timeline = analyse(history).timeline();
    long sum = timeline.seconds().stream().mapToLong(Timeline.Second::distinct).sum();
    assertThat(sum).isEqualTo(history.outs.size());
    assertThat(timeline.seconds().get(10).distinct()).isEqualTo((long) (RATE * 1.5));
    assertThat(timeline.seconds().get(23).distinct()).isZero();
    assertThat(timeline.seconds().get(26).frontierAgeMillis()).isBetween(6000.0, 7100.0);
    assertThat(timeline.seconds().get(26).undelivered()).isGreaterThan((long) (RATE * 1.5 * 6));
    assertThat(timeline.seconds().get(21).visible()).isNull();
    assertThat(timeline.seconds().get(21).visibleByIntended().p50()).isGreaterThan(5000);
  }

  private static Latency latency(AnalysisResult findings, String phase) {
    return findings.latencies().stream()
        .filter(l -> l.phase().equals(phase) && l.kind().equals("visible"))
        .findFirst()
        .orElseThrow();
  }
}
