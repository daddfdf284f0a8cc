package dev.rebound.lab.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.check.History;
import dev.rebound.lab.check.History.Out;
import dev.rebound.lab.check.TinyWorkload;
import dev.rebound.lab.engine.Step;
import dev.rebound.lab.engine.Transition;
import dev.rebound.lab.experiment.Guarantee;
import dev.rebound.lab.recovery.Analysis.FaultTimes;
import dev.rebound.lab.recovery.Analysis.PhaseTimes;
import dev.rebound.lab.result.Results.FaultResult;
import dev.rebound.lab.result.Results.Latency;
import dev.rebound.lab.result.Results.StepResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
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
    assertThat(fault.outage().detail()).contains("the baseline was too uneven");
    assertThat(fault.recovery().state()).isEqualTo("unknown");
    assertThat(fault.recovery().detail()).contains("the baseline was too late itself");
    assertThat(findings.unjudged()).containsKeys("outage", "recovery");
  }

  @Test
  void aFaultThatIsFollowedTooSoonByTheNextIsNotCalledHarmless() throws IOException {
    History history = minute();
    history.fault(at(20.5));
    Findings findings = analyse(history);
    assertThat(findings.faults().get(0).outage().state()).isEqualTo("unknown");
    assertThat(findings.faults().get(0).recovery().state()).isEqualTo("unknown");
    assertThat(findings.faults().get(1).recovery().state()).isEqualTo("no dip");
    assertThat(findings.unjudged().get("recovery")).contains("the next fault came after 0.5 s");
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
    assertThat(fault.outage().detail()).contains("3 of 100 lanes are still below");
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
    assertThat(fault.outage().floorMillis()).isGreaterThanOrEqualTo(4000);
    assertThat(fault.recovery().state()).isEqualTo("no dip");
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
