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
  @CsvSource({
    "1.20.5, own job does not run on Flink 1.20.5",
    "2.0.0, does not know version '2.0.0'",
    "1.19.3, does not know version '1.19.3'"
  })
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
  void eachRangeHasTheConnectorThatFits() {
    assertThat(FlinkEngine.version("1.20.5").coordinates("connector"))
        .allMatch(jar -> jar.endsWith("-1.20"));
    assertThat(FlinkEngine.version("2.3.0").coordinates("connector"))
        .allMatch(jar -> jar.endsWith("-2.2"));
  }
}
