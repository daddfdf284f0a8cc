package dev.rebound.analysis.recovery.charts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History;
import dev.rebound.analysis.check.History.Out;
import dev.rebound.analysis.check.TinyWorkload;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.timeline.FaultTimeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultTimelinesTest {
  private static final long SECOND = 1_000_000;
  private static final double RATE = 2000;

  @TempDir Path folder;

  /** Half a minute at 2,000 records/s, baseline from 4 s, one fault at 12.34 s. */
  private static History history(int partitions) {
    History history =
        History.perfect(TinyWorkload.of(100), partitions, RATE, (long) (30 * RATE), 20_000);
    history.phases.add(new PhaseTimes("baseline", at(4), at(12)));
    history.phases.add(new PhaseTimes("faults", at(12), at(30)));
    history.fault(at(12.34));
    history.sampleOffsets();
    return history;
  }

  private static long at(double seconds) {
    return History.START + (long) (seconds * SECOND);
  }

  /** Outputs of input partitions from one on that come within a stall appear at its end. */
  private static void stall(History history, double until, int partitions, int fromPartition) {
    history.outs.replaceAll(
        out ->
            out.atMicros() >= at(12.34)
                    && out.atMicros() < at(until)
                    && out.sequence() % partitions >= fromPartition
                ? out.at(at(until) + (out.atMicros() - at(12.34)) / 100)
                : out);
    history.outs.sort(Comparator.comparingLong(Out::atMicros));
  }

  private AnalysisResult analyse(History history) throws IOException {
    return Analyst.analyse(history.evidence(folder, Guarantee.AT_LEAST_ONCE));
  }

  @Test
  void aSceneShowsWhatTheResultsSay() throws IOException {
    History history = history(8);
    stall(history, 15.34, 8, 0);
    AnalysisResult findings = analyse(history);
    FaultResult fault = findings.faults().get(0);
    FaultTimeline scene = findings.timeline().scenes().get(0);

    assertThat(scene.signalMicros()).isEqualTo(at(12.34));
    assertThat(scene.fromMillis()).isEqualTo(-5000);
    assertThat(scene.bucketMillis()).isEqualTo(100);
    assertThat(scene.outageMillis()).isEqualTo(fault.outage().millis());
    assertThat(scene.caughtUpMillis()).isEqualTo(fault.recovery().millis());
    assertThat(scene.due().size() * 100L)
        .isBetween(fault.recovery().millis() + 10_000, fault.recovery().millis() + 10_200);

    int signal = 50;
    int over = signal + 30;
    assertThat(scene.seen().subList(signal + 1, over - 1)).containsOnly(0);
    assertThat(scene.seen().get(over) + scene.seen().get(over + 1))
        .isGreaterThan((int) (RATE * 1.5 * 2.9));
    assertThat(scene.ageMillis().subList(5, signal - 1)).allMatch(age -> age <= scene.bandMillis());
    assertThat(scene.ageMillis().get(over - 1)).isBetween(2900.0, 3100.0);
    assertThat(scene.ageMillis().subList(over + 2, scene.due().size() - 1))
        .allMatch(age -> age <= scene.bandMillis());
    assertThat(scene.p99().get(signal + 1)).isBetween(2700.0, 3100.0);
    assertThat(scene.p99().get(signal - 10)).isBetween(15.0, 100.0);

    assertThat(scene.lanesDue()).isEqualTo(scene.lanes().size());
    assertThat(scene.lanesBelow()).isEqualTo(scene.lanesDue());
    for (FaultTimeline.SceneLane lane : scene.lanes()) {
      assertThat(lane.states().substring(signal + 1, over - 1)).containsOnlyOnce("s".repeat(28));
      assertThat(lane.states().substring(0, signal)).doesNotContain("s", "c", "b");
      assertThat(lane.states().substring(over, over + 2)).contains("c");
      assertThat(lane.below()).hasSize(1);
    }
    assertThat(
            scene.lanes().stream().mapToLong(l -> l.below().get(0).untilMillis()).max().orElse(0))
        .isEqualTo(fault.outage().millis());
  }

  @Test
  void whatIsDueAndSeenIsThatOfTheSeconds() throws IOException {
    History history = history(8);
    history.outs.removeIf(out -> out.atMicros() >= at(14) && out.atMicros() < at(15));
    AnalysisResult findings = analyse(history);
    FaultTimeline scene = findings.timeline().scenes().get(0);
    long sent = scene.due().stream().mapToInt(Integer::intValue).sum();
    assertThat(sent).isEqualTo((long) (scene.due().size() * RATE / 10 * 1.5));
    long lanes = scene.lanes().stream().flatMap(l -> l.due().stream()).mapToInt(d -> d).sum();
    assertThat(lanes)
        .as("each output is in an input lane and in an output lane")
        .isEqualTo(2 * sent);
    assertThat(scene.p99()).contains(Double.POSITIVE_INFINITY);
  }

  /** Commits of every lane every 2 s, the one after the last one before a time so much later. */
  private static void commit(History history, double first, double last, double later) {
    long start = at(first);
    history.outs.replaceAll(
        out -> {
          long n = Math.max(0, -Math.floorDiv(start - out.atMicros(), 2 * SECOND));
          long at = start + n * 2 * SECOND;
          return out.at(at == at(last) + 2 * SECOND ? at + (long) (later * SECOND) : at);
        });
    history.commitMillis = 2000;
  }

  @Test
  void aStopBetweenCommitsIsToldAndDrawnAlike() throws IOException {
    // The last commit before the stop comes before the signal, or soon after it.
    for (double first : new double[] {0, 0.5}) {
      History history = history(8);
      double last = 12 + first;
      commit(history, first, last, 1.2);
      AnalysisResult findings = Analyst.analyse(history.evidence(folder, Guarantee.EXACTLY_ONCE));
      FaultTimeline scene = findings.timeline().scenes().get(0);
      assertThat(scene.batches()).isTrue();
      assertThat(findings.faults().get(0).outage().state()).isEqualTo(SpanState.ENDED);
      assertThat(scene.lanesBelow()).isEqualTo(scene.lanes().size());
      long silent = Math.max(0, Math.round((last - 12.34) * 1000));
      for (FaultTimeline.SceneLane lane : scene.lanes()) {
        assertThat(lane.below()).hasSize(1);
        FaultTimeline.SceneStop stop = lane.below().get(0);
        assertThat(stop.fromMillis()).isBetween(silent - 1, silent + 1);
        assertThat(stop.untilMillis()).isBetween(silent + 500, scene.outageMillis());
        long red = lane.states().chars().filter(state -> state == FaultTimeline.SILENT).count();
        assertThat(red * 100).isBetween(length(stop) - 100, length(stop) + 100);
      }
    }
  }

  private static long length(FaultTimeline.SceneStop stop) {
    return stop.untilMillis() - stop.fromMillis();
  }

  @Test
  void aStopThatMayHaveBegunWithTheSignalIsNotDrawnBeforeIt() throws IOException {
    // Few outputs a lane, in batches: between the last one and the signal nothing was amiss.
    History history = History.perfect(TinyWorkload.of(100), 8, 16, 30 * 16, 20_000);
    history.phases.add(new PhaseTimes("baseline", at(4), at(12)));
    history.fault(at(12.34));
    history.sampleOffsets();
    commit(history, 0, 12, 1.9);
    FaultTimeline scene = analyse(history).timeline().scenes().get(0);
    assertThat(scene.lanesBelow()).isPositive();
    for (FaultTimeline.SceneLane lane : scene.lanes()) {
      assertThat(lane.below()).allMatch(stop -> stop.fromMillis() >= 0);
      assertThat(lane.states().substring(0, 50)).doesNotContain("s");
    }
  }

  @Test
  void ofManyLanesTheWorstAreKept() throws IOException {
    History history = history(50);
    stall(history, 15.34, 50, 49);
    FaultTimeline scene = analyse(history).timeline().scenes().get(0);
    assertThat(scene.lanesDue()).isGreaterThan(FaultTimelines.LANES_MAX);
    assertThat(scene.lanes()).hasSize(FaultTimelines.LANES_MAX);
    List<String> below =
        scene.lanes().stream()
            .filter(l -> !l.below().isEmpty())
            .map(FaultTimeline.SceneLane::name)
            .toList();
    assertThat(below).contains("input partition 49").hasSize(scene.lanesBelow());
  }

  @Test
  void whatDoesNotEndIsDrawnToTheEndOfTheWatch() throws IOException {
    History history = history(8);
    history.outs.removeIf(out -> out.atMicros() >= at(12.34));
    FaultTimeline scene = analyse(history).timeline().scenes().get(0);
    assertThat(scene.outageMillis()).isNull();
    assertThat(scene.caughtUpMillis()).isNull();
    assertThat(scene.fromMillis() + scene.due().size() * scene.bucketMillis())
        .isBetween(scene.watchedMillis(), scene.watchedMillis() + scene.bucketMillis());
    assertThat(scene.lanes()).allMatch(lane -> !lane.below().get(0).ended());
  }
}
