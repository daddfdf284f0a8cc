package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.units.Rate;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rate: max}. */
class FlatOutLoadTest {
  @TempDir Path folder = Path.of("unset");

  private List<Experiment> load(String load, double scale, String... rest) throws IOException {
    Path file = folder.resolve("x.yaml");
    Files.writeString(
        file,
        "name: x\nengine: { name: flink }\nload: { "
            + load
            + " }\n"
            + String.join("\n", rest)
            + "\n");
    return ExperimentFile.load(file, List.of(), scale);
  }

  @Test
  void maxIsARateAndIsWrittenAsSuch() throws IOException {
    Experiment experiment = load("rate: max", 1).get(0);

    assertThat(experiment.load().flatOut()).isTrue();
    assertThat(experiment.load().rate()).isEqualTo(Rate.MAX);
    assertThat(experiment.load().maxRecords()).isZero();
    assertThat(experiment.resolvedYaml()).contains("  rate: max\n").doesNotContain("max-records");
    assertThat(OwnSettings.of(experiment.resolvedYaml()).own()).containsEntry("load.rate", "max");
  }

  @Test
  void theRoomForRecordsCanBeGiven() throws IOException {
    Experiment experiment = load("rate: max, max-records: 5000000", 1).get(0);

    assertThat(experiment.load().maxRecords()).isEqualTo(5_000_000);
    assertThat(experiment.resolvedYaml()).contains("max-records: 5000000");
  }

  @Test
  void aScheduleIsAsBefore() throws IOException {
    Experiment experiment = load("rate: 2000/s", 0.5).get(0);

    assertThat(experiment.load().flatOut()).isFalse();
    assertThat(experiment.resolvedYaml()).contains("rate: 1000/s").doesNotContain("max");
  }

  @Test
  void maxIsOneValueOfAMatrix() throws IOException {
    assertThat(load("rate: [2000/s, max]", 1)).extracting(Experiment::name).hasSize(2);
    assertThat(load("rate: [2000/s, max]", 1).get(1).name()).contains("max");
  }

  @Test
  void aControlHasTheSameLoadAndMayHaveAnother() throws IOException {
    Experiment.Counterpart same =
        load("rate: max", 1, "control: { set: { engine.guarantee: at-least-once } }")
            .get(0)
            .counterpart();
    assertThat(same).isNotNull();
    assertThat(same.experiment().load().flatOut()).isTrue();
    Experiment.Counterpart other =
        load("rate: max", 1, "control: { set: { load.rate: 1000/s } }").get(0).counterpart();
    assertThat(other).isNotNull();
    assertThat(other.experiment().load().flatOut()).isFalse();
  }

  @Test
  void whatMakesNoSenseWithItIsRefusedWithARemedy() {
    refused("rate: max", 0.5, "nothing can be scaled", "--scale");
    refused("rate: 2000/s, max-records: 9", 1, "this one has a rate", "rate: max");
    refused("rate: max, generators: 2, max-records: 1", 1, "fewer records", "max-records");
    refused("rate: fastest", 1, "'fastest' is not a rate", "or max");
    refused("rate: max%", 1, "'max%' is not a rate", "60%");
  }

  @Test
  void aBacklogIsSentBeforeTheJobStarts() throws IOException {
    Experiment experiment =
        load("rate: max, max-records: 5000000, backlog: true", 1, "faults: []").get(0);

    assertThat(experiment.load().backlog()).isTrue();
    assertThat(experiment.resolvedYaml()).contains("backlog: true");
    assertThat(load("rate: max", 1).get(0).resolvedYaml()).doesNotContain("backlog");
  }

  @Test
  void aBacklogOfNoSizeOrUnderFaultsIsRefused() {
    refused("rate: max, backlog: true", 1, "a backlog is so many records", "max-records");
    refused("rate: 100/s, backlog: true", 1, "a backlog is so many records", "rate: max");
    assertThatThrownBy(
            () ->
                load(
                    "rate: max, max-records: 5000, backlog: true",
                    1,
                    "faults: [{ at: 1s, kill: worker, restart: { after: 1s } }]"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("no phases in which faults could come");
  }

  private void refused(String load, double scale, String what, String remedy) {
    assertThatThrownBy(() -> load(load, scale))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining(what)
        .hasMessageContaining(remedy);
  }
}
