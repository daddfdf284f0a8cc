package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.SpanState;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stops beside the first one: later dips, second stops, and the stops of a roll. */
class LaterStopsTest extends MinuteOfLoad {
  @Test
  void aBlipLongAfterTheRecoveryIsALaterDipAndNotTheFaultsOutage() throws IOException {
    History history = minute();
    stall(history, 20, 24, 0);
    stall(history, 45, 46, 0);
    AnalysisResult findings = analyse(history);
    FaultResult fault = findings.faults().get(0);
    assertThat(fault.outage().millis()).isBetween(3900L, 4100L);
    assertThat(fault.recovery().millis()).isBetween(3900L, 4400L);
    assertThat(fault.laterDips()).hasSize(1);
    assertThat(fault.laterDips().get(0).atMicros()).isBetween(at(44.9), at(45.1));
    assertThat(fault.laterDips().get(0).millis()).isBetween(900L, 1100L);
    assertThat(fault.laterDips().get(0).lanes()).isEqualTo(100);
    assertThat(fault.disrupted().millis()).isBetween(4800L, 5200L);
  }

  @Test
  void aLaterStopThatAMomentOfDelayComesBeforeMayBeASecondOne() throws IOException {
    History history = minute();
    stall(history, 10, 10.05, 0);
    stall(history, 20, 24, 0);
    // All is a little later then, so that lanes were never less behind than before it.
    history.outs.replaceAll(
        out -> out.atMicros() >= at(28) ? out.at(out.atMicros() + 10_000) : out);
    stall(history, 31, 31.2, 0);
    stall(history, 32, 36, 0);
    FaultResult fault = fault(history);
    assertThat(fault.outage().lowMillis()).isBetween(3500L, 4100L);
  }

  @Test
  void aLongStopThatNothingExplainsLeavesOutageAndRecoveryUnknown() throws IOException {
    History history = minute();
    stall(history, 32, 44, 0);
    FaultResult fault = fault(history);
    assertThat(fault.laterDips()).hasSize(1);
    assertThat(fault.outage().state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(fault.recovery().detail())
        .contains("was below for 12.0 s from 12.0 s after the signal on; nothing explains it");
    assertThat(fault.disrupted().millis()).isBetween(11_900L, 12_100L);
  }

  @Test
  void anOutageIsKnownWhateverStopsLaterAndTheRecoveryIsNot() throws IOException {
    History history = minute();
    stall(history, 20, 24, 0);
    stall(history, 38, 46, 0);
    FaultResult fault = fault(history);
    assertThat(fault.outage().millis()).isBetween(3900L, 4100L);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.UNKNOWN);
  }

  @Test
  void aLongStopOfTheWholeMachineIsNoneOfTheFaults() throws IOException {
    for (boolean throughout : new boolean[] {true, false}) {
      History history = minute();
      stall(history, 32, 44, 0);
      for (int second = 0; second < 60; second++) {
        boolean still = throughout ? second >= 32 && second < 44 : second == 32;
        history.rig.add(
            new Evidence.RigSample(at(second + 0.5), 0.5, still ? 0.9 : 0, 0, 0, 1e9, 0));
      }
      FaultResult fault = fault(history);
      assertThat(fault.recovery().state())
          .as("a moment of it explains no stop of 12 s")
          .isEqualTo(throughout ? SpanState.NO_DIP : SpanState.UNKNOWN);
    }
  }

  @Test
  void whatFalteredWithALaterDipIsTold() throws IOException {
    History history = minute();
    stall(history, 20, 24, 0);
    stall(history, 45, 46, 0);
    for (int second = 0; second < 60; second++) {
      boolean still = second == 45;
      history.rig.add(
          new Evidence.RigSample(
              at(second + 0.5), 0.5, still ? 0.9 : 0, still ? 950 : 0, 0, 1e9, 0));
    }
    FaultResult fault = fault(history);
    assertThat(fault.laterDips().get(0).cause())
        .contains("a generator was 950 ms late", "90 % of the CPU was stolen");
  }

  @Test
  void aStopThatBeginsWhenTheDeadAreBackIsTheFaultsSecondStop() throws IOException {
    History history = minute();
    stall(history, 20, 24, 0);
    stall(history, 35, 38, 25);
    FaultTimes fault = history.faults.get(0);
    history.faults.set(
        0,
        FaultTimes.of(1, "kill", "worker", fault.victims(), at(20))
            .returns(List.of(at(34.5)))
            .build());
    AnalysisResult findings = analyse(history);
    FaultResult result = findings.faults().get(0);
    assertThat(result.outage().millis()).isBetween(3900L, 4100L);
    assertThat(result.laterDips()).isEmpty();
    assertThat(result.secondStops()).hasSize(1);
    assertThat(result.secondStops().get(0).cause()).isEqualTo("a victim was back");
    assertThat(findings.metrics().get("disrupted.max")).isBetween(6800.0, 7200.0);
  }

  @Test
  void aLaterDipDoesNotShowThatAFaultHit() throws IOException {
    History history = minute();
    stall(history, 45, 48, 0);
    FaultTimes untold =
        FaultTimes.of(1, "kill", "worker", List.of("w0"), at(20))
            .heldWork(false)
            .workUntold(true)
            .returns(List.of(at(30)))
            .build();
    history.faults.set(0, untold);
    FaultResult fault = fault(history);
    assertThat(fault.laterDips()).hasSize(1);
    assertThat(fault.impact())
        .as("nobody tells, and its own time is calm")
        .isEqualTo(Impact.NOT_KNOWN);
  }

  @Test
  void aSecondStopShowsThatAFaultHit() throws IOException {
    History history = minute();
    stall(history, 35, 38, 25);
    FaultTimes untold =
        FaultTimes.of(1, "kill", "worker", List.of("w0"), at(20))
            .heldWork(false)
            .workUntold(true)
            .returns(List.of(at(34.5)))
            .build();
    history.faults.set(0, untold);
    FaultResult fault = fault(history);
    assertThat(fault.secondStops()).hasSize(1);
    assertThat(fault.impact()).isEqualTo(Impact.HIT);
  }

  @Test
  void anObserverThatWasBehindDoesNotShowThatAFaultHit() throws IOException {
    History history = minute();
    for (int second = 0; second < 60; second++) {
      long behind = second > 19 && second < 30 ? 1_000_000 : 0;
      history.rig.add(new Evidence.RigSample(at(second + 0.5), 0.5, 0, 0, behind, 1e9, 0));
    }
    history.faults.set(
        0,
        FaultTimes.of(1, "kill", "worker", List.of("w0"), at(20))
            .heldWork(false)
            .workUntold(true)
            .build());
    AnalysisResult findings = Analyst.analyse(history.evidence(folder, Guarantee.EXACTLY_ONCE));
    FaultResult fault = findings.faults().get(0);
    assertThat(fault.outage().state()).as("its end is not known").isEqualTo(SpanState.UNENDED);
    assertThat(fault.impact()).isEqualTo(Impact.NOT_KNOWN);
  }

  /** The stops of a roll of three members, 12 s apart, over at 49 s. */
  private static FaultTimes roll() {
    return FaultTimes.of(1, "roll", "worker", List.of("w0", "w1", "w2"), at(20))
        .returns(List.of(at(24), at(36), at(47)))
        .turns(new Evidence.FaultTurns(List.of(at(20), at(32), at(43)), at(49)))
        .build();
  }

  @Test
  void allStopsOfARollAreOneOutageAndWhatFlowedBetweenIsNotDisrupted() throws IOException {
    History history = minute();
    stall(history, 20, 22, 0);
    stall(history, 32, 34, 20);
    stall(history, 43, 45, 35);
    history.faults.set(0, roll());
    AnalysisResult findings = analyse(history);
    FaultResult fault = findings.faults().get(0);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.outage().millis()).isBetween(24_900L, 25_100L);
    assertThat(fault.outage().lowMillis()).as("no chance").isGreaterThan(24_000L);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.recovery().millis()).isBetween(24_900L, 25_300L);
    assertThat(findings.metrics().get("disrupted.max")).isBetween(5800.0, 6300.0);
    assertThat(fault.secondStops()).isEmpty();
    assertThat(fault.laterDips()).isEmpty();
  }

  @Test
  void aRollThatStopsNothingHasNoDip() throws IOException {
    History history = minute();
    history.faults.set(0, roll());
    FaultResult fault = fault(history);
    assertThat(fault.outage().state()).isEqualTo(SpanState.NO_DIP);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.NO_DIP);
  }

  @Test
  void aStopAfterTheLastMemberOfARollIsBackIsALaterOne() throws IOException {
    History history = minute();
    stall(history, 20, 22, 0);
    stall(history, 53, 54.5, 0);
    history.faults.set(0, roll());
    FaultResult fault = fault(history);
    assertThat(fault.outage().millis()).isBetween(1900L, 2100L);
    assertThat(fault.laterDips()).hasSize(1);
  }
}
