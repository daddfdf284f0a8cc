package dev.rebound.campaign.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A study's runs: blocks, their order and number, and the controls. */
class StudyBlocksTest extends PretendedStudy {
  @Test
  void eachBlockHasOneRunOfEveryCellAndItsControlInAnOrderOfItsOwn() {
    execute(all());
    assertThat(executor.executed.subList(0, 6))
        .as("a control that is the same for all is run once")
        .containsExactlyInAnyOrder(
            "one-kafka-streams 1",
            "one-kafka-streams-control 1",
            "one-flink 1",
            "one-flink-control 1",
            "both-kafka-streams 1",
            "both-flink 1");
    assertThat(executor.executed.subList(6, 12)).allMatch(name -> name.endsWith(" 2"));
    assertThat(blockOf(1)).isNotEqualTo(blockOf(2));
    assertThat(executor.compared)
        .contains("one-flink with one-flink-control", "both-flink with one-flink-control")
        .hasSize(8);
  }

  private List<String> blockOf(int block) {
    return plan().runs(2).stream()
        .filter(run -> run.repetition() == block)
        .map(PlannedRun::experiment)
        .toList();
  }

  @Test
  void theSeedDecidesTheOrder() throws IOException {
    List<PlannedRun> once = plan().runs(3);
    assertThat(plan().runs(3)).isEqualTo(once);
    assertThat(plan().runs(4).subList(0, once.size())).as("more blocks").isEqualTo(once);
    file("study.yaml", STUDY + "seed: 7\n");
    assertThat(plan().runs(3)).isNotEqualTo(once);
  }

  @Test
  void theFirstBlockSaysHowManyItTakesAndFixesThatForGood() throws IOException {
    file("study.yaml", STUDY + "precision: 20%\n");
    executor.pilot = 4;
    execute(all());
    assertThat(executor.asked).isEqualTo(0.2);
    assertThat(executor.executed).hasSize(24);
    assertThat(executor.told).anyMatch(line -> line.startsWith("It is fixed now: 4 blocks; 18 "));
    assertThat(runs(parent).blocks()).isEqualTo(4);
    executor.reset();
    executor.pilot = 9;
    execute(all());
    assertThat(executor.executed).as("a later look changes nothing").isEmpty();
  }

  @Test
  void thereAreAtLeastThreeBlocksAlsoIfTheLabWasKilledBeforeItSaidSo() throws IOException {
    file("study.yaml", STUDY + "precision: 20%\n");
    executor.pilot = 1;
    executor.dieAt = 6;
    executor.endedAll = true;
    assertThatThrownBy(() -> execute(all())).isInstanceOf(Killed.class);
    executor.reset();
    executor.endedAll = true;
    execute(all());
    assertThat(executor.executed).hasSize(12);
    assertThat(runs(parent).blocks()).isEqualTo(3);
    assertThat(states(parent)).hasSize(18).containsOnly(PlannedRun.RunState.DONE);
  }

  @Test
  void withoutAPrecisionTheFileFixesTheNumberAndThePilotOnlyTells() {
    executor.pilot = 9;
    execute(all());
    assertThat(executor.executed).hasSize(12);
    assertThat(executor.told).contains("After the first block: it takes 9.");
    assertThat(runs(parent).blocks()).isEqualTo(2);
  }

  @Test
  void cellsThatShareTheirPartsAreToldApartAndHaveControlsOfTheirOwn() throws IOException {
    file("one.yaml", KILL.formatted("one", "[100/s, 200/s]", 1));
    file("both.yaml", KILL.formatted("both", "[100/s, 200/s]", 2));
    assertThat(plan().experiments())
        .extracting(planned -> planned.cell().label())
        .contains(
            "kill 1 of 2, flink 2.3.0, stock, load.rate 100/s",
            "kill 2 of 2, kafka-streams 4.3.1, stock, load.rate 200/s")
        .doesNotHaveDuplicates();
    execute(all());
    assertThat(executor.executed).hasSize(24);
    assertThat(executor.compared)
        .hasSize(16)
        .contains("both-flink-rate=200 with one-flink-rate=200-control")
        .doesNotContain("both-flink-rate=200 with one-flink-rate=100-control");
  }

  @Test
  void aControlWithOtherSettingsIsInTheBlockOfItsRunAndSaysInWhatItDiffers() throws IOException {
    String kill =
        KILL.replace("control: true", "control: { set: { engine.guarantee: at-least-once } }");
    file("one.yaml", kill.formatted("one", "100/s", 1));
    file("both.yaml", kill.formatted("both", "100/s", 2));
    StudyPlan plan = plan();
    assertThat(
            StudyWords.lines(
                plan, StudyStart.find(parent, plan, all(), false).runs(), all(), false))
        .contains(
            "  the control of kill 1 of 2, flink 2.3.0, stock is the same with guarantee"
                + " at-least-once");
    execute(all());
    assertThat(executor.executed.subList(0, 8))
        .as("with faults, no control stands for another scenario's")
        .containsExactlyInAnyOrder(
            "one-kafka-streams 1",
            "one-kafka-streams-control 1",
            "one-flink 1",
            "one-flink-control 1",
            "both-kafka-streams 1",
            "both-kafka-streams-control 1",
            "both-flink 1",
            "both-flink-control 1");
    assertThat(executor.compared)
        .contains("both-flink with both-flink-control")
        .doesNotContain("both-flink with one-flink-control")
        .hasSize(8);
    assertThat(runs(parent).runs())
        .filteredOn(PlannedRun::control)
        .allMatch(run -> run.differs().equals(Map.of("engine.guarantee", "at-least-once")))
        .allMatch(run -> run.label().endsWith(" with guarantee at-least-once"));
    assertThat(runs(parent).runs())
        .filteredOn(run -> !run.control())
        .allMatch(run -> run.differs().isEmpty());
  }

  @Test
  void aControlThatDiffersIsRunForItself() throws IOException {
    file("both.yaml", KILL.formatted("both", "200/s", 2));
    execute(all());
    assertThat(executor.executed).contains("both-flink-control 1").hasSize(16);
  }

  @Test
  void aControlOnOtherCoresBesideAnotherJobOrWithOtherDoubtsAllowedIsRunForItself()
      throws IOException {
    for (String other :
        List.of(
            "cores: { subject: 1, rig: 1 }",
            "rig: { allow: [cpu-saturated] }",
            "beside: { load: { rate: 10/s } }")) {
      file("both.yaml", KILL.formatted("both", "100/s", 2) + other + "\n");
      assertThat(plan().runs(1))
          .as(other)
          .extracting(PlannedRun::experiment)
          .contains("one-flink-control", "both-flink-control")
          .hasSize(8);
      assertThat(plan().runs(1)).allMatch(run -> run.alsoFor().isEmpty());
    }
    file("one.yaml", KILL.formatted("one", "100/s", 1) + "beside: { load: { rate: 10/s } }\n");
    assertThat(plan().runs(1))
        .as("jobs beside that are alike")
        .extracting(PlannedRun::experiment)
        .contains("one-flink-control")
        .doesNotContain("both-flink-control")
        .hasSize(6);
  }
}
