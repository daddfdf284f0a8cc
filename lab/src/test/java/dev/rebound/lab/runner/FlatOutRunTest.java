package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs under {@code load.rate: max}. */
class FlatOutRunTest {
  private static final String MAX = "load.rate=max";
  private static final String EXPECT =
      "expect={ recovery.max: < 30s, outage.max: < 30s, baseline.latency.p99: < 60s,"
          + " output.rate.baseline: '>= 1/s' }";

  @TempDir Path folder;

  @Test
  void countsAndRatesAreJudgedAndTimesAreNot() throws IOException {
    FakeRun run = FakeRun.of(Bug.NONE, folder, MAX, EXPECT);

    assertThat(run.judged("lost")).isEqualTo(Verdict.PASS);
    assertThat(run.judged("output.rate.baseline")).isEqualTo(Verdict.PASS);
    assertThat(run.judged("outage.max")).isEqualTo(Verdict.UNKNOWN);
    assertThat(run.judged("recovery.max")).isEqualTo(Verdict.UNKNOWN);
    assertThat(run.judged("baseline.latency.p99")).isEqualTo(Verdict.UNKNOWN);
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(run.results().warnings())
        .extracting(Results.RigDoubt::code)
        .containsExactly("flat-out");
    assertThat(run.metric("output.rate.baseline")).isBetween(700.0, 900.0);
    assertThat(run.fault().outage().state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(run.fault().recovery().state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(run.fault().disrupted().state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(run.fault().impact()).isEqualTo(Impact.HIT);
    assertThat(run.fault().steps())
        .extracting(Results.StepResult::step)
        .contains("detected")
        .doesNotContain("first output", "caught up");
    assertThat(run.results().metrics())
        .containsKey("detected.max")
        .doesNotContainKeys("outage.max", "recovery.median", "disrupted.max", "first-output.max");
  }

  @Test
  void withoutABoundOnTimesTheVerdictIsAPass() throws IOException {
    FakeRun run = FakeRun.of(Bug.NONE, folder, MAX, "expect={ lost: 0 }");

    assertThat(run.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void whoAllowsTheDoubtHasTimesJudgedByWhatWasSent() throws IOException {
    FakeRun run = FakeRun.of(Bug.NONE, folder, MAX, EXPECT, "rig={ allow: [flat-out] }");

    assertThat(run.judged("outage.max")).isEqualTo(Verdict.PASS);
    assertThat(run.fault().outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(run.results().warnings())
        .extracting(Results.RigDoubt::code, Results.RigDoubt::allowed)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("flat-out", true));
  }

  @Test
  void aLossIsFound() throws IOException {
    FakeRun run = FakeRun.of(Bug.LOSES_ON_KILL, folder, MAX);

    assertThat(run.judged("lost")).isEqualTo(Verdict.FAIL);
  }

  @Test
  void nobodyWaitsForALoadThatHasNoScheduleToBeOnTime() throws IOException {
    FakeRun run = FakeRun.of(Bug.STAYS_LATE, folder, MAX);

    assertThat(run.results().warnings())
        .extracting(Results.RigDoubt::code)
        .doesNotContain("late-start");
  }

  @Test
  void whenTheRoomIsUsedUpTheRunEndsInOrderAndSaysSo() throws IOException {
    FakeRun run = FakeRun.of(Bug.NONE, folder, MAX, "load.max-records=4000", "faults=[]");

    assertThat(run.rig().phases()).containsExactly("start", "warmup", "baseline", "drain");
    assertThat(run.outcome().drained()).isTrue();
    assertThat(run.interrupted()).isFalse();
    assertThat(run.events(Event.DoubtRaised.class))
        .filteredOn(warning -> warning.code().equals("load-ended"))
        .singleElement()
        .satisfies(
            warning ->
                assertThat(warning.message()).contains("in phase baseline").contains("4,000"));
    assertThat(run.judged("lost")).isEqualTo(Verdict.PASS);
    assertThat(run.metric("output.rate.baseline"))
        .as("over the time that there was load")
        .isBetween(650.0, 950.0);
    assertThat(run.results().metrics()).doesNotContainKey("output.rate.settle");
    assertThat(run.rig().topics().inputCount()).isEqualTo(4000);
  }

  @Test
  void faultsThatThereWasNoLoadForAreToldAndPassForNothing() throws IOException {
    FakeRun run = FakeRun.of(Bug.NONE, folder, MAX, "load.max-records=4000");

    assertThat(run.events(Event.DoubtRaised.class))
        .filteredOn(warning -> warning.code().equals("fault-not-confirmed"))
        .singleElement()
        .satisfies(warning -> assertThat(warning.message()).contains("the load had ended"));
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void inTheFaultsPhaseWhatWasKilledIsHealed() throws IOException {
    String second = "faults=[{ at: 1s, every: 9s, kill: worker, restart: { after: 2s } }]";
    FakeRun run = FakeRun.of(Bug.NONE, folder, MAX, "load.max-records=10000", second);

    assertThat(run.rig().phases())
        .containsExactly("start", "warmup", "baseline", "faults", "drain");
    assertThat(run.events(Event.FaultStarted.class)).hasSize(1);
    assertThat(run.judged("lost")).isEqualTo(Verdict.PASS);
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
  }
}
