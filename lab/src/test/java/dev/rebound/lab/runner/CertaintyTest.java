package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.OffsetSample;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are to end once their verdict can change no more, and do not end before. */
class CertaintyTest {
  private static final long SECOND = 1_000_000;
  private static final String AT_LEAST_ONCE = "engine.guarantee=at-least-once";

  @TempDir Path folder;

  private FakeRun run(Bug bug, String... overrides) throws IOException {
    return FakeRun.of(bug, folder, (runner, time) -> runner.untilCertain(), overrides);
  }

  private static long faultsMicros(FakeRun run) {
    Evidence.PhaseTimes faults = run.evidence().phase("faults").orElseThrow();
    return faults.endMicros() - faults.startMicros();
  }

  private static List<String> endedEarly(FakeRun run) {
    return run.results().warnings().stream()
        .filter(warning -> warning.code().equals("ended-early"))
        .map(Results.RigDoubt::message)
        .toList();
  }

  @Test
  void aLossEndsTheRunOnceNobodyCanMakeItGood() throws IOException {
    FakeRun run = run(Bug.LOSES_ON_KILL, AT_LEAST_ONCE);
    // Back 3 s into the phase; held for 6 s, as long as settle.
    assertThat(faultsMicros(run)).isBetween(9 * SECOND, 12 * SECOND);
    assertThat(run.rig().phases()).endsWith("faults", "drain");
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(run.judged("lost")).isEqualTo(Verdict.FAIL);
    assertThat(endedEarly(run))
        .singleElement()
        .asString()
        .matches(
            "ended at [0-9.]+ s, in phase faults: lost cannot be met any more \\(%.0f by now, expected 0\\)"
                .formatted(run.metric("lost")));
    assertThat(run.metric("lost")).isGreaterThan(100);
  }

  @Test
  void whatASurvivorWritesAfterItsCommitIsNotLost() throws IOException {
    FakeRun run = run(Bug.WRITES_LATE, AT_LEAST_ONCE, "faults=[{ at: 50ms, kill: worker }]");
    assertThat(run.rig().audited()).as("it was looked for").anyMatch(at -> at < Long.MAX_VALUE);
    assertThat(endedEarly(run)).isEmpty();
    assertThat(faultsMicros(run)).isEqualTo(16 * SECOND);
    assertThat(run.judged("lost")).isEqualTo(Verdict.PASS);
  }

  @Test
  void nothingIsCalledLostWhileAFaultIsUnderWayOrJustOver() throws IOException {
    String often = "faults=[{ at: 1s, every: 5s, kill: worker, restart: { after: 2s } }]";
    FakeRun run = run(Bug.LOSES_ON_KILL, AT_LEAST_ONCE, often, "phases.settle=6s");
    assertThat(faultsMicros(run)).isEqualTo(16 * SECOND);
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void anOutputThatCameTwiceEndsARunThatMustNotHaveOne() throws IOException {
    FakeRun run = run(Bug.DUPLICATES_ON_RESTART);
    assertThat(faultsMicros(run)).isLessThan(12 * SECOND);
    assertThat(endedEarly(run)).singleElement().asString().contains("duplicated cannot be met");
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(endedEarly(run(Bug.DUPLICATES_ON_RESTART, AT_LEAST_ONCE)))
        .as("which at-least-once allows")
        .isEmpty();
  }

  @Test
  void aProcessThatEndedByItselfEndsTheRunAtOnceUnlessThatIsAllowed() throws IOException {
    FakeRun run = run(Bug.DIES_UNASKED, "faults=[]");
    assertThat(faultsMicros(run)).isBetween(3 * SECOND, 4 * SECOND);
    assertThat(endedEarly(run))
        .singleElement()
        .asString()
        .contains("unplanned-exits cannot be met any more (1 by now, expected 0)");
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(endedEarly(run(Bug.DIES_UNASKED, "faults=[]", "expect={ unplanned-exits: <= 1 }")))
        .isEmpty();
  }

  @Test
  void aRunThatPassesGoesToItsEnd() throws IOException {
    for (String guarantee : List.of("at-least-once", "exactly-once")) {
      FakeRun run = run(Bug.NONE, "engine.guarantee=" + guarantee);
      assertThat(run.verdict()).isEqualTo(Verdict.PASS);
      assertThat(endedEarly(run)).isEmpty();
      assertThat(run.rig().audited()).isNotEmpty();
    }
  }

  @Test
  void committedIsWhatEachReadingOfTheTimeSays() {
    List<OffsetSample> ends = List.of(at(0, 10, 20), at(9, 90, 90));
    List<OffsetSample> committed = List.of(at(0, 3, 4), at(2, 9, 20), at(4, 8, 30), at(6, 40, 40));
    assertThat(Certainty.committedThroughout(committed, ends, 2, 2 * SECOND))
        .as("it may have been taken back")
        .containsExactly(8L, 20L);
    assertThat(Certainty.committedThroughout(committed.subList(0, 3), ends, 2, 2 * SECOND))
        .as("not all that was there is committed")
        .containsExactly(0L, 0L);
    assertThat(Certainty.committedThroughout(List.of(at(7, 40, 40)), ends, 2, 2 * SECOND))
        .as("nobody answered when the time began")
        .containsExactly(0L, 0L);
    assertThat(Certainty.committedThroughout(List.of(), List.of(), 2, 2 * SECOND))
        .containsExactly(0L, 0L);
  }

  private static OffsetSample at(long second, long... offsets) {
    return new OffsetSample(second * SECOND, Arrays.stream(offsets).boxed().toList());
  }
}
