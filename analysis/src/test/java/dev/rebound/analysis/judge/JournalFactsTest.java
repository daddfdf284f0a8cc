package dev.rebound.analysis.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.base.Owner;
import dev.rebound.base.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JournalFactsTest {
  private static final Event SERIES =
      new Event.SeriesDeclared(
          List.of(
              new Series("input.rate", "records/s", ""),
              new Series("input.rate", "records/s", "generator-0"),
              new Series("node.cpu", "cores", "worker-0"),
              new Series("node.cpu", "cores", "broker-0"),
              new Series("generator.slip", "ms", "generator-0"),
              new Series("observer.lag", "records", "")));

  private final JournalFacts facts = facts(true);
  private long n;

  private static JournalFacts facts(boolean apart) {
    return new JournalFacts(
        new RigRules("baseline", false, false, apart, Set.of()),
        new PlannedFaults(List.of(), false));
  }

  private void say(Event event) {
    facts.on(new Entry(1, ++n, 0, 0, event));
  }

  private void tick(int second, @Nullable Double... values) {
    say(new Event.Tick(1_000_000L * second, Arrays.asList(values)));
  }

  /** Outputs that appeared in each second from the first on. */
  private static AnalysisResult outputs(double perRecord, long... distinct) {
    List<Timeline.Second> seconds = new ArrayList<>();
    for (int i = 0; i < distinct.length; i++) {
      seconds.add(
          new Timeline.Second(i * 1_000_000L, 0, distinct[i], 0, 0, null, null, null, null));
    }
    return new AnalysisResult(
        List.of(), List.of(), List.of(), new Timeline(0, seconds), perRecord, Measures.NONE, null);
  }

  private void fault(Boolean... holdsWork) {
    say(
        new Event.FaultStarted(
            1, "kill", "worker", List.of(), Arrays.asList(holdsWork), "kill", null, null));
  }

  private void warn(String code) {
    say(new Event.DoubtRaised(code, "because of " + code, "Do something."));
  }

  private List<String> warned() {
    return facts.warnings().stream().map(Results.RigDoubt::code).toList();
  }

  @Test
  void anEmptyJournalHasNothingAgainstTheRun() {
    assertThat(facts.unjudged()).isEmpty();
    assertThat(facts.warnings()).isEmpty();
    assertThat(facts.metrics()).containsExactly(Map.entry("unplanned-exits", 0.0));
  }

  @Test
  void ratesAreMeansOfTheWholeOverAPhase() {
    say(SERIES);
    say(new Event.PhaseStarted("warmup", 0));
    tick(1, 5.0, 1.0, null, null, null, null);
    say(new Event.PhaseStarted("baseline", 0));
    tick(2, 10.0, 1.0, null, null, null, null);
    tick(3, null, 1.0, null, null, null, null);
    tick(4, 20.0, 1.0, null, null, null, null);
    assertThat(facts.metrics())
        .containsEntry("input.rate.warmup", 5.0)
        .containsEntry("input.rate.baseline", 15.0);
  }

  @Test
  void costCountsTheEnginesNodesUnderLoadAndNobodyElse() {
    say(SERIES);
    say(new Event.ProcessStarted("worker-0", "worker", 1, 1, Owner.SUBJECT));
    say(new Event.ProcessStarted("broker-0", "broker", 1, 2, Owner.SUPPORT));
    tick(1, 1000.0, null, 9.0, 9.0, null, null);
    say(new Event.PhaseStarted("baseline", 0));
    tick(2, 1000.0, null, 0.5, 7.0, null, null);
    tick(3, 1000.0, null, 0.5, 7.0, null, null);
    say(new Event.PhaseStarted("drain", 0));
    tick(4, 1000.0, null, 9.0, 9.0, null, null);
    assertThat(facts.cost(outputs(1, 1000, 1000, 1000, 1000))).hasValue(500.0);
  }

  @Test
  void costInTheBaselineLeavesOutWhatARecoveryTakes() {
    say(SERIES);
    say(new Event.ProcessStarted("worker-0", "worker", 1, 1, Owner.SUBJECT));
    say(new Event.PhaseStarted("warmup", 0));
    tick(1, 1000.0, null, 9.0, null, null, null);
    say(new Event.PhaseStarted("baseline", 0));
    tick(2, 1000.0, null, 0.5, null, null, null);
    tick(3, 1000.0, null, 0.5, null, null, null);
    say(new Event.PhaseStarted("faults", 0));
    tick(4, 1000.0, null, 2.0, null, null, null);
    AnalysisResult outputs = outputs(1, 1000, 1000, 1000, 1000);
    assertThat(facts.costInBaseline(outputs)).hasValue(500.0);
    assertThat(facts.cost(outputs).orElseThrow()).isGreaterThan(500.0);
  }

  @Test
  void costFollowsTheOwnerWhateverTheRole() {
    say(SERIES);
    say(new Event.ProcessStarted("worker-0", "zookeeper", 1, 1, Owner.SUPPORT));
    say(new Event.ProcessStarted("broker-0", "broker", 1, 2, Owner.SUBJECT));
    tick(1, 1000.0, null, 9.0, 9.0, null, null);
    say(new Event.PhaseStarted("baseline", 0));
    tick(2, 1000.0, null, 5.0, 0.5, null, null);
    assertThat(facts.cost(outputs(1, 1000, 1000, 1000, 1000))).hasValue(500.0);
  }

  @Test
  void costIsOfTheRecordsThatWereDeliveredNotOfThoseThatCameIn() {
    say(SERIES);
    say(new Event.ProcessStarted("worker-0", "worker", 1, 1, Owner.SUBJECT));
    tick(1, 1000.0, null, 9.0, 9.0, null, null);
    say(new Event.PhaseStarted("baseline", 0));
    tick(2, 1000.0, null, 0.5, 7.0, null, null);
    tick(3, 1000.0, null, 0.5, 7.0, null, null);
    assertThat(facts.cost(outputs(0.5, 900, 200, 200, 600)))
        .as("two outputs of every fourth record; 1 CPU-second, 800 records")
        .hasValue(1250.0);
    assertThat(facts.cost(outputs(0, 0, 0, 0))).as("nothing is due").isEmpty();
    assertThat(facts.cost(outputs(0.5, 100, 0, 0))).as("nothing came").isEmpty();
  }

  @Test
  void costIsNotKnownWhereTheCpuOfAMemberWasNeverRead() {
    say(SERIES);
    say(new Event.ProcessStarted("worker-0", "worker", 1, 1, Owner.SUBJECT));
    say(new Event.ProcessStarted("broker-0", "worker", 1, 2, Owner.SUBJECT));
    say(new Event.PhaseStarted("baseline", 0));
    tick(2, 1000.0, null, 0.5, null, null, null);
    tick(3, 1000.0, null, null, null, null, null);
    AnalysisResult outputs = outputs(1, 1000, 1000, 1000, 1000);
    assertThat(facts.cost(outputs)).as("half of the job may cost anything").isEmpty();
    tick(4, 1000.0, null, 0.5, 0.5, null, null);
    assertThat(facts.cost(outputs)).isPresent();
  }

  @Test
  void theLongestPauseAndTheMostMemoryAreOfTheEnginesProcessesUnderLoad() {
    say(
        new Event.SeriesDeclared(
            List.of(
                new Series("node.pause", "ms", "worker-0"),
                new Series("node.pause", "ms", "worker-1"),
                new Series("node.memory", "bytes", "worker-0"),
                new Series("node.memory", "bytes", "worker-1"),
                new Series("node.memory", "bytes", "broker-0"))));
    say(new Event.ProcessStarted("worker-0", "worker", 1, 1, Owner.SUBJECT));
    say(new Event.ProcessStarted("worker-1", "worker", 1, 2, Owner.SUBJECT));
    say(new Event.ProcessStarted("broker-0", "broker", 1, 3, Owner.SUPPORT));
    say(new Event.PhaseStarted("start", 0));
    tick(1, 900.0, 0.0, 9e9, 9e9, 9e9);
    assertThat(facts.metrics()).doesNotContainKeys("gc.pause.max", "memory.max");
    say(new Event.PhaseStarted("baseline", 0));
    tick(2, 12.5, null, 100.0, 200.0, 9e9);
    say(new Event.PhaseStarted("faults", 0));
    tick(3, null, 31.0, null, 250.0, 9e9);
    tick(4, 0.0, 7.0, 60.0, 200.0, 9e9);
    say(new Event.PhaseStarted("drain", 0));
    tick(5, 800.0, 800.0, 9e9, 9e9, 9e9);
    assertThat(facts.metrics())
        .containsEntry("gc.pause.max", 31.0)
        .containsEntry("memory.max", 300.0);
  }

  /** The CPU of these nodes is sampled, and these processes start. */
  private void processes(Event.ProcessStarted... started) {
    say(
        new Event.SeriesDeclared(
            Arrays.stream(started)
                .map(process -> new Series("node.cpu", "cores", process.node()))
                .toList()));
    Arrays.stream(started).forEach(this::say);
  }

  @Test
  void eachRoleCostsWhatAllItsProcessesUseInTheBaselineWhoeverTheyAre() {
    processes(
        new Event.ProcessStarted("front-1", "front", 1, 1, Owner.SUBJECT),
        new Event.ProcessStarted("front-2", "front", 1, 2, Owner.SUBJECT),
        new Event.ProcessStarted("database", "database", 1, 3, Owner.SUPPORT),
        new Event.ProcessStarted("generator-1", "generator", 1, 4, Owner.INSTRUMENT));
    say(new Event.PhaseStarted("warmup", 0));
    tick(1, 9.0, 9.0, 9.0, 9.0);
    say(new Event.PhaseStarted("baseline", 0));
    tick(2, 0.5, 0.25, 0.25, 0.125);
    tick(3, 0.5, 0.25, 0.25, 0.125);
    say(new Event.PhaseStarted("faults", 0));
    tick(4, 9.0, 9.0, 9.0, 9.0);
    AnalysisResult outputs = outputs(1, 9, 1000, 1000, 9);
    assertThat(facts.costByRole(outputs))
        .containsOnly(
            Map.entry("cpu.seconds-per-million.baseline.front", 750.0),
            Map.entry("cpu.seconds-per-million.baseline.database", 250.0),
            Map.entry("cpu.seconds-per-million.baseline.generator", 125.0));
    assertThat(facts.costInBaseline(outputs)).as("of the service alone").hasValue(750.0);
  }

  @Test
  void aRoleWhoseProcessIsRestartedCostsWhatBothOfItsLivesUse() {
    processes(new Event.ProcessStarted("database", "database", 1, 1, Owner.SUPPORT));
    say(new Event.PhaseStarted("warmup", 0));
    tick(1, 9.0);
    say(new Event.PhaseStarted("baseline", 0));
    tick(2, 0.5);
    say(new Event.ProcessStarted("database", "database", 2, 2, Owner.SUPPORT));
    tick(3, (Double) null);
    tick(4, 1.0);
    assertThat(facts.costByRole(outputs(1, 9, 1000, 1000, 1000)))
        .containsOnly(Map.entry("cpu.seconds-per-million.baseline.database", 500.0));
  }

  @Test
  void aRoleHasNoCostWhereThatWouldBeWrong() {
    processes(
        new Event.ProcessStarted("front-1", "front", 1, 1, Owner.SUBJECT),
        new Event.ProcessStarted("front-2", "front", 1, 2, Owner.SUBJECT),
        new Event.ProcessStarted("activation", "activation", 1, 3, Owner.SUBJECT));
    AnalysisResult outputs = outputs(1, 9, 1000, 1000);
    tick(1, 1.0, 1.0, 1.0);
    say(new Event.PhaseStarted("baseline", 0));
    assertThat(facts.costByRole(outputs)).as("a baseline without a sample").isEmpty();
    tick(2, 0.5, null, 0.5);
    tick(3, 0.5, null, 0.5);
    assertThat(facts.costByRole(outputs))
        .as("a front may have used anything")
        .containsOnlyKeys("cpu.seconds-per-million.baseline.activation");
    assertThat(facts.costByRole(outputs(1, 9, 0, 0))).as("nothing came").isEmpty();
    say(new Event.SharesCluster("x-beside", "beside"));
    assertThat(facts.costByRole(outputs)).as("of two jobs").isEmpty();
  }

  @Test
  void onlyDeathsThatNobodyAskedForCount() {
    say(new Event.ProcessExited("worker-0", "worker", 1, 137, true, List.of()));
    say(new Event.ProcessExited("worker-1", "worker", 1, 134, false, List.of()));
    assertThat(facts.metrics()).containsEntry("unplanned-exits", 1.0);
  }

  @Test
  void noDeathCountsOfWhomAFaultHeld() {
    say(new Event.ProcessExited("worker-1", "worker", 1, 134, false, List.of(), 0, 2));
    assertThat(facts.metrics()).containsEntry("unplanned-exits", 0.0).doesNotContainKey("restarts");
  }

  @Test
  void aFaultThatWasNotConfirmedMakesEverythingUnknown() {
    fault(true);
    assertThat(facts.unjudged()).isEmpty();
    warn("fault-not-confirmed");
    assertThat(facts.unjudged().get(JournalFacts.EVERYTHING)).contains("1 fault(s)");
  }

  @Test
  void aFaultWithoutAVictimThatHeldWorkMakesEverythingUnknown() {
    fault(false, true);
    assertThat(facts.unjudged()).isEmpty();
    fault(false, false);
    fault();
    assertThat(facts.unjudged().get(JournalFacts.EVERYTHING))
        .contains("2 fault(s)")
        .contains("no impact");
  }

  @Test
  void aBrokenRunMakesEverythingUnknown() {
    warn("run-broken");
    assertThat(facts.unjudged()).containsOnlyKeys(JournalFacts.EVERYTHING);
    assertThat(facts.warned(Doubt.RUN_BROKEN)).isTrue();
    assertThat(facts.warned(Doubt.NOT_DRAINED)).isFalse();
  }

  @Test
  void aHostThatWasSaturatedInTheBaselineLeavesNoRecoveryKnown() {
    say(new Event.PhaseStarted("settle", 0));
    say(new Event.DoubtRaised("cpu-saturated", "95 %", ""));
    assertThat(facts.unjudged()).containsOnlyKeys("settle");
    say(new Event.PhaseStarted("baseline", 0));
    say(new Event.DoubtRaised("cpu-saturated", "95 %", ""));
    assertThat(facts.unjudged())
        .containsKeys("warmup", "baseline", "settle", "outage", "recovery", "disrupted");
  }

  @Test
  void aWarningOfNoConsequenceIsToldAndMakesNothingUnknown() {
    warn("engine-complaint");
    assertThat(warned()).containsExactly("engine-complaint");
    assertThat(facts.unjudged()).isEmpty();
  }

  @Test
  void aGeneratorThatWasLateBeforeTheBaselineMakesTheWarmupUnknown() {
    say(SERIES);
    say(new Event.PhaseStarted("warmup", 20_000));
    tick(1, null, null, null, null, 5000.0, null);
    say(new Event.PhaseStarted("baseline", 20_000));
    tick(2, null, null, null, null, 900.0, null);
    assertThat(warned()).isEmpty();
    assertThat(facts.unjudged()).containsOnlyKeys("warmup");
  }

  @Test
  void aGeneratorThatIsLateByItsOwnFaultMakesTimesUnknown() {
    say(SERIES);
    tick(1, null, null, null, null, 5000.0, null);
    say(new Event.PhaseStarted("baseline", 0));
    tick(2, null, null, null, null, 900.0, null);
    assertThat(facts.unjudged()).as("late while starting, and hardly late after").isEmpty();
    tick(3, null, null, null, null, 1100.0, null);
    assertThat(warned()).containsExactly("generator-starved");
    assertThat(facts.unjudged()).containsKeys("baseline", "outage", "recovery");
  }

  @Test
  void anObserverThatIsBehindForSecondsMakesReceiptsUnknown() {
    say(SERIES);
    say(new Event.PhaseStarted("baseline", 0));
    tick(1, null, null, null, null, null, 90_000.0);
    tick(2, null, null, null, null, null, 90_000.0);
    tick(3, null, null, null, null, null, 10.0);
    tick(4, null, null, null, null, null, 90_000.0);
    assertThat(warned()).isEmpty();
    tick(5, null, null, null, null, null, 90_000.0);
    tick(6, null, null, null, null, null, 90_000.0);
    assertThat(warned()).containsExactly("observer-lag");
    assertThat(facts.unjudged()).containsOnlyKeys("baseline.visible");
  }

  private void observed(int second, @Nullable Double rate, @Nullable Double lag) {
    tick(second, rate, lag);
  }

  private void observing() {
    say(
        new Event.SeriesDeclared(
            List.of(
                new Series("output.rate", "records/s", ""),
                new Series("observer.lag", "records", ""))));
    say(new Event.PhaseStarted("baseline", 0));
  }

  @Test
  void behindIsWhoeverLacksMoreThanASecondOfOutput() {
    observing();
    for (int second = 1; second <= 9; second++) {
      observed(second, 1000.0, second < 5 ? 0.0 : 3000.0);
    }
    assertThat(warned()).containsExactly("observer-lag");
    assertThat(facts.warnings().get(0).message())
        .isEqualTo(
            "the observer was 3000 records behind, which are 3.0 s of output, for several seconds"
                + " in phase baseline");
  }

  @Test
  void manyRecordsThatAreLittleTimeAreNoLag() {
    observing();
    for (int second = 1; second <= 9; second++) {
      observed(second, 200_000.0, 60_000.0);
    }
    assertThat(warned()).isEmpty();
  }

  @Test
  void anObserverThatSaysNothingUnderLoadIsBehind() {
    observing();
    observed(1, 1000.0, null);
    assertThat(warned()).as("it has not begun").isEmpty();
    observed(2, 1000.0, 0.0);
    observed(5, 1000.0, null);
    observed(8, 1000.0, null);
    observed(9, 1000.0, 0.0);
    assertThat(warned()).containsExactly("observer-lag");
    assertThat(facts.warnings().get(0).message())
        .isEqualTo("the observer said nothing for 6.0 s in phase baseline");
    assertThat(facts.unjudged()).containsOnlyKeys("baseline.visible");
  }

  @Test
  void aDatabaseThatIsBrokenOnPurposeKeepsItsReaderWaiting() {
    say(
        new Event.SeriesDeclared(
            List.of(
                new Series("requests.accepted", "requests/s", ""),
                new Series("observer.lag", "records", ""))));
    say(new Event.PhaseStarted("faults", 0));
    tick(1, 10.0, 0.0);
    tick(5, 10.0, null);
    assertThat(warned()).isEmpty();
  }

  @Test
  void whoseCpuItWasIsNotKnownWhereTwoJobsShareTheEngine() {
    assertThat(facts.costUnknown()).contains("the CPU of a member was not read");
    say(new Event.SharesCluster("x-beside", "beside"));
    assertThat(facts.cost(outputs(1, 10, 10))).isEmpty();
    assertThat(facts.costInBaseline(outputs(1, 10, 10))).isEmpty();
    assertThat(facts.costUnknown()).startsWith("several jobs ran in the engine's processes");
  }

  @Test
  void aBacklogOfUpdatesIsFollowedByTheLagOfAllPartitions() {
    say(
        new Event.SeriesDeclared(
            List.of(
                new Series("lag", "records", ""), new Series("lag.partition", "records", "in/0"))));
    for (int second = 1; second <= 11; second++) {
      tick(second, 1100.0 - 100 * second, 7.0);
    }
    assertThat(facts.backlog(outputs(0)).metrics()).containsEntry("backlog.rate", 100.0);
  }

  @Test
  void howFullTheRigWasIsToldOfARigApartAlone() {
    assertThat(rigShare(true)).containsEntry("backlog.rig-cpu", 0.75);
    assertThat(rigShare(false))
        .containsEntry("backlog.rate", 100.0)
        .doesNotContainKey("backlog.rig-cpu");
  }

  private static Map<String, Double> rigShare(boolean apart) {
    JournalFacts its = facts(apart);
    its.on(
        new Entry(
            1,
            1,
            0,
            0,
            new Event.SeriesDeclared(
                List.of(
                    new Series("lag", "records", ""), new Series("host.cpu.rig", "share", "")))));
    for (int second = 1; second <= 11; second++) {
      Event tick = new Event.Tick(1_000_000L * second, List.of(1100.0 - 100 * second, 0.75));
      its.on(new Entry(1, 1 + second, 0, 0, tick));
    }
    return its.backlog(outputs(0)).metrics();
  }
}
