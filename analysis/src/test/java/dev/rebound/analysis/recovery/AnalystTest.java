package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History;
import dev.rebound.analysis.check.History.Out;
import dev.rebound.analysis.check.TinyWorkload;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Latency;
import dev.rebound.analysis.result.Results.StepResult;
import dev.rebound.analysis.result.Verdicts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnalystTest {
  private static final long SECOND = 1_000_000;
  private static final int PARTITIONS = 50;
  private static final double RATE = 2000;

  @TempDir Path folder;

  /** A minute at 2,000 records/s; baseline from 5 s, one fault at 20 s. */
  private static History minute() {
    History history =
        History.perfect(TinyWorkload.of(100), PARTITIONS, RATE, (long) (60 * RATE), 20_000);
    history.phases.add(new PhaseTimes("warmup", History.START, at(5)));
    history.phases.add(new PhaseTimes("baseline", at(5), at(18)));
    history.phases.add(new PhaseTimes("faults", at(18), at(50)));
    history.phases.add(new PhaseTimes("settle", at(50), at(60)));
    history.fault(at(20));
    history.sampleOffsets();
    return history;
  }

  private static long at(double seconds) {
    return History.START + (long) (seconds * SECOND);
  }

  /** Outputs of these input partitions that come within a stall appear at its end. */
  private static void stall(History history, double from, double to, int fromPartition) {
    history.outs.replaceAll(
        out ->
            out.atMicros() >= at(from)
                    && out.atMicros() < at(to)
                    && out.sequence() % PARTITIONS >= fromPartition
                ? out.at(at(to) + (out.atMicros() - at(from)) / 100)
                : out);
    history.outs.sort(Comparator.comparingLong(Out::atMicros));
  }

  private Findings analyse(History history) throws IOException {
    return Analyst.analyse(history.analysis(folder, Guarantee.AT_LEAST_ONCE));
  }

  private FaultResult fault(History history) throws IOException {
    return analyse(history).faults().get(0);
  }

  @Test
  void withoutAStallThereIsNoDip() throws IOException {
    FaultResult fault = fault(minute());
    assertThat(fault.outage().state()).isEqualTo("no dip");
    assertThat(fault.recovery().state()).isEqualTo("no dip");
    assertThat(fault.loadToCapacity()).isNull();
  }

  @Test
  void aBaselineThatIsAsUnevenAsAFaultProvesNothing() throws IOException {
    History history = minute();
    stall(history, 5, 18, 0);
    stall(history, 20, 27, 0);
    Findings findings = analyse(history);
    FaultResult fault = findings.faults().get(0);
    assertThat(fault.outage().state()).isEqualTo("unknown");
    assertThat(fault.outage().detail()).contains("no lane showed anything in a baseline");
    assertThat(fault.recovery().highMillis()).isGreaterThan(7000);
    assertThat(findings.unjudged()).containsKeys("outage");
  }

  @Test
  void aFaultThatIsFollowedTooSoonByTheNextIsNotCalledHarmless() throws IOException {
    History history = minute();
    history.fault(at(20.5));
    Findings findings = analyse(history);
    assertThat(findings.faults().get(0).outage().state()).isEqualTo("unknown");
    assertThat(findings.faults().get(0).recovery().state()).isEqualTo("unknown");
    assertThat(findings.faults().get(1).recovery().state()).isEqualTo("no dip");
    assertThat(findings.unjudged().get("recovery")).contains("it was watched for 0.5 s only");
  }

  @Test
  void aStallOfSevenSecondsIsMeasuredWithinOneBucket() throws IOException {
    History history = minute();
    stall(history, 20, 27, 0);
    FaultResult fault = fault(history);
    assertThat(fault.outage().state()).isEqualTo("ended");
    assertThat(fault.outage().millis()).isBetween(6900L, 7100L);
    assertThat(fault.recovery().state()).isEqualTo("ended");
    assertThat(fault.recovery().millis()).isBetween(6900L, 7200L);
    assertThat(fault.loadToCapacity()).isLessThan(0.2);
  }

  @Test
  void oneDeadLaneOfFiftyIsSeen() throws IOException {
    History history = minute();
    stall(history, 20, 30, 49);
    FaultResult fault = fault(history);
    assertThat(fault.outage().state()).isEqualTo("ended");
    assertThat(fault.outage().millis()).isBetween(9900L, 10_100L);
    assertThat(fault.outage().detail()).contains("partition 49");
    assertThat(step(fault, "first output").maxMillis()).isBetween(9900L, 10_200L);
  }

  @Test
  void aDeadOutputPartitionIsSeenAsWell() throws IOException {
    History history = minute();
    history.outs.removeIf(out -> out.atMicros() >= at(20) && out.partition() == 7);
    FaultResult fault = fault(history);
    assertThat(fault.outage().state()).isEqualTo("unended");
    assertThat(fault.outage().detail()).contains("3 of 100 lanes were below, 3 of them to the end");
    assertThat(fault.recovery().state()).isEqualTo("unended");
    assertThat(analyse(history).metrics()).containsEntry("outage.max", Double.POSITIVE_INFINITY);
  }

  @Test
  void anOutageThatDoesNotEndIsUnended() throws IOException {
    History history = minute();
    history.outs.removeIf(out -> out.atMicros() >= at(22));
    FaultResult fault = fault(history);
    assertThat(fault.outage().state()).isEqualTo("unended");
    assertThat(fault.outage().millis()).isBetween(39_000L, 40_000L);
    assertThat(fault.recovery().state()).isEqualTo("unended");
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
    Findings findings = analyse(history);
    assertThat(findings.metrics()).containsEntry("duplicated", (double) before.size());
    assertThat(findings.faults().get(0).outage().millis()).isBetween(6900L, 7100L);
  }

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
    assertThat(fault.recovery().state()).isEqualTo("ended");
    assertThat(fault.recovery().millis()).isBetween(9700L, 10_100L);
    assertThat(fault.loadToCapacity()).isBetween(0.45, 0.55);
    assertThat(step(fault, "caught up").maxMillis()).isEqualTo(fault.recovery().millis());
  }

  @Test
  void aLostOutputDoesNotMakeARecoveryEndless() throws IOException {
    History history = minute();
    stall(history, 20, 27, 0);
    history.outs.removeIf(out -> out.sequence() == 20 * (long) RATE + 77);
    Findings findings = analyse(history);
    assertThat(findings.metrics().get("lost")).isPositive();
    assertThat(findings.faults().get(0).recovery().state()).isEqualTo("ended");
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
    Findings findings = Analyst.analyse(history.analysis(folder, Guarantee.EXACTLY_ONCE));
    FaultResult fault = findings.faults().get(0);
    assertThat(fault.outage().state()).isEqualTo("no dip");
    assertThat(fault.outage().floorMillis()).isBetween(2200L, 2800L);
    assertThat(fault.recovery().state()).isEqualTo("no dip");
  }

  @Test
  void aBlipLongAfterTheRecoveryIsALaterDipAndNotTheFaultsOutage() throws IOException {
    History history = minute();
    stall(history, 20, 24, 0);
    stall(history, 45, 46, 0);
    Findings findings = analyse(history);
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
        new FaultTimes(
            1, "kill", "worker", fault.victims(), true, true, at(20), List.of(), at(34.5)));
    Findings findings = analyse(history);
    FaultResult result = findings.faults().get(0);
    assertThat(result.outage().millis()).isBetween(3900L, 4100L);
    assertThat(result.laterDips()).isEmpty();
    assertThat(result.secondStops()).hasSize(1);
    assertThat(result.secondStops().get(0).cause()).isEqualTo("a victim was back");
    assertThat(findings.metrics().get("disrupted.max")).isBetween(6800.0, 7200.0);
  }

  /** The stops of a roll of three members, 12 s apart, over at 49 s. */
  private static FaultTimes roll() {
    return new FaultTimes(
        1,
        "roll",
        "worker",
        List.of("w0", "w1", "w2"),
        true,
        true,
        at(20),
        List.of(),
        at(24),
        List.of(at(24), at(36), at(47)),
        null,
        new Evidence.Turns(List.of(at(20), at(32), at(43)), at(49)));
  }

  @Test
  void allStopsOfARollAreOneOutageAndWhatFlowedBetweenIsNotDisrupted() throws IOException {
    History history = minute();
    stall(history, 20, 22, 0);
    stall(history, 32, 34, 20);
    stall(history, 43, 45, 35);
    history.faults.set(0, roll());
    Findings findings = analyse(history);
    FaultResult fault = findings.faults().get(0);
    assertThat(fault.outage().state()).isEqualTo("ended");
    assertThat(fault.outage().millis()).isBetween(24_900L, 25_100L);
    assertThat(fault.outage().lowMillis()).as("no chance").isGreaterThan(24_000L);
    assertThat(fault.recovery().state()).isEqualTo("ended");
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
    assertThat(fault.outage().state()).isEqualTo("no dip");
    assertThat(fault.recovery().state()).isEqualTo("no dip");
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

  @Test
  void aHairOverTheBandForAMomentDoesNotBeginTheHoldAnew() throws IOException {
    History history = minute();
    stall(history, 20, 21.8, 0);
    // Seconds later some outputs are a little later than ever in the baseline.
    stall(history, 24, 24.26, 0);
    FaultResult fault = fault(history);
    assertThat(fault.recovery().state()).isEqualTo("ended");
    assertThat(fault.recovery().millis()).isBetween(1500L, 2000L);
  }

  @Test
  void aHiccupInTheBaselineDoesNotLetAStopPass() throws IOException {
    History history = minute();
    stall(history, 8, 12.8, 0);
    stall(history, 20, 24.5, 0);
    Findings findings = analyse(history);
    Expectation bound = new Expectation("outage.max", Expectation.Op.LESS, 2000, "< 2s", 1);
    Results.Judgement judged =
        Verdicts.judge(List.of(bound), findings.metrics(), findings.bounds(), findings.unjudged())
            .get(0);
    assertThat(judged.verdict()).isNotEqualTo("pass");
  }

  @Test
  void noDipIsUpToWhatCouldHaveBeenSeen() throws IOException {
    Findings findings = analyse(minute());
    FaultResult fault = findings.faults().get(0);
    assertThat(fault.outage().highMillis()).isEqualTo(1000);
    assertThat(findings.bounds().get("outage.max")).isEqualTo(new Results.Bounds(0, 1000));
    assertThat(findings.metrics()).containsEntry("outage.max", 1000.0);
    assertThat(findings.bounds().get("recovery.max").high()).isBetween(200.0, 700.0);
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
    Findings findings = analyse(history);
    FaultResult fault = findings.faults().get(0);
    assertThat(fault.outage().state()).isEqualTo("ended");
    assertThat(fault.recovery().state()).isEqualTo("unended");
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
    Findings findings = analyse(history);
    assertThat(findings.metrics()).containsEntry("restored.max", Double.POSITIVE_INFINITY);

    history.faults.set(1, stepped(2, at(40), List.of(), Set.of(Step.DETECTED)));
    assertThat(analyse(history).metrics()).containsEntry("restored.max", 2000.0);
    assertThat(analyse(history).faults().get(1).notApplicable()).containsKey("restored");
  }

  private static FaultTimes stepped(
      int number, long atMicros, List<Transition> said, Set<Step> declared) {
    return new FaultTimes(
        number,
        "kill",
        "worker",
        List.of("w0"),
        true,
        true,
        atMicros,
        said,
        0,
        List.of(),
        declared);
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
    Findings findings = analyse(history);
    assertThat(findings.faults().get(0).outage().state()).isEqualTo("unknown");
    assertThat(findings.unjudged().get("recovery")).contains("the wall clock was set by 2.00 s");
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
      Findings findings = analyse(history);
      assertThat(findings.bounds().get("outage.max").high()).as("outage").isInfinite();
      assertThat(findings.bounds().get("disrupted.max").high()).as("disrupted").isInfinite();
    }
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
  void aLaneThatIsSilentForGoodLeavesNoFirstOutput() throws IOException {
    History history = minute();
    stall(history, 20, 25, 0);
    history.outs.removeIf(out -> out.atMicros() >= at(20) && out.sequence() % PARTITIONS == 3);
    assertThat(analyse(history).metrics())
        .containsEntry("first-output.max", Double.POSITIVE_INFINITY);
  }

  @Test
  void aWatchOfHalfASecondKnowsNothingOfDisruption() throws IOException {
    History history = minute();
    history.fault(at(20.5));
    assertThat(analyse(history).unjudged()).containsKey("disrupted");
  }

  @Test
  void workThatMovesAfterTheRecoveryFromAPauseIsAFalseAlarm() throws IOException {
    History history = minute();
    stall(history, 20, 21.5, 0);
    history.faults.set(0, pause(new Transition(at(31), Step.REASSIGNED, "a", "all to a")));
    assertThat(analyse(history).metrics()).containsEntry("false-alarms", 1.0);
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
    assertThat(fault.outage().state()).isEqualTo("ended");
    assertThat(fault.outage().lowMillis()).isLessThanOrEqualTo(6000);
    assertThat(fault.outage().highMillis()).isBetween(6000L, 6300L);
  }

  @Test
  void theEnginesWordBecomesSteps() throws IOException {
    History history = minute();
    stall(history, 20, 27, 0);
    history.faults.set(
        0,
        new FaultTimes(
            1,
            "kill",
            "worker",
            List.of("w0"),
            true,
            true,
            at(20),
            List.of(
                new Transition(at(21), Step.DETECTED, "a", "gone"),
                new Transition(at(22), Step.DETECTED, "b", "gone"),
                new Transition(at(24), Step.RESTORED, "a", "running"),
                new Transition(at(26), Step.RESTORED, "b", "running"),
                new Transition(at(45), Step.RESTORED, "b", "something else"))));
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
    return new FaultTimes(
        1, "pause", "worker", List.of("w0"), true, true, at(20), List.of(transition));
  }

  @Test
  void aFaultThatWasNotConfirmedLeavesRecoveryUnjudged() throws IOException {
    History history = minute();
    history.faults.set(
        0, new FaultTimes(1, "kill", "worker", List.of("w0"), false, true, at(20), List.of()));
    assertThat(fault(history).impact()).isEqualTo("not confirmed");
    assertThat(analyse(history).unjudged()).containsKeys("outage", "recovery");
  }

  @Test
  void latencyIsOfFirstAppearancesAndCountsTheUndeliveredAsInfinite() throws IOException {
    History history = minute();
    history.outs.removeIf(out -> out.atMicros() >= at(30));
    Findings findings = analyse(history);
    Latency baseline = latency(findings, "baseline");
    assertThat(baseline.p50()).isBetween(19.0, 20.1);
    assertThat(baseline.undelivered()).isZero();
    Latency faults = latency(findings, "faults");
    assertThat(faults.p50()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(faults.undelivered()).isPositive();
    assertThat(findings.metrics()).containsEntry("faults.visible.p99", Double.POSITIVE_INFINITY);
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

  private static StepResult step(FaultResult fault, String name) {
    return fault.steps().stream().filter(s -> s.step().equals(name)).findFirst().orElseThrow();
  }

  private static Latency latency(Findings findings, String phase) {
    return findings.latencies().stream()
        .filter(l -> l.phase().equals(phase) && l.kind().equals("visible"))
        .findFirst()
        .orElseThrow();
  }
}
