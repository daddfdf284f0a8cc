package dev.rebound.campaign.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A study over a folder, choices and files that changed since it began. */
class StudyChangesTest extends PretendedStudy {
  @Test
  void onlySomeCellsAreExecutedAndTheRestLater() {
    execute(new StudyChoice(List.of("2 of 2, FLINK"), 1, null, true));
    assertThat(executor.executed).containsExactlyInAnyOrder("one-flink-control 1", "both-flink 1");
    assertThat(executor.told).anyMatch(line -> line.startsWith("run 1 of 2: "));
    execute(all());
    assertThat(executor.executed).hasSize(12);
    assertThat(folders(parent)).hasSize(1);
  }

  @Test
  void theNumberOfRepetitionsOfTheSameCellsStaysUntilAnotherOneIsNamed() {
    List<String> flink = List.of("2 of 2, flink");
    executor.interruptAt = 1;
    execute(new StudyChoice(flink, 3, null, false));
    executor.reset();
    StudyChoice later = new StudyChoice(flink, 2, null, false);
    StudyRuns begun = StudyStart.find(parent, plan(), later, false).runs();
    assertThat(StudyWords.lines(plan(), begun, later.within(begun, plan().study()), false))
        .anyMatch(line -> line.startsWith("in 3 blocks (the study file says 2), each"));
    execute(later);
    assertThat(executor.executed).contains("both-flink 3");
    assertThat(runs(parent).repetitions()).isEqualTo(3);
    executor.reset();
    execute(all());
    assertThat(executor.executed).as("all cells, as the file says").noneMatch(n -> n.endsWith("3"));
    assertThat(runs(parent).repetitions()).isNull();
  }

  @Test
  void controlsMayBeLeftForLater() {
    execute(new StudyChoice(List.of(), 2, null, false));
    assertThat(executor.executed).isNotEmpty().noneMatch(name -> name.contains("control"));
    execute(all());
    assertThat(executor.executed).hasSize(12);
  }

  @Test
  void aTextThatNoCellContainsIsRefusedWithTheCells() {
    assertThatThrownBy(() -> new StudyChoice(List.of("storm"), 1, null, true).check(plan()))
        .isInstanceOfSatisfying(
            ReboundException.class, e -> assertThat(e.remedy()).contains("kill 1 of 2, flink"));
    assertThatThrownBy(() -> new StudyChoice(List.of(), 0, null, true).check(plan()))
        .isInstanceOf(ReboundException.class);
  }

  @Test
  void moreRepetitionsGoOnWithTheSameStudyAndFewerDropNothingThatIsDone() {
    execute(all());
    execute(new StudyChoice(List.of(), 3, null, true));
    assertThat(executor.executed).hasSize(18);
    execute(new StudyChoice(List.of(), 1, null, true));
    assertThat(runs(parent).done(false)).hasSize(12);
    assertThat(executor.executed).hasSize(18);
  }

  @Test
  void aChangedExperimentIsNamedAndNeedsFresh() throws IOException {
    executor.interruptAt = 2;
    execute(all());
    file("both.yaml", KILL.formatted("both", "200/s", 2));
    assertThatThrownBy(() -> execute(all()))
        .isInstanceOfSatisfying(
            ReboundException.class,
            e -> {
              assertThat(e).hasMessageContaining("1 of 12 runs are done");
              assertThat(e).hasMessageContaining("both-flink has changed");
              assertThat(e.getMessage()).doesNotContain("one-flink");
              assertThat(e.remedy()).contains("--fresh");
            });
    executor.reset();
    execute(parent, all(), true);
    assertThat(folders(parent)).hasSize(2);
  }

  @Test
  void otherDataMakesAnotherStudy() throws IOException {
    file("x.log", "GET /\n");
    file(
        "both.yaml",
        KILL.formatted("both", "100/s, file: x.log", 2) + "workload: { name: grep }\n");
    executor.interruptAt = 2;
    execute(all());
    assertThat(StudyStart.find(parent, plan(), all(), false).folder()).isPresent();
    file("x.log", "PUT /\n");
    assertThatThrownBy(() -> execute(all()))
        .hasMessageContaining("both-flink has changed")
        .hasMessageContaining("is another study by now");
    file("x.log", "GET /\n");
    assertThat(StudyStart.find(parent, plan(), all(), false).folder()).isPresent();
  }

  @Test
  void ofManyChangedExperimentsAFewAreNamed() throws IOException {
    executor.interruptAt = 2;
    execute(all());
    file("both.yaml", KILL.formatted("two", "100/s", 2));
    assertThatThrownBy(() -> execute(all()))
        .hasMessageContaining("both-flink is gone, both-kafka-streams is gone, two-flink is new")
        .hasMessageEndingWith(", and 1 more");
  }

  @Test
  void aDefaultThatAFileWritesOutByNowChangesNothing() throws IOException {
    executor.interruptAt = 2;
    execute(all());
    file("both.yaml", KILL.formatted("both", "100.0/s", 2) + "kafka: { partitions: 8 }\n");
    executor.reset();
    execute(all());
    assertThat(executor.executed).hasSize(11);
    assertThat(folders(parent)).hasSize(1);
  }

  @Test
  void theFormerStudyGoesOnOnceItsFilesAreBack() throws IOException {
    executor.interruptAt = 2;
    execute(all());
    file("both.yaml", KILL.formatted("both", "200/s", 2));
    executor.reset();
    execute(parent, all(), true);
    file("both.yaml", KILL.formatted("both", "100/s", 2));
    executor.reset();
    execute(all());
    assertThat(executor.executed).hasSize(11);
    assertThat(folders(parent)).hasSize(2);
  }

  @Test
  void aSecondLabDoesNotTakeUpAStudyThatIsBeingExecuted() throws IOException {
    Files.createDirectories(parent);
    try (StudyLock first = StudyLock.take(parent)) {
      assertThat(first.folder()).isEqualTo(parent);
      assertThatThrownBy(() -> StudyLock.take(parent)).hasMessageContaining("executed already");
    }
    StudyLock.take(parent).close();
  }
}
