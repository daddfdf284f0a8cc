package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.analysis.timeline.Timeline.Percentiles;
import dev.rebound.base.ReboundException;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files in a run's folder from which it can be checked and reported again. */
class RunFilesTest {
  @TempDir Path folder;

  private Evidence evidence(@Nullable Path reread) {
    return Evidence.of(
            Workloads.create(WorkloadSpec.ruleMatch(7)),
            DeliveryGuarantee.of(Guarantee.EXACTLY_ONCE, 500),
            4,
            List.of(folder.resolve("data/a.log"), folder.resolve("data/b.log")),
            folder.resolve("data/committed.bin"))
        .uncommitted(reread == null ? null : folder.resolve("data/uncommitted.bin"))
        .reread(reread)
        .resolved(Map.of((3L << 48) | 5, 17L))
        .missingAcknowledged(Set.of((1L << 48) | 9))
        .committedOffsets(List.of(new Evidence.OffsetSample(5, List.of(1L, -1L))))
        .inputEndOffsets(List.of(new Evidence.OffsetSample(6, List.of(2L, 3L))))
        .faults(
            List.of(
                Evidence.FaultTimes.of(1, "kill", "worker", List.of("w"), 99)
                    .heldWork(false)
                    .transitions(List.of(new Transition(100, Step.REASSIGNED, "w", "moved")))
                    .build()))
        .phases(List.of(new Evidence.PhaseTimes("warmup", 1, 2)))
        .lastStable(List.of(1L))
        .highWatermark(List.of(2L))
        .transactionsTimedOut(true)
        .build();
  }

  /** Two workloads of the same description are the same; the object is another one. */
  private static void same(Evidence read, Evidence written) {
    assertThat(read.workload().spec()).isEqualTo(written.workload().spec());
    assertThat(read)
        .usingRecursiveComparison()
        .ignoringFields("workload")
        .withEqualsForType(Path::equals, Path.class)
        .isEqualTo(written);
  }

  @Test
  void evidenceIsReadAsItWasWritten() {
    for (Path reread : new Path[] {folder.resolve("data/reread.bin"), null}) {
      EvidenceFile.write(evidence(reread), folder);
      same(EvidenceFile.read(folder), evidence(reread));
    }
  }

  @Test
  void evidenceMovesWithItsFolder() throws IOException {
    Path first = Files.createDirectory(folder.resolve("first"));
    FakeRun run = FakeRun.of(Bug.DUPLICATES_ON_RESTART, first);
    Path moved = Files.move(first, folder.resolve("second")).resolve("runs/fake/latest");
    assertThat(Analyst.analyse(EvidenceFile.read(moved), List.of())).isEqualTo(run.findings());
  }

  @Test
  void evidenceThatIsNotThereOrTornIsAnErrorForPeople() throws IOException {
    for (String content : new String[] {null, "", "null", "{\"version\":1,"}) {
      if (content != null) {
        Files.writeString(folder.resolve(EvidenceFile.NAME), content);
      }
      assertThatThrownBy(() -> EvidenceFile.read(folder))
          .as("'%s'", content)
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining("evidence.json");
    }
  }

  @Test
  void aTimelineIsReadAsItWasWritten() {
    Timeline timeline =
        new Timeline(
            1_700_000_000_000_000L,
            List.of(
                new Timeline.Second(
                    1,
                    2,
                    3,
                    4,
                    Double.NaN,
                    new Percentiles(9, 1, 1.5, 2.5, 3, Double.POSITIVE_INFINITY, 5),
                    null,
                    null,
                    new Percentiles(1, 1, 1.0, 1, 1, 1, 1)),
                new Timeline.Second(2, 0, 0, 0, 0.25, null, null, null, null)));
    TimelineFile.write(timeline, folder);
    assertThat(TimelineFile.read(folder)).contains(timeline);
  }

  @Test
  void aTimelineOfAnEarlierVersionKeptFewerPercentiles() throws IOException {
    Files.writeString(
        folder.resolve(TimelineFile.NAME),
        """
        {"startMicros": 1, "seconds": [{"atMicros": 1, "append":
          {"count": 3, "p50": 1, "p90": 2, "p95": 2.5, "p99": 3, "max": 4}}]}
        """);
    assertThat(TimelineFile.read(folder).orElseThrow().seconds().get(0).append())
        .isEqualTo(new Percentiles(3, 1, Double.NaN, 2, 2.5, 3, 4));
  }

  @Test
  void theTimelineOfARunIsReadAsItWasWritten() throws IOException {
    FakeRun run = FakeRun.of(Bug.LEAVES_A_LANE_DEAD, folder);
    TimelineFile.write(run.findings().timeline(), folder);
    assertThat(TimelineFile.read(folder)).contains(run.findings().timeline());
    assertThat(run.findings().timeline().seconds()).hasSizeGreaterThan(20);
  }

  @Test
  void aRunWithoutATimelineHasNoneAndATornOneIsAnErrorForPeople() throws IOException {
    assertThat(TimelineFile.read(folder)).isEmpty();
    Files.writeString(folder.resolve(TimelineFile.NAME), "{\"startMicros\":");
    assertThatThrownBy(() -> TimelineFile.read(folder))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("timeline.json");
  }

  @Test
  void runsOfTheSameSecondGetFoldersOfTheirOwnAndLatestIsTheLast() throws IOException {
    RunDirectory first = RunDirectory.create(folder, "demo", Instant.EPOCH);
    RunDirectory second = RunDirectory.create(folder, "demo", Instant.EPOCH);
    assertThat(first.path()).isNotEqualTo(second.path());
    assertThat(first.runId()).isEqualTo("demo-19700101-000000");
    assertThat(second.runId()).isEqualTo("demo-19700101-000000-2");
    assertThat(folder.resolve("demo/latest").toRealPath()).isEqualTo(second.path().toRealPath());
    assertThat(second.file("logs")).isDirectory();
  }
}
