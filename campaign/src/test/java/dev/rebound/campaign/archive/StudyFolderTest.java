package dev.rebound.campaign.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.SampleSizeEstimate;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.study.PlannedRun;
import dev.rebound.campaign.study.StudyRuns;
import dev.rebound.lab.runner.TimelineFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyFolderTest {
  @TempDir Path folder;

  @Test
  void theRunsThatAreDoneAreComparedAsTheStudyAsks() throws IOException {
    writeStudy();
    List<PlannedRun> runs = threeBlocksAndHalfOfOne();
    runs.add(planned(8, 4, "kafka-streams", PlannedRun.RunState.FAILED, 0));
    runs.add(planned(9, 5, "flink", PlannedRun.RunState.PENDING, 0));
    study(runs).write(folder);
    assertThat(StudyFolder.is(folder)).isTrue();
    Comparison comparison = StudyFolder.compare(folder);
    assertThat(comparison.title()).isEqualTo("thesis");
    assertThat(comparison.conditions()).contains("shortened: 6 faults a run");
    assertThat(comparison.cells()).extracting(c -> c.cell().scenario()).containsOnly("kill 2 of 8");
    assertThat(comparison.cells().get(0).published())
        .extracting(Comparison.PublishedFigure::text)
        .containsExactly("113s");
    assertThat(comparison.cells().get(1).published()).isEmpty();
    assertThat(comparison.differences()).hasSize(1);
    assertThat(comparison.claims().get(0).verdict()).isEqualTo("held");
    assertThat(comparison.leftOut())
        .containsExactly(
            "kill 2 of 8, kafka-streams 1.0, quick, run 4: it broke",
            "kill 2 of 8, flink 1.0, quick, run 4: not counted yet, as block 4 is not whole (1 run"
                + " is missing)",
            "1 of 9 planned runs are not done yet");
    assertThat(comparison.cells().get(0).runs()).hasSize(3);
  }

  @Test
  void runsOfAnotherBuildDoNotCount() throws IOException {
    writeStudy();
    List<PlannedRun> runs = new ArrayList<>();
    for (int block = 1; block <= 2; block++) {
      runs.add(planned(2 * block - 1, block, "flink", PlannedRun.RunState.DONE, 2000));
      runs.add(planned(2 * block, block, "kafka-streams", PlannedRun.RunState.DONE, 6000));
    }
    study(runs).write(folder);
    for (int number = 1; number <= 4; number++) {
      Files.writeString(
          folder.resolve("runs/" + number).resolve("environment.json"),
          "{\"build\": \"" + (number == 4 ? "newer" : "older") + "\"}");
    }
    Comparison comparison = StudyFolder.compare(folder);
    assertThat(comparison.cells()).extracting(cell -> cell.runs().size()).containsExactly(1, 1);
    assertThat(comparison.leftOut())
        .containsExactly(
            "kill 2 of 8, kafka-streams 1.0, quick, run 2: made with build newer of Rebound, and"
                + " only runs of build older count; go on with that build, or run all with one"
                + " (--fresh)",
            "kill 2 of 8, flink 1.0, quick, run 2: not counted yet, as block 2 is not whole (1 run"
                + " is missing)");
  }

  @Test
  void beforeABlockIsWholeThereIsNoComparison() throws IOException {
    writeStudy();
    study(
            List.of(
                planned(1, 1, "flink", PlannedRun.RunState.DONE, 2000),
                planned(2, 1, "kafka-streams", PlannedRun.RunState.PENDING, 0)))
        .write(folder);
    assertThatThrownBy(() -> StudyFolder.compare(folder))
        .isInstanceOf(ReboundException.class)
        .hasMessage("no block of the study is whole yet: 1 of 2 runs are done");
  }

  @Test
  void theSpreadOfFaultsSaysHowManyBlocksItTakes() throws IOException {
    writeStudy();
    study(
            List.of(
                planned(1, 1, "flink", PlannedRun.RunState.DONE, 2000),
                planned(2, 1, "kafka-streams", PlannedRun.RunState.DONE, 6000)))
        .write(folder);
    SampleSizeEstimate even = StudyFolder.pilot(folder, 0.25);
    assertThat(even.blocks()).as("hardly any spread").isEqualTo(3);
    assertThat(even.why()).contains("takes 3 blocks to know each figure within 25 %");
    // t(0.975, 8) · 0.28 / √9 = 0.215, within log 1.25 = 0.223; with eight runs it is 0.234.
  }

  @Test
  void anArchiveSaysWhatItsStudySays(@TempDir Path elsewhere) throws IOException {
    writeStudy();
    List<PlannedRun> runs = threeBlocksAndHalfOfOne();
    runs.add(planned(8, 4, "kafka-streams", PlannedRun.RunState.PENDING, 0));
    study(runs).write(folder);
    for (int run = 1; run <= 7; run++) {
      Files.writeString(
          folder.resolve("runs/" + run + "/environment.json"),
          """
          {"cores": 2, "build": "b", "commit": "0c", "kernel": "6.1", "steal": 0.01,
           "artifacts": [{"coordinate": "org.apache.flink:flink-connector-kafka:5.0.0-2.2",
           "sha256": "0123456789abcdef0123456789abcdef"}], "means": {"heap": "1GB"},
           "jvms": [{"node": "worker-1", "java": "25.0.3", "collector": "G1"}],
           "witness": ["gone for good"], "services": {"many": "others"},
           "program": {"jar": "%s/jobs/mine.jar", "sha256": "0a"}, "data": {"sha256": "0b"}}
          """
              .formatted(Path.of("").toAbsolutePath()));
      Files.writeString(
          folder.resolve("runs/" + run + "/experiment.yaml"),
          "engine:\n  jar: " + Path.of("").toAbsolutePath() + "/jobs/mine.jar\n");
    }
    TimelineFile.write(
        new Timeline(
            0,
            List.of(),
            List.of(SceneFileTest.scene(1, 0), SceneFileTest.scene(4, 0)),
            List.of(),
            1),
        folder.resolve("runs/1"));
    Files.createDirectories(folder.resolve("runs/1/logs"));
    Files.writeString(
        folder.resolve("runs/1/logs/worker-1.log"), "up\n12:00 worker-2 is gone for good\ndown\n");
    for (int again = 0; again < 2; again++) {
      StudyArchive.ArchiveExtent kept = StudyArchive.write(folder, elsewhere.resolve("kept"));
      assertThat(kept.runs()).isEqualTo(6);
    }
    Path kept = elsewhere.resolve("kept");
    assertThat(kept.resolve("runs/7")).doesNotExist();
    assertThat(kept.resolve("runs/1/environment.json"))
        .content()
        .contains("cores", "build", "{\"heap\":\"1GB\"}", "\"jobs/mine.jar\"", "0a", "0b")
        .contains(
            "\"commit\":\"0c\"", "\"kernel\":\"6.1\"", "\"steal\":0.01", "\"collector\":\"G1\"")
        .contains(
            "\"jars\":{\"org.apache.flink:flink-connector-kafka:5.0.0-2.2\":\"0123456789ab\"}")
        .doesNotContain("many");
    assertThat(kept.resolve("runs/1/witness.log"))
        .hasContent("worker-1: 12:00 worker-2 is gone for good");
    assertThat(kept.resolve("runs/2/witness.log")).doesNotExist();
    assertThat(kept.resolve("runs/1/experiment.yaml")).hasContent("engine:\n  jar: jobs/mine.jar");
    Comparison before = StudyFolder.compare(folder);
    Comparison after = StudyFolder.compare(kept);
    assertThat(after.differences()).isEqualTo(before.differences());
    assertThat(after.claims()).isEqualTo(before.claims());
    assertThat(after.cells()).extracting(cell -> cell.runs().size()).containsExactly(3, 3);
    assertThat(SceneFile.read(kept.resolve("runs/1"), 4).map(Object::toString))
        .as("the third of the five that took as long, and less than the other")
        .isEqualTo(SceneFile.read(folder.resolve("runs/1"), 4).map(Object::toString))
        .isPresent();
    assertThat(kept.resolve("runs/2/scene.json")).doesNotExist();
    assertThat(after.leftOut()).containsExactly("2 of 8 planned runs are not done yet");
    assertThat(StudyArchive.holds(kept.resolve("runs/1"))).isTrue();
    assertThat(StudyArchive.holds(folder.resolve("runs/1"))).isFalse();
    Files.createDirectories(elsewhere.resolve("runs/1"));
    Files.writeString(elsewhere.resolve("runs/1/results.json"), "mine");
    Path nested = Files.createDirectories(elsewhere.resolve("nested"));
    String text = Files.readString(kept.resolve("study.json"));
    Files.writeString(nested.resolve("study.json"), text.replace("runs/1\"", "../runs/1\""));
    assertThatThrownBy(() -> StudyArchive.write(nested, elsewhere.resolve("other")))
        .isInstanceOf(ReboundException.class);
    assertThat(elsewhere.resolve("runs/1/results.json")).hasContent("mine");
    Files.createDirectories(elsewhere.resolve("mine"));
    Files.writeString(elsewhere.resolve("mine/thing"), "");
    assertThatThrownBy(() -> StudyArchive.write(folder, elsewhere.resolve("mine")))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("holds something else");
    assertThat(elsewhere.resolve("mine/thing")).exists();
  }

  @Test
  void onlyTheLastOfARunMadeAgainCountsAndAllAreToldWithTheirFigures(@TempDir Path elsewhere)
      throws IOException {
    writeStudy();
    List<PlannedRun> runs = threeBlocksAndHalfOfOne().subList(0, 6);
    PlannedRun failed = runs.get(2).with(PlannedRun.RunState.DONE, "fail", 60, "");
    StudyRuns begun = study(runs).with(failed);
    begun.write(folder);
    Path kept = elsewhere.resolve("kept");
    StudyArchive.write(folder, kept);
    Files.createDirectories(folder.resolve("runs/again"));
    Files.writeString(
        folder.resolve("runs/again/results.json"),
        Files.readString(folder.resolve("runs/1/results.json")).replace("\"x-1\"", "\"x-8\""));
    begun
        .with(
            failed
                .started("runs/again")
                .with(PlannedRun.RunState.DONE, "pass", 60, "")
                .inPlaceOf(failed, "a backup ran"))
        .write(folder);
    String told =
        "1 run was made again: kill 2 of 8, flink 1.0, quick, run 2 (before: FAIL (a backup ran))";
    Comparison comparison = StudyFolder.compare(folder);
    assertThat(comparison.conditions()).contains(told);
    assertThat(comparison.cells().get(0).runs())
        .extracting(run -> folder.relativize(run.folder()) + " " + run.before())
        .containsExactly("runs/1 ", "runs/again FAIL (a backup ran)", "runs/5 ");
    assertThat(comparison.leftOut()).isEmpty();
    assertThat(recoveriesBefore(comparison)).as("of run 3").contains(2002.0).doesNotContain(2001.0);
    StudyArchive.write(folder, kept);
    assertThat(StudyFolder.compare(kept).conditions()).contains(told);
    assertThat(recoveriesBefore(StudyFolder.compare(kept))).isEqualTo(recoveriesBefore(comparison));
    assertThat(RunFolders.find(List.of(kept)).madeAgain())
        .containsExactly(kept.toRealPath().resolve("runs/3"));
    Files.delete(folder.resolve("runs/3/results.json"));
    assertThat(recoveriesBefore(StudyFolder.compare(folder))).as("deleted").isEmpty();
    StudyArchive.write(folder, kept);
    assertThat(kept.resolve("runs/3")).doesNotExist();
    assertThat(StudyFolder.compare(kept).conditions()).contains(told);
  }

  private static List<Double> recoveriesBefore(Comparison comparison) {
    return comparison.cells().get(0).byRun().stream()
        .filter(metric -> metric.metric().equals("recovery"))
        .flatMap(metric -> metric.runs().get(1).before().stream())
        .flatMap(before -> before.values().stream())
        .map(value -> value.low())
        .toList();
  }

  @Test
  void oneMadeAgainInABlockThatIsNotWholeIsToldAsNotCounted() throws IOException {
    writeStudy();
    List<PlannedRun> runs = threeBlocksAndHalfOfOne();
    runs.add(planned(8, 4, "kafka-streams", PlannedRun.RunState.PENDING, 0));
    runs.set(6, runs.get(6).inPlaceOf(runs.get(4), "a backup ran"));
    runs.set(0, runs.get(0).begunAgain("runs/given-up", "a backup ran"));
    study(runs).write(folder);
    assertThat(StudyFolder.compare(folder).conditions())
        .contains(
            "1 run was made again: kill 2 of 8, flink 1.0, quick, run 4 (before: PASS (a backup"
                + " ran); not counted)",
            "1 repeat was begun and not ended: kill 2 of 8, flink 1.0, quick, run 1 (a backup"
                + " ran)");
  }

  @Test
  void aStudyInWhichARunStandsTwiceIsNeitherComparedNorArchived(@TempDir Path elsewhere)
      throws IOException {
    writeStudy();
    List<PlannedRun> runs = new ArrayList<>(threeBlocksAndHalfOfOne().subList(0, 6));
    study(runs).write(folder);
    Path copy = folder.resolve("runs/5/results.json");
    Files.copy(folder.resolve("runs/1/results.json"), copy, StandardCopyOption.REPLACE_EXISTING);
    for (ThrowingCallable use :
        List.<ThrowingCallable>of(
            () -> StudyFolder.compare(folder),
            () -> StudyArchive.write(folder, elsewhere.resolve("kept")))) {
      assertThatThrownBy(use)
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining("runs/5 is the same run as")
          .hasMessageContaining("runs/1: x-1");
    }
    runs.set(4, runs.get(4).started("runs/1").with(PlannedRun.RunState.DONE, "pass", 60, ""));
    study(runs).write(folder);
    assertThatThrownBy(() -> StudyFolder.compare(folder)).hasMessageContaining("in one folder");
  }

  @Test
  void moreBlocksThanWereMeantBeforeAreTold() throws IOException {
    writeStudy();
    study(threeBlocksAndHalfOfOne().subList(0, 6)).write(folder);
    String added = ": who adds runs after looking errs more often than 5 %";
    assertThat(StudyFolder.compare(folder).conditions())
        .as("none were fixed")
        .anyMatch(told -> told.startsWith("3 blocks where the study's file has 1" + added));
    Files.writeString(
        folder.resolve("study.yaml"),
        Files.readString(folder.resolve("study.yaml")) + "repetitions: 3\n");
    assertThat(StudyFolder.compare(folder).conditions()).noneMatch(told -> told.contains(added));
  }

  @Test
  void aRunThatWasBegunMoreThanOnceIsTold() throws IOException {
    writeStudy();
    List<PlannedRun> runs = threeBlocksAndHalfOfOne();
    study(runs).write(folder);
    assertThat(StudyFolder.compare(folder).conditions()).noneMatch(told -> told.contains("begun"));
    runs.set(2, runs.get(2).started("runs/3").with(PlannedRun.RunState.DONE, "pass", 60, ""));
    study(runs).write(folder);
    assertThat(StudyFolder.compare(folder).conditions())
        .contains(
            "1 run was begun more than once, as what was begun before was interrupted or of no use:"
                + " kill 2 of 8, flink 1.0, quick, run 2");
  }

  private List<PlannedRun> threeBlocksAndHalfOfOne() throws IOException {
    List<PlannedRun> runs = new ArrayList<>();
    for (int block = 1; block <= 3; block++) {
      runs.add(planned(2 * block - 1, block, "flink", PlannedRun.RunState.DONE, 2000 + block));
      runs.add(planned(2 * block, block, "kafka-streams", PlannedRun.RunState.DONE, 6000 + block));
    }
    runs.add(planned(7, 4, "flink", PlannedRun.RunState.DONE, 9000));
    return runs;
  }

  private void writeStudy() throws IOException {
    Files.writeString(folder.resolve("kill.yaml"), "name: kill\n");
    Files.writeString(
        folder.resolve("study.yaml"),
        """
        name: thesis
        question: Who is faster?
        source: Nobody 2024
        experiments: [{ file: kill.yaml, scenario: kill 2 of 8 }]
        compare: [{ metric: recovery, between: engine }]
        published: [{ metric: recovery.mean, engine: flink, value: 113s, where: table 4 }]
        claims:
          - { claim: Flink is faster, metric: recovery, less: { engine: flink }, than: { engine: kafka-streams } }
        """);
  }

  private static StudyRuns study(List<PlannedRun> runs) {
    return new StudyRuns("thesis", 0.05, "6 faults a run", List.of(), Map.of(), runs);
  }

  @Test
  void aFolderWithoutStudyIsRefused() {
    assertThat(StudyFolder.is(folder)).isFalse();
    assertThatThrownBy(() -> StudyFolder.compare(folder)).isInstanceOf(ReboundException.class);
  }

  private PlannedRun planned(
      int number, int block, String engine, PlannedRun.RunState state, double recovery)
      throws IOException {
    String name = "runs/" + number;
    if (state == PlannedRun.RunState.DONE) {
      Files.createDirectories(folder.resolve(name));
      new ObjectMapper()
          .writeValue(
              folder.resolve(name).resolve("results.json").toFile(),
              Results.of("x-" + engine + "-quick", engine, "1.0")
                  .guarantee("at-least-once")
                  .profile("quick")
                  .verdict(Verdict.PASS)
                  .faults(
                      IntStream.rangeClosed(1, 6)
                          .mapToObj(fault -> at(fault, recovery + (fault == 3 ? 1 : 0)))
                          .toList())
                  .runId("x-" + number)
                  .build());
    }
    return PlannedRun.of(
            new dev.rebound.campaign.study.PlannedCell("kill 2 of 8", engine, "1.0", "quick"),
            "x",
            false,
            block)
        .numbered(number)
        .started(name)
        .with(state, "pass", 60, state == PlannedRun.RunState.FAILED ? "it broke" : "");
  }

  private static FaultResult at(int number, double millis) {
    Span recovery = new Span(SpanState.ENDED, Math.round(millis), 100, "a lane");
    Span outage = new Span(SpanState.ENDED, recovery.millis() / 2, 1000, "");
    return FaultResult.hit(number, "kill", "worker", List.of("worker-1"), outage, recovery)
        .atMicros(number * 60_000_000L)
        .build();
  }
}
