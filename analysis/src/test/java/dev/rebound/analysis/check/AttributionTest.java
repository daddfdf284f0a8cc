package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History.Out;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.OffsetSample;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 100 records a second on 4 partitions for a minute, sampled once a second. */
class AttributionTest {
  private static final int RATE = 100;
  private static final long SECOND = 1_000_000;

  @TempDir Path folder;

  private History history = after(5_000);

  private static History after(long delayMicros) {
    History history = History.perfect(TinyWorkload.of(10), 4, RATE, 60L * RATE, delayMicros);
    history.sampleOffsets();
    return history;
  }

  private static long at(double second) {
    return History.START + (long) (second * SECOND);
  }

  /** A kill, whose victim returns and makes the engine move work once more. */
  private void fault(double second, double back, double moved) {
    history.faults.add(
        FaultTimes.of(history.faults.size() + 1, "kill", "worker", List.of("w0"), at(second))
            .transitions(
                List.of(
                    new Transition(at(second + 1), Step.DETECTED, "w1", ""),
                    new Transition(at(moved), Step.REASSIGNED, "w0", "")))
            .returns(List.of(at(back)))
            .build());
  }

  /** Whom the duplicates belong to, if the outputs of one record a second come again. */
  private Map<String, Long> duplicates(int fromSecond, int untilSecond) throws IOException {
    for (int second = fromSecond; second < untilSecond; second++) {
      long sequence = (long) second * RATE + 51;
      Out out =
          history.outs.stream().filter(o -> o.sequence() == sequence).findFirst().orElseThrow();
      history.outs.add(out.at(at(61)));
    }
    return found(FindingKind.DUPLICATED);
  }

  private Map<String, Long> found(FindingKind kind) throws IOException {
    return Analyst.analyse(history.evidence(folder, Guarantee.AT_LEAST_ONCE))
        .audits()
        .get(0)
        .findings()
        .stream()
        .filter(finding -> finding.kind() == kind)
        .map(Finding::byFault)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatIsReplayedWhenTheDeadReturnBelongsToTheFaultThatKilledThem() throws IOException {
    fault(20, 30, 33);
    assertThat(duplicates(20, 33))
        .as("nothing dipped, so the recovery had ended at once")
        .isEqualTo(Map.of("1", 13L));
  }

  @Test
  void whatWasCommittedAndHeldBelongsToTheFaultThatLostIt() throws IOException {
    history = after(2 * SECOND);
    history.phases.add(new PhaseTimes("baseline", at(5), at(18)));
    fault(20, 30, 33);
    assertThat(duplicates(10, 20)).isEqualTo(Map.of("before-first-fault", 5L, "1", 5L));
  }

  @Test
  void whatIsLostInTheBaselineDoesNotTellThatTheJobHoldsItsWorkForever() throws IOException {
    history = after(2 * SECOND);
    history.phases.add(new PhaseTimes("baseline", at(5), at(18)));
    history.outs.removeIf(out -> out.sequence() == 1 * RATE || out.sequence() == 7 * RATE);
    fault(20, 30, 33);
    assertThat(duplicates(10, 20)).isEqualTo(Map.of("before-first-fault", 5L, "1", 5L));
    assertThat(found(FindingKind.LOST)).containsOnlyKeys("before-first-fault");
  }

  @Test
  void aBaselineOfWhichNothingCameTellsNothing() throws IOException {
    history = after(2 * SECOND);
    history.phases.add(new PhaseTimes("warmup", at(0), at(5)));
    history.phases.add(new PhaseTimes("baseline", at(5), at(8)));
    history.outs.removeIf(out -> out.sequence() >= 5 * RATE && out.sequence() < 8 * RATE);
    fault(20, 30, 33);
    assertThat(duplicates(10, 20)).isEqualTo(Map.of("before-first-fault", 5L, "1", 5L));
  }

  @Test
  void whatComesAgainOutsideAnyFaultBelongsToNone() throws IOException {
    fault(20, 30, 33);
    assertThat(duplicates(2, 18)).isEqualTo(Map.of("before-first-fault", 16L));
    history.outs.removeIf(out -> out.atMicros() == at(61));
    assertThat(duplicates(36, 59)).isEqualTo(Map.of("unattributed", 23L));
  }

  @Test
  void whatComesAgainInAControlBelongsToNone() throws IOException {
    assertThat(duplicates(0, 60)).isEqualTo(Map.of("unattributed", 60L));
  }

  @Test
  void noFaultReachesPastTheNextOnesSignal() throws IOException {
    fault(20, 30, 39.8);
    fault(40, 41, 42);
    assertThat(duplicates(20, 38)).isEqualTo(Map.of("1", 18L));
    history.outs.removeIf(out -> out.atMicros() == at(61));
    assertThat(duplicates(40, 42)).isEqualTo(Map.of("2", 2L));
    history.outs.removeIf(out -> out.atMicros() == at(61));
    assertThat(duplicates(39, 40))
        .as("read before the second fault, and not committed by then")
        .isEqualTo(Map.of("ambiguous", 1L));
  }

  @Test
  void workSettlesWithTheCommitThatFollowsTheLastThatHappened() {
    fault(20, 30, 33);
    FaultTimes fault = history.faults.get(0);
    assertThat(Attribution.settled(fault, at(25), at(50), 2 * SECOND)).isEqualTo(at(35));
    assertThat(Attribution.settled(fault, at(45), at(50), 2 * SECOND)).isEqualTo(at(47));
    assertThat(Attribution.settled(fault, at(25), at(34), 2 * SECOND)).isEqualTo(at(34));
  }

  @Test
  void howOftenTheJobCommitsIsToldByItsSettingOrSeen() {
    List<OffsetSample> everyFive = new ArrayList<>();
    for (int second = 0; second < 30; second++) {
      everyFive.add(new OffsetSample(at(second), List.of(second / 5 * 100L, -1L)));
    }
    assertThat(Attribution.settling(0, everyFive, at(30))).isEqualTo(5 * SECOND);
    assertThat(Attribution.settling(7000, everyFive, at(30))).isEqualTo(7 * SECOND);
    assertThat(Attribution.settling(0, everyFive, at(4))).isEqualTo(SECOND);
    assertThat(Attribution.settling(0, List.of(), at(30))).isEqualTo(SECOND);
  }
}
