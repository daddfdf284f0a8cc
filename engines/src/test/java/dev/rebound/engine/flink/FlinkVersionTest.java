package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlinkVersionTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"2.0.0, does not know version '2.0.0'", "1.17.2, does not know version '1.17.2'"})
  void whatOurJobDoesNotRunOnIsToldAtItsPlace(String version, String problem) throws IOException {
    Path file = folder.resolve("x.yaml");
    Files.writeString(
        file, "name: x\nengine: { name: flink, version: " + version + " }\nload: { rate: 10/s }\n");

    assertThatThrownBy(
            () -> ExperimentFile.load(file, List.of(), 1, Map.of("flink", FlinkEngine.DECLARATION)))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining(problem)
        .hasMessageContaining("x.yaml:2:");
  }

  @Test
  void whatTheOlderConnectorCannotNameIsToldAtItsPlace() throws IOException {
    Path file = folder.resolve("x.yaml");
    Files.writeString(
        file,
        """
        name: x
        engine: { name: flink, version: 1.20.5, transaction-naming: pooling }
        load: { rate: 10/s }
        """);

    assertThatThrownBy(
            () -> ExperimentFile.load(file, List.of(), 1, Map.of("flink", FlinkEngine.DECLARATION)))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("the connector of Flink 1.20.5 knows no pooling")
        .hasMessageContaining("x.yaml:2:");
  }

  @Test
  void settingsHaveTheNamesAndUnitsThatTheirVersionReads() {
    Map<String, String> settings =
        Map.of(
            "execution.checkpointing.dir", "file:/c",
            "heartbeat.interval", "500ms",
            "resourcemanager.standalone.start-up-time", "7d",
            "taskmanager.load-balance.mode", "SLOTS",
            "jobmanager.adaptive-scheduler.executing.cooldown-after-rescaling", "10s");
    assertThat(SettingNames.of(FlinkEngine.version("2.3.0")).in(settings)).isEqualTo(settings);
    assertThat(SettingNames.of(FlinkEngine.version("1.20.5")).in(settings))
        .containsEntry("execution.checkpointing.dir", "file:/c")
        .containsEntry("heartbeat.interval", "500ms")
        .containsEntry("jobmanager.adaptive-scheduler.scaling-interval.min", "10s");
    assertThat(SettingNames.of(FlinkEngine.version("1.18.1")).in(settings))
        .isEqualTo(
            Map.of(
                "state.checkpoints.dir", "file:/c",
                "heartbeat.interval", "500",
                "resourcemanager.standalone.start-up-time", "604800000",
                "cluster.evenly-spread-out-slots", "true"));
  }

  @Test
  void whatTheExperimentSetsByItsOwnNameStays() {
    assertThat(
            SettingNames.of(FlinkEngine.version("1.19.3"))
                .in(
                    Map.of(
                        "execution.checkpointing.incremental", "true",
                        "state.backend.incremental", "false")))
        .isEqualTo(Map.of("state.backend.incremental", "false"));
  }

  @Test
  void eachRangeHasTheConnectorThatFits() {
    assertThat(FlinkEngine.version("1.20.5").coordinates("connector"))
        .allMatch(jar -> jar.endsWith("-1.20"));
    assertThat(FlinkEngine.version("1.18.1").coordinates("connector"))
        .allMatch(jar -> jar.endsWith("-1.18"));
    assertThat(FlinkEngine.version("2.3.0").coordinates("connector"))
        .allMatch(jar -> jar.endsWith("-2.2"));
  }
}
