package dev.rebound.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.lab.LabException;
import dev.rebound.lab.study.PlannedRun;
import dev.rebound.lab.study.StudyRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyFolderTest {
  @TempDir Path folder;

  @Test
  void theRunsThatAreDoneAreComparedAsTheStudyAsks() throws IOException {
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
    new StudyRuns(
            "thesis",
            0.05,
            "6 faults a run",
            List.of(),
            Map.of(),
            List.of(
                planned(1, "flink", PlannedRun.State.DONE, 2000),
                planned(2, "kafka-streams", PlannedRun.State.DONE, 6000),
                planned(3, "flink", PlannedRun.State.FAILED, 0),
                planned(4, "flink", PlannedRun.State.PENDING, 0)))
        .write(folder);
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
    assertThat(comparison.claims().get(0).verdict()).isEqualTo("not shown here");
    assertThat(comparison.leftOut())
        .containsExactly(
            "kill 2 of 8, flink 1.0, quick, run 1: it broke",
            "1 of 4 planned runs are not done yet");
  }

  @Test
  void aFolderWithoutStudyIsRefused() {
    assertThat(StudyFolder.is(folder)).isFalse();
    assertThatThrownBy(() -> StudyFolder.compare(folder)).isInstanceOf(LabException.class);
  }

  private PlannedRun planned(int number, String engine, PlannedRun.State state, double recovery)
      throws IOException {
    String name = "runs/" + number;
    if (state == PlannedRun.State.DONE) {
      Files.createDirectories(folder.resolve(name));
      new ObjectMapper()
          .writeValue(
              folder.resolve(name).resolve("results.json").toFile(),
              MadeUp.run(
                      "x",
                      engine,
                      "quick",
                      recovery,
                      recovery,
                      recovery + 1,
                      recovery,
                      recovery,
                      recovery)
                  .results());
    }
    return new PlannedRun(
        number,
        new dev.rebound.lab.study.Cell("kill 2 of 8", engine, "1.0", "quick"),
        "x",
        false,
        1,
        name,
        state,
        "pass",
        1,
        60,
        state == PlannedRun.State.FAILED ? "it broke" : "");
  }
}
