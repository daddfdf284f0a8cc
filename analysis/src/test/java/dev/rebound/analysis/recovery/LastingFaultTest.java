package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.EndedVictim;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.LastingTimes;
import dev.rebound.analysis.evidence.FaultTimesBuilder;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.result.Results.Dip;
import dev.rebound.analysis.result.Results.Ending;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Lasted;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Faults that last and leave their victims to live: from 20 s to 40 s of a minute. */
class LastingFaultTest extends MinuteOfLoad {
  private static FaultTimesBuilder lasting(double healed, EndedVictim... ended) {
    return FaultTimes.of(1, "pause", "worker", List.of("w0"), at(20))
        .returns(healed == 0 ? List.of() : List.of(at(healed)))
        .lasting(new LastingTimes(healed == 0 ? 0 : at(healed), true, List.of(ended)));
  }

  private static Lasted lasted(FaultResult fault) {
    return Objects.requireNonNull(fault.lasted());
  }

  @Test
  void recoveryIsToldFromTheHealingAsWell() throws IOException {
    History history = minute();
    stall(history, 20, 43, 0);
    history.faults.set(0, lasting(40).build());
    AnalysisResult findings = analyse(history);
    Lasted lasted = lasted(findings.faults().get(0));
    assertThat(findings.metrics().get("recovery.max")).isBetween(22_900.0, 23_400.0);
    assertThat(findings.metrics().get("recovery.healed.max")).isBetween(2900.0, 3400.0);
    assertThat(findings.bounds().get("recovery.healed.max").high()).isLessThan(4000);
    assertThat(lasted.millis()).isEqualTo(20_000L);
    assertThat(lasted.recovery().state()).isEqualTo(SpanState.ENDED);
    assertThat(lasted.recovery().lowMillis()).isGreaterThan(2000);
  }

  @Test
  void whoRecoversWhileItLastsHasNothingLeftAtItsHealing() throws IOException {
    History history = minute();
    stall(history, 20, 26, 0);
    history.faults.set(0, lasting(40).build());
    FaultResult fault = fault(history);
    assertThat(fault.recovery().millis()).isBetween(5900L, 6400L);
    assertThat(lasted(fault).recovery().state()).isEqualTo(SpanState.NO_DIP);
  }

  @Test
  void aFaultThatWasNeverHealedHasNoRecoveryFromThen() throws IOException {
    History history = minute();
    stall(history, 20, 26, 0);
    history.faults.set(0, lasting(0).build());
    AnalysisResult findings = analyse(history);
    Lasted lasted = lasted(findings.faults().get(0));
    assertThat(lasted.millis()).isNull();
    assertThat(lasted.recovery()).isEqualTo(Span.unknown("not every victim was healed"));
    assertThat(findings.metrics()).doesNotContainKey("recovery.healed.max");
    assertThat(findings.unjudged()).containsKey("recovery.healed");
  }

  @Test
  void aDeathHasNoneOfThis() throws IOException {
    History history = minute();
    stall(history, 20, 26, 0);
    AnalysisResult findings = analyse(history);
    assertThat(findings.faults().get(0).lasted()).isNull();
    assertThat(findings.metrics()).doesNotContainKeys("recovery.healed.max", "noticed.max");
    assertThat(findings.unjudged()).doesNotContainKeys("recovery.healed", "noticed");
  }

  @Test
  void itIsNoticedWithTheFirstWordOfTheEngineWhileItLasts() throws IOException {
    History history = minute();
    stall(history, 20, 32, 0);
    List<Transition> said =
        List.of(
            new Transition(at(29), Step.REASSIGNED, "w1", "all to w1"),
            new Transition(at(28), Step.DETECTED, "w1", "w0 is gone"),
            new Transition(at(41), Step.RESTORED, "w1", "all run"));
    history.faults.set(0, lasting(40).transitions(said).build());
    AnalysisResult findings = analyse(history);
    Span noticed = lasted(findings.faults().get(0)).noticed();
    assertThat(noticed.state()).isEqualTo(SpanState.ENDED);
    assertThat(noticed.detail()).isEqualTo("w1: detected");
    assertThat(findings.metrics()).containsEntry("noticed.max", 8000.0);

    history.faults.set(0, lasting(40).transitions(said.subList(2, 3)).build());
    findings = analyse(history);
    noticed = lasted(findings.faults().get(0)).noticed();
    assertThat(noticed.state()).as("a word after the healing").isEqualTo(SpanState.UNENDED);
    assertThat(noticed.lowMillis()).isEqualTo(20_000);
    assertThat(findings.metrics()).containsEntry("noticed.max", Double.POSITIVE_INFINITY);
  }

  @Test
  void whoHasNoWordsLeavesOpenWhetherItWasNoticed() throws IOException {
    History history = minute();
    stall(history, 20, 32, 0);
    history.faults.set(0, lasting(40).lasting(new LastingTimes(at(40), false, List.of())).build());
    AnalysisResult findings = analyse(history);
    assertThat(lasted(findings.faults().get(0)).noticed().state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(findings.unjudged().get("noticed")).contains("no words for whom it misses");
    assertThat(findings.metrics()).doesNotContainKey("noticed.max");
  }

  @Test
  void aVictimThatEndsByItselfIsToldAndIsANotice() throws IOException {
    History history = minute();
    stall(history, 31, 43, 0);
    history.faults.set(0, lasting(40, new EndedVictim("w0", at(30.5), 1, false)).build());
    FaultResult fault = fault(history);
    assertThat(lasted(fault).ended()).containsExactly(new Ending("w0", 10_500, 1, false));
    assertThat(lasted(fault).noticed().millis()).isEqualTo(10_500);
    assertThat(lasted(fault).noticed().detail()).isEqualTo("w0 ended by itself");
  }

  /** Without a word of anybody, that would be a later dip that leaves all of it unknown. */
  @Test
  void anOutageThatBeginsLateWhileItLastsIsItsOwn() throws IOException {
    History history = minute();
    stall(history, 32, 37, 0);
    history.faults.set(0, lasting(40).build());
    FaultResult fault = fault(history);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.outage().millis()).isBetween(16_900L, 17_100L);
    assertThat(fault.outage().lowMillis()).as("it is surely its own").isGreaterThan(16_000);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.disrupted().millis()).isBetween(4900L, 5200L);
    assertThat(fault.laterDips()).isEmpty();

    history.faults.set(0, lasting(25).build());
    assertThat(fault(history).outage().state())
        .as("it was healed long before")
        .isEqualTo(SpanState.UNKNOWN);
  }

  @Test
  void anOutageThatBeginsWithItsHealingIsItsOwn() throws IOException {
    History history = minute();
    stall(history, 41, 45, 0);
    history.faults.set(0, lasting(40).build());
    FaultResult fault = fault(history);
    assertThat(fault.outage().millis()).isBetween(24_900L, 25_100L);
    assertThat(lasted(fault).recovery().millis()).isBetween(4900L, 5400L);
  }

  @Test
  void aFurtherStopWhileItLastsIsASecondOneAndLeavesNothingUnknown() throws IOException {
    History history = minute();
    stall(history, 20, 23, 0);
    stall(history, 31, 35, 0);
    history.faults.set(0, lasting(40).build());
    FaultResult fault = fault(history);
    assertThat(fault.outage().millis()).isBetween(2900L, 3100L);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.secondStops())
        .extracting(Dip::cause)
        .containsExactly("the fault still lasted");
    assertThat(fault.laterDips()).isEmpty();
  }

  @Test
  void whatTheMachineDidWhileItLastedIsNoneOfIt() throws IOException {
    History history = minute();
    stall(history, 32, 37, 0);
    for (int second = 0; second < 60; second++) {
      boolean still = second >= 32 && second < 37;
      history.rig.add(new Evidence.RigSample(at(second + 0.5), 0.5, still ? 0.9 : 0, 0, 0, 1e9, 0));
    }
    history.faults.set(0, lasting(40).build());
    FaultResult fault = fault(history);
    assertThat(fault.outage().state()).isEqualTo(SpanState.NO_DIP);
    assertThat(fault.secondStops()).isEmpty();
    assertThat(fault.laterDips()).hasSize(1);
  }
}
