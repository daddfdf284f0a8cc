package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixTest {
  private static final String TWO_ENGINES =
      """
      name: m
      engine:
        - { name: flink, spares: 1 }
        - { name: kafka-streams, threads: 2 }
      load: { rate: 2000/s }
      """;

  @TempDir Path folder;

  private List<Experiment> load(String text, String... overrides) throws IOException {
    Path file = folder.resolve("m.yaml");
    Files.writeString(file, text);
    return ExperimentFile.load(file, List.of(overrides), 1);
  }

  private static List<String> names(List<Experiment> experiments) {
    return experiments.stream().map(Experiment::name).toList();
  }

  @Test
  void aListOfEnginesMakesOneExperimentEach() throws IOException {
    List<Experiment> all = load(TWO_ENGINES);

    assertThat(names(all)).containsExactly("m-flink", "m-kafka-streams");
    assertThat(all.get(0).engine().spares()).isEqualTo(1);
    assertThat(all.get(1).engine().threads()).isEqualTo(2);
  }

  @Test
  void aListOfListsWhereAListBelongsMakesOneExperimentEach() throws IOException {
    List<Experiment> all = load(TWO_ENGINES, "engine.jvm=[[-Xss1m], [-Xss2m, -Xint]]");
    assertThat(all)
        .extracting(e -> e.engine().jvm())
        .contains(List.of("-Xss1m"), List.of("-Xss2m", "-Xint"))
        .hasSize(4);
    assertThat(names(all)).contains("m-flink-jvm=Xss1m", "m-flink-jvm=Xss2m-Xint");
    assertThatThrownBy(() -> load(TWO_ENGINES, "engine.jvm=[[-Xint], [-Xint]]"))
        .hasMessageContaining("the same as one before it");
  }

  @Test
  void severalListsMakeEveryCombination() throws IOException {
    assertThat(names(load(TWO_ENGINES, "load.rate=[1000/s, 5000/s]", "seed=[1, 2]")))
        .containsExactlyInAnyOrder(
            "m-flink-rate=1000-seed=1",
            "m-flink-rate=1000-seed=2",
            "m-flink-rate=5000-seed=1",
            "m-flink-rate=5000-seed=2",
            "m-kafka-streams-rate=1000-seed=1",
            "m-kafka-streams-rate=1000-seed=2",
            "m-kafka-streams-rate=5000-seed=1",
            "m-kafka-streams-rate=5000-seed=2");
  }

  @Test
  void itemsOfTheSameNameAreToldApartByWhatDiffers() throws IOException {
    String text =
        """
        name: m
        engine:
          - { name: flink, workers: 4, profile: quick }
          - { name: flink, workers: 4, profile: stock }
        load: { rate: 2000/s }
        """;
    assertThat(names(load(text))).containsExactly("m-flink-profile=quick", "m-flink-profile=stock");
  }

  @Test
  void aListInsideAFaultMakesAMatrixAndTheListOfFaultsDoesNot() throws IOException {
    String text =
        TWO_ENGINES
            + """
            faults:
              - { at: 1s, kill: worker, restart: { disk: [kept, wiped] } }
              - { at: 20s, kill: worker }
            """;
    List<Experiment> all = load(text, "engine.name=flink");

    assertThat(names(all)).containsExactly("m-flink-disk=kept", "m-flink-disk=wiped");
    assertThat(all).allSatisfy(experiment -> assertThat(experiment.faults()).hasSize(2));
  }

  @Test
  void anOverrideThroughAListChangesEveryItem() throws IOException {
    assertThat(load(TWO_ENGINES, "engine.guarantee=at-least-once"))
        .hasSize(2)
        .allSatisfy(e -> assertThat(e.engine().guarantee()).isEqualTo(Guarantee.AT_LEAST_ONCE));
  }

  @Test
  void anOverrideOfTheEnginesNamePicksItFromTheList() throws IOException {
    assertThat(names(load(TWO_ENGINES, "engine.name=flink"))).containsExactly("m-flink");
  }

  @Test
  void theSameItemTwiceIsAnError() {
    assertThatThrownBy(() -> load(TWO_ENGINES, "seed=[1, 1]"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("the same as one before it");
  }

  @Test
  void aMatrixWithoutItemsIsAnError() {
    assertThatThrownBy(() -> load(TWO_ENGINES, "seed=[]"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("an empty list makes no experiment");
  }

  @Test
  void theNameItselfMakesNoMatrix() {
    assertThatThrownBy(() -> load(TWO_ENGINES, "name=[a, b]"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("name must be a name, not a list");
  }
}
