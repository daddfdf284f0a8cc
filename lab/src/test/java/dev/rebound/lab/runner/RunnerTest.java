package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that go as planned, and runs that do not, in a time that passes at once. */
class RunnerTest {
  private static final long SECOND = 1_000_000;

  @TempDir Path folder;

  private FakeRun run(Bug bug, String... overrides) throws IOException {
    return FakeRun.of(bug, folder, overrides);
  }

  /** Interrupts a run once so much of its time has passed. */
  static BiConsumer<Runner, FakeTime> interruptAfter(double seconds) {
    long at = FakeTime.BEGIN_MICROS + (long) (seconds * SECOND);
    return (runner, time) ->
        time.each(
            () -> {
              if (time.micros() >= at) {
                runner.interrupt();
              }
            });
  }

  private static long micros(FakeRun run, String phase) {
    Evidence.PhaseTimes times =
        run.evidence().phases().stream()
            .filter(p -> p.phase().equals(phase))
            .findFirst()
            .orElseThrow();
    return times.endMicros() - times.startMicros();
  }

  private static List<String> warnings(FakeRun run) {
    return run.results().warnings().stream().map(Results.RigDoubt::code).toList();
  }

  @Test
  void phasesComeInOrderAndTakeTheirTime() throws IOException {
    FakeRun run = run(Bug.NONE);
    assertThat(run.rig().phases())
        .containsExactly("start", "warmup", "baseline", "faults", "settle", "drain");
    assertThat(run.events(Event.PhaseStarted.class))
        .extracting(Event.PhaseStarted::phase)
        .isEqualTo(run.rig().phases());
    assertThat(run.events(Event.PhaseEnded.class)).allMatch(Event.PhaseEnded::complete).hasSize(6);
    assertThat(micros(run, "warmup")).isEqualTo(2 * SECOND);
    assertThat(micros(run, "baseline")).isEqualTo(5 * SECOND);
    assertThat(micros(run, "faults")).isEqualTo(16 * SECOND);
    assertThat(micros(run, "settle")).isEqualTo(6 * SECOND);
    assertThat(micros(run, "drain")).isLessThan(5 * SECOND);
    assertThat(run.rig().stopped()).isTrue();
  }

  @Test
  void aRunThatHasNobodyLeftIsEndedAtOnceAndFails() throws IOException {
    FakeRun run = run(Bug.ALL_DIE_UNASKED, "faults=[]");
    assertThat(micros(run, "faults")).isBetween(3 * SECOND, 4 * SECOND);
    assertThat(run.rig().phases()).endsWith("faults", "drain");
    assertThat(micros(run, "drain")).isLessThan(11 * SECOND);
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(run.results().warnings())
        .filteredOn(warning -> warning.code().equals("ended-early"))
        .singleElement()
        .satisfies(
            told ->
                assertThat(told.message())
                    .isEqualTo(
                        "no worker is left: worker-4 ended by itself with status 1: KeyError:"
                            + " 'amount'; nothing more was to be seen, and the run was ended in"
                            + " phase faults"));
    assertThat(run.results().unjudged()).containsKey("*");
  }

  @Test
  void whoIsToComeBackIsWaitedFor() throws IOException {
    FakeRun run =
        run(
            Bug.ALL_DIE_UNASKED,
            "faults=[{ at: 1s, kill: worker, count: 4, restart: { after: 8s } }]");
    assertThat(warnings(run)).doesNotContain("ended-early");
  }

  @Test
  void theBaselineWaitsUntilTheLoadIsOnTime() throws IOException {
    FakeRun run = run(Bug.STARTS_LATE);
    assertThat(micros(run, "warmup")).isBetween(10 * SECOND, 16 * SECOND);
    assertThat(micros(run, "baseline")).isEqualTo(5 * SECOND);
    assertThat(run.events(Event.Progress.class))
        .anyMatch(progress -> progress.what().startsWith("warmup goes on for up to 120 s"));
    assertThat(warnings(run)).isEmpty();
    assertThat(run.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aLoadThatIsNeverOnTimeIsWaitedForNoLongerThanSaid() throws IOException {
    FakeRun run = run(Bug.STAYS_LATE);
    assertThat(micros(run, "warmup")).isBetween(121 * SECOND, 123 * SECOND);
    assertThat(warnings(run)).contains("late-start", "generator-starved");
  }

  @Test
  void faultsComeAtTheirTimes() throws IOException {
    FakeRun run = run(Bug.NONE, "faults=[{ at: 1s, every: 7s, kill: worker }]");
    long begin =
        run.evidence().phases().stream()
            .filter(p -> p.phase().equals("faults"))
            .findFirst()
            .orElseThrow()
            .startMicros();
    assertThat(run.results().faults())
        .extracting(f -> f.atMicros() - begin)
        .containsExactly(SECOND, 8 * SECOND, 15 * SECOND);
    assertThat(run.results().faults()).allMatch(f -> f.impact() == Impact.HIT);
    assertThat(run.events(Event.FaultHealed.class)).as("killed, and back 5 s later").hasSize(3);
    assertThat(run.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void whatTheEngineSaysBecomesSteps() throws IOException {
    Results.FaultResult fault = run(Bug.NONE).fault();
    assertThat(fault.steps())
        .extracting(Results.StepResult::step, Results.StepResult::minMillis)
        .contains(
            org.assertj.core.api.Assertions.tuple("detected", 1000L),
            org.assertj.core.api.Assertions.tuple("reassigned", 1500L),
            org.assertj.core.api.Assertions.tuple("restored", 1500L));
    assertThat(fault.steps())
        .extracting(Results.StepResult::step)
        .contains("first output", "caught up");
  }

  @Test
  void aVictimWithoutARestartStaysDead() throws IOException {
    FakeRun run = run(Bug.NONE, "faults=[{ at: 1s, kill: worker, restart: never }]");
    assertThat(run.events(Event.FaultHealed.class)).isEmpty();
    assertThat(run.rig().engine().workers().stream().filter(FakeNode::alive)).hasSize(3);
    assertThat(run.verdict()).as("others do its work").isEqualTo(Verdict.PASS);
  }

  @Test
  void aPauseIsMeasuredAndEnds() throws IOException {
    FakeRun run = run(Bug.NONE, "faults=[{ at: 1s, pause: worker, count: 2, for: 3s }]");
    assertThat(run.fault().outage().millis()).isBetween(2900L, 3100L);
    assertThat(run.rig().engine().workers()).noneMatch(FakeNode::paused);
    Results.Lasted lasted = Objects.requireNonNull(run.fault().lasted());
    assertThat(lasted.millis()).isBetween(2990L, 3050L);
    assertThat(lasted.ended()).isEmpty();
    assertThat(run.results().metrics()).containsKeys("recovery.healed.max", "noticed.max");
    assertThat(run.results().metrics().get("recovery.healed.max")).isLessThan(1500);
    assertThat(run.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aBoundOnTheHealingIsUnknownWhereNoFaultLasts() throws IOException {
    FakeRun run =
        run(
            Bug.NONE,
            "faults=[{ at: 1s, kill: worker }]",
            "expect={ recovery.healed.max: < 5s, noticed.max: < 5s }");
    assertThat(run.results().judgements())
        .filteredOn(j -> List.of("recovery.healed.max", "noticed.max").contains(j.metric()))
        .hasSize(2)
        .allSatisfy(j -> assertThat(j.verdict()).isEqualTo(Verdict.UNKNOWN))
        .allSatisfy(j -> assertThat(j.why()).contains("no fault of the run lasts"));
  }

  private static final String ROLL = "faults=[{ at: 1s, roll: worker, restart: { after: 2s } }]";

  @Test
  void aRollIsOneFaultThatEndsWithTheLastReturn() throws IOException {
    FakeRun run = run(Bug.NONE, ROLL, "expect={}");
    Results.FaultResult fault = run.fault();
    assertThat(run.results().faults()).hasSize(1);
    assertThat(fault.kind()).isEqualTo("roll");
    assertThat(fault.victims()).hasSize(4);
    assertThat(fault.impact()).isEqualTo(Impact.HIT);
    assertThat(run.events(Event.FaultHealed.class)).hasSize(4);
    // Four turns of two seconds and a little more; in each a lane stood still for 1.5 s.
    assertThat(fault.outage().millis()).isBetween(7300L, 8300L);
    assertThat(fault.recovery().highMillis()).isBetween(7300L, 9000L);
    assertThat(fault.disrupted().millis()).isBetween(4700L, 6500L);
    assertThat(fault.secondStops()).isEmpty();
    assertThat(fault.laterDips()).isEmpty();
    assertThat(fault.steps())
        .as("each from the signal of its own turn")
        .extracting(Results.StepResult::step, Results.StepResult::maxMillis)
        .contains(
            org.assertj.core.api.Assertions.tuple("detected", 1000L),
            org.assertj.core.api.Assertions.tuple("restored", 1500L));
    assertThat(warnings(run)).isEmpty();
    assertThat(run.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void theNextFaultWaitsForARollToBeOver() throws IOException {
    FakeRun run =
        run(
            Bug.NONE,
            "faults=[{ at: 1s, roll: worker, restart: { after: 1s } }, { at: 2s, kill: worker }]");
    List<Results.FaultResult> faults = run.results().faults();
    assertThat(faults).hasSize(2);
    assertThat(faults.get(0).confirmed()).isTrue();
    assertThat(faults.get(1).atMicros() - faults.get(0).atMicros()).isGreaterThan(4 * SECOND);
  }

  @Test
  void aRollForWhichThereIsNoTimeIsNotCalledSurvived() throws IOException {
    FakeRun run = run(Bug.NONE, "phases.faults=3s", ROLL, "expect={}");
    assertThat(run.fault().impact()).isEqualTo(Impact.NOT_CONFIRMED);
    assertThat(run.rig().engine().workers()).allMatch(FakeNode::alive);
    assertThat(warnings(run)).containsExactly("fault-not-confirmed");
    assertThat(run.results().unjudged()).containsKeys("outage", "recovery", "disrupted");
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void anInterruptInTheMiddleOfARollBringsBackWhoIsDown() throws IOException {
    FakeRun run = FakeRun.of(Bug.NONE, folder, interruptAfter(11), ROLL);
    assertThat(run.interrupted()).isTrue();
    assertThat(run.rig().engine().workers()).allMatch(FakeNode::alive);
    assertThat(run.rig().engine().workers())
        .filteredOn(worker -> worker.signals().isEmpty())
        .as("who was left alone")
        .isNotEmpty();
    assertThat(warnings(run)).contains("fault-not-confirmed");
    assertThat(run.metric("lost")).isZero();
  }

  @Test
  void aKillThatMissedIsNoFaultSurvived() throws IOException {
    FakeRun run = run(Bug.KILL_MISSES);
    assertThat(run.fault().impact()).isEqualTo(Impact.NOT_CONFIRMED);
    assertThat(run.found()).isEmpty();
    assertThat(run.judged("recovery.max")).isEqualTo(Verdict.UNKNOWN);
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(warnings(run)).contains("fault-not-confirmed");
  }

  @Test
  void aKillThatMissedKeepsARunFromPassingWhateverIsExpected() throws IOException {
    FakeRun run = run(Bug.KILL_MISSES, "expect={}");
    assertThat(run.results().judgements()).allMatch(j -> j.verdict() == Verdict.PASS);
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aVictimThatHeldNoWorkProvesNothing() throws IOException {
    FakeRun run = run(Bug.NONE, "faults=[{ at: 1s, kill: jobmanager, restart: { after: 1s } }]");
    assertThat(run.fault().impact()).isEqualTo(Impact.NONE);
    assertThat(run.judged("recovery.max")).isEqualTo(Verdict.UNKNOWN);
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whereNobodyTellsWhoHeldWorkTheOutputHasToShowIt() throws IOException {
    FakeRun idle =
        run(Bug.TELLS_NO_WORK, "faults=[{ at: 1s, kill: jobmanager, restart: { after: 1s } }]");
    assertThat(idle.fault().impact()).isEqualTo(Impact.NOT_KNOWN);
    assertThat(idle.judged("recovery.max")).isEqualTo(Verdict.UNKNOWN);
    assertThat(idle.results().unjudged().get("recovery")).contains("nobody tells");
    assertThat(warnings(idle)).isEmpty();
    assertThat(idle.verdict()).isEqualTo(Verdict.UNKNOWN);

    FakeRun working = run(Bug.TELLS_NO_WORK);
    assertThat(working.events(Event.FaultStarted.class).get(0).holdsWork()).isEmpty();
    assertThat(working.fault().impact()).isEqualTo(Impact.HIT);
    assertThat(working.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aFaultThatCameNotToPassIsTold() throws IOException {
    String[] late = {
      "faults=[{ at: 15500ms, kill: worker }, { at: 15800ms, kill: worker }]", "expect={}"
    };
    assertThat(run(Bug.NONE, late).results().faults()).hasSize(2);
    FakeRun slow = run(Bug.CONFIRMS_SLOWLY, late);
    assertThat(slow.results().faults()).hasSize(1);
    assertThat(warnings(slow)).contains("fault-not-confirmed");
    assertThat(slow.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void anInterruptBeforeTheStartStartsNothing() {
    assertThatThrownBy(() -> FakeRun.of(Bug.NONE, folder, (runner, time) -> runner.interrupt()))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("stopped before anything was started");
  }

  @Test
  void anInterruptInTheMiddleKeepsWhatWasMeasured() throws IOException {
    FakeRun run = FakeRun.of(Bug.NONE, folder, interruptAfter(17));
    assertThat(run.interrupted()).isTrue();
    assertThat(run.results().interrupted()).isTrue();
    assertThat(run.rig().phases())
        .containsExactly("start", "warmup", "baseline", "faults", "drain");
    assertThat(micros(run, "faults")).isLessThan(10 * SECOND);
    assertThat(run.results().faults()).hasSize(1);
    assertThat(run.fault().outage().millis()).isBetween(1400L, 1600L);
    assertThat(run.metric("output.rate.baseline")).isBetween(750.0, 850.0);
    assertThat(run.found()).isEmpty();
    assertThat(run.results().unjudged()).containsEntry("*", "the run was interrupted");
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
    Event.PhaseEnded faults = run.events(Event.PhaseEnded.class).get(3);
    assertThat(faults.phase()).isEqualTo("faults");
    assertThat(faults.complete()).isFalse();
  }

  @Test
  void anInterruptWhileAVictimIsDownBringsItBack() throws IOException {
    FakeRun run = FakeRun.of(Bug.NONE, folder, interruptAfter(9));
    assertThat(run.results().faults()).hasSize(1);
    assertThat(run.rig().engine().workers()).allMatch(FakeNode::alive);
    assertThat(run.metric("lost")).isZero();
    assertThat(run.judged("recovery.max")).as("it was not waited for").isEqualTo(Verdict.UNKNOWN);
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void anInterruptDoesNotCallLateOutputsLost() throws IOException {
    FakeRun run = FakeRun.of(Bug.LEAVES_A_LANE_DEAD, folder, interruptAfter(12));
    assertThat(run.outcome().drained()).isFalse();
    assertThat(run.judged("lost")).isEqualTo(Verdict.UNKNOWN);
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aDrainThatIsTooShortLeavesUnknownWhetherOutputsAreLost() throws IOException {
    FakeRun run = run(Bug.IS_TOO_SLOW);
    assertThat(run.outcome().drained()).isFalse();
    assertThat(run.found()).containsExactly("pending");
    assertThat(run.judged("lost")).isEqualTo(Verdict.UNKNOWN);
    assertThat(warnings(run)).contains("not-drained");
  }

  @Test
  void aDrainThatIsLongEnoughShowsThatNothingWasLost() throws IOException {
    FakeRun run = run(Bug.IS_TOO_SLOW, "phases.drain=60s");
    assertThat(run.outcome().drained()).isTrue();
    assertThat(run.found()).isEmpty();
    assertThat(run.judged("lost")).isEqualTo(Verdict.PASS);
  }

  @Test
  void aLaneThatStandsStillThroughTheDrainIsLost() throws IOException {
    FakeRun run = run(Bug.LEAVES_A_LANE_DEAD);
    assertThat(run.found()).contains("lost").doesNotContain("pending");
    assertThat(run.judged("lost")).isEqualTo(Verdict.FAIL);
  }

  @Test
  void anInterruptDoesNotHideWhatIsSureByThen() throws IOException {
    FakeRun run = FakeRun.of(Bug.DUPLICATES_ON_RESTART, folder, interruptAfter(17));
    assertThat(run.judged("duplicated")).isEqualTo(Verdict.FAIL);
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void anInterruptAtAnyMomentEndsInOrder() throws IOException {
    for (double seconds : List.of(0.0, 0.2, 0.6, 2.0, 5.0, 20.0, 28.0, 29.6, 60.0)) {
      FakeRun run = FakeRun.of(Bug.NONE, folder, interruptAfter(seconds));
      assertThat(run.rig().stopped()).as("at %s s", seconds).isTrue();
      assertThat(run.found()).as("at %s s", seconds).isEmpty();
      assertThat(run.verdict())
          .as("at %s s", seconds)
          .isEqualTo(seconds < 60 ? Verdict.UNKNOWN : Verdict.PASS);
    }
  }

  @Test
  void aGeneratorThatDiesEndsTheRunEarlyAndWhatItSentIsJudged() throws IOException {
    FakeRun run = run(Bug.GENERATOR_DIES);
    assertThat(run.outcome().broken().orElseThrow()).contains("generator-1");
    assertThat(run.rig().phases())
        .containsExactly("start", "warmup", "baseline", "faults", "drain");
    assertThat(run.results().faults()).hasSize(1);
    assertThat(run.metric("lost")).isZero();
    assertThat(run.results().audits().get(0).distinct()).isPositive();
    assertThat(warnings(run)).contains("run-broken");
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(run.rig().engine().workers()).as("healed").allMatch(FakeNode::alive);
  }

  @Test
  void anInstrumentThatDiesInTheDrainBreaksTheRun() throws IOException {
    FakeRun run = run(Bug.OBSERVER_DIES_AT_LAST, "expect={}");
    assertThat(run.outcome().broken().orElseThrow()).contains("observer");
    assertThat(warnings(run)).containsOnlyOnce("run-broken");
    assertThat(run.rig().phases()).as("all of them").hasSize(6);
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  private static final String[] BACK_IN_THE_DRAIN = {
    "faults=[{ at: 15s, kill: worker, restart: { after: 1500ms } }]",
    "phases.settle=0s",
    "expect={}"
  };

  @Test
  void theDrainWaitsForAVictimThatIsToReturn() throws IOException {
    assertThat(micros(run(Bug.NONE, BACK_IN_THE_DRAIN), "drain")).isLessThan(2 * SECOND);
    FakeRun run = run(Bug.COMES_BACK_LATE, BACK_IN_THE_DRAIN);
    assertThat(micros(run, "drain")).isBetween(3 * SECOND, 5 * SECOND);
    assertThat(warnings(run)).isEmpty();
  }

  @Test
  void theDrainWaitsForWhatMayComeAgainAfterTheLastFault() throws IOException {
    String[] settings = Arrays.copyOf(BACK_IN_THE_DRAIN, BACK_IN_THE_DRAIN.length + 1);
    settings[BACK_IN_THE_DRAIN.length] = "phases.drain=60s";
    assertThat(micros(run(Bug.MAY_REPEAT, settings), "drain")).isBetween(20 * SECOND, 22 * SECOND);
    FakeRun run = run(Bug.MAY_REPEAT, BACK_IN_THE_DRAIN);
    assertThat(run.outcome().drained()).as("all was seen when its limit had passed").isTrue();
    assertThat(warnings(run)).isEmpty();
  }

  @Test
  void itWaitsNoLongerThanItsLimitAndSaysWhoWasNotBack() throws IOException {
    String[] settings = Arrays.copyOf(BACK_IN_THE_DRAIN, BACK_IN_THE_DRAIN.length + 1);
    settings[BACK_IN_THE_DRAIN.length] = "phases.drain=2s";
    FakeRun run = run(Bug.COMES_BACK_LATE, settings);
    assertThat(run.outcome().drained()).as("its output is complete").isTrue();
    assertThat(warnings(run)).containsExactly("not-healed");
    assertThat(run.metric("lost")).isZero();
  }

  @Test
  void aRigThatBreaksDoesNotHideWhatTheEngineDidWrong() throws IOException {
    FakeRun run = run(Bug.GENERATOR_DIES, "faults=[]", "expect={ output.rate.baseline: < 1/s }");
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void anEngineThatSaysNothingIsAnErrorForPeople() {
    assertThatThrownBy(() -> run(Bug.SAYS_NOTHING))
        .isInstanceOfSatisfying(
            ReboundException.class,
            e -> {
              assertThat(e).hasMessageContaining("no output").hasMessageContaining("2 s");
              assertThat(e.remedy()).contains("phases.start");
            });
  }

  @Test
  void aGeneratorThatDiesBeforeTheFirstOutputIsAnErrorForPeople() {
    assertThatThrownBy(() -> run(Bug.GENERATOR_DIES_AT_ONCE))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("generator-1 ended by itself");
  }

  @Test
  void classesAreSharedWithinTheStartAndAgainWhenTheLoadIsOver() throws IOException {
    List<Duration> limits = run(Bug.NONE).rig().shared();
    assertThat(limits).hasSize(2);
    assertThat(limits.get(0))
        .as("phases.start is 2 s")
        .isBetween(Duration.ofMillis(1), Duration.ofSeconds(2));
    assertThat(limits.get(1)).isEqualTo(Duration.ofSeconds(60));
    assertThat(FakeRun.of(Bug.NONE, folder, interruptAfter(17)).rig().shared())
        .as("interrupted")
        .hasSize(1);
  }

  @Test
  void theJournalTellsTheRunAndCanBeReplayed() throws IOException {
    FakeRun run = run(Bug.NONE);
    Path journal = folder.resolve("runs/fake/latest/journal.jsonl");
    List<Event> replayed = new ArrayList<>();
    dev.rebound.analysis.journal.JournalFile.replay(journal, entry -> replayed.add(entry.data()));
    assertThat(replayed).isEqualTo(run.events(Event.class)).hasSizeGreaterThan(20);
  }
}
