package dev.rebound.analysis.recovery.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.result.Results.StepResult;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractListAssert;
import org.assertj.core.api.ObjectAssert;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class StepsTest {
  private static final long SIGNAL = 1_000_000_000L;

  private final List<Transition> said = new ArrayList<>();

  private void says(long millis, Step step, String node) {
    said.add(new Transition(SIGNAL + millis * 1000, step, node, "so it says"));
  }

  private AbstractListAssert<?, List<? extends Tuple>, Tuple, ObjectAssert<Tuple>> steps(
      long returnedMillis, long untilMillis) {
    FaultTimes fault =
        FaultTimes.of(1, "kill", "worker", List.of("worker-1"), SIGNAL)
            .transitions(said)
            .returns(returnedMillis == 0 ? List.of() : List.of(SIGNAL + returnedMillis * 1000))
            .build();
    return assertThat(Steps.engine(fault, SIGNAL + untilMillis * 1000))
        .extracting(StepResult::step, StepResult::minMillis, StepResult::maxMillis);
  }

  private void oneRound() {
    says(3000, Step.DETECTED, "worker-2");
    says(3200, Step.REASSIGNED, "worker-2");
    says(3400, Step.REASSIGNED, "worker-3");
    says(3900, Step.RESTORED, "worker-3");
  }

  @Test
  void theRoundThatAReturningVictimCausesIsToldApart() {
    oneRound();
    says(8000, Step.DETECTED, "worker-1");
    says(8100, Step.REASSIGNED, "worker-2");
    says(8500, Step.RESTORED, "worker-1");

    steps(5000, 20_000)
        .containsExactly(
            tuple("detected", 3000L, 3000L),
            tuple("reassigned", 3200L, 3400L),
            tuple("restored", 3900L, 3900L),
            tuple("reassigned on return", 8100L, 8100L),
            tuple("restored on return", 8500L, 8500L));
  }

  @Test
  void bothAreOneWhereTheVictimIsBackBeforeAllIsRestored() {
    oneRound();
    says(4500, Step.RESTORED, "worker-1");

    steps(3500, 20_000)
        .containsExactly(
            tuple("detected", 3000L, 3000L),
            tuple("reassigned", 3200L, 3400L),
            tuple("restored", 3900L, 4500L));
  }

  @Test
  void aVictimThatStaysAwayLeavesOneRound() {
    oneRound();
    steps(0, 20_000).hasSize(3);
  }

  @Test
  void eachTurnIsMeasuredFromItsOwnSignal() {
    says(300, Step.DETECTED, "worker-2");
    says(500, Step.REASSIGNED, "worker-2");
    says(900, Step.RESTORED, "worker-2");
    says(10_200, Step.DETECTED, "worker-1");
    says(10_400, Step.REASSIGNED, "worker-1");
    says(11_500, Step.RESTORED, "worker-1");
    says(16_000, Step.REASSIGNED, "worker-2");
    FaultTimes roll =
        FaultTimes.of(1, "roll", "worker", List.of("worker-1", "worker-2"), SIGNAL)
            .transitions(said)
            .returns(List.of(SIGNAL + 5_000_000, SIGNAL + 15_000_000))
            .turns(
                new Evidence.FaultTurns(List.of(SIGNAL, SIGNAL + 10_000_000), SIGNAL + 17_000_000))
            .build();

    assertThat(Steps.engine(roll, SIGNAL + 30_000_000))
        .extracting(StepResult::step, StepResult::minMillis, StepResult::maxMillis)
        .containsExactly(
            tuple("detected", 200L, 300L),
            tuple("reassigned", 400L, 500L),
            tuple("restored", 900L, 1500L),
            tuple("reassigned on return", 6000L, 6000L));
  }

  @Test
  void whatIsSaidAfterTheRecoveryBelongsToSomethingElse() {
    oneRound();
    says(9000, Step.REASSIGNED, "worker-2");

    steps(5000, 8000).hasSize(3);
  }
}
