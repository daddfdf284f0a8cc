package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.WorkloadSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values of {@code workload} with units, and as they travel. */
class WorkloadKeysTest {
  @TempDir Path folder;

  private Experiment read(String workload) throws Exception {
    Path file = folder.resolve("x.yaml");
    Files.writeString(
        file,
        """
        name: x
        engine: { name: any, guarantee: at-least-once }
        load: { rate: 2000/s }
        workload: { name: fixed-window%s }
        """
            .formatted(workload.contains("window:") ? workload : ", window: time" + workload));
    EngineDeclaration any = MadeUpEngine.offering(Guarantee.AT_LEAST_ONCE);
    return ExperimentFile.load(file, List.of(), 1, Map.of("any", any)).get(0);
  }

  @Test
  void lengthsOfTimeHaveUnitsAndTravelAsMilliseconds() throws Exception {
    Experiment given = read(", length: 2s, lateness: 50ms");
    assertThat(given.resolvedYaml()).contains("  length: 2s\n", "  lateness: 50ms\n");
    WorkloadSpec spec = given.workload();
    assertThat(spec.text("length-ms")).isEqualTo("2000");
    assertThat(new FixedWindow(spec).latenessMillis()).isEqualTo(50);
    assertThat(WorkloadSpec.fromProperties(spec.toProperties())).isEqualTo(spec);

    Experiment none = read("");
    assertThat(none.resolvedYaml()).contains("  length: 1s\n", "  lateness: 200ms\n");
    assertThat(none.workload().text("length-ms")).isEqualTo("1000");
  }

  @Test
  void windowsOfTimePromiseThatNothingIsDroppedAsLate() throws Exception {
    assertThat(read("").expect())
        .extracting(Expectation::metric)
        .startsWith("lost", "dropped-late");
    assertThat(read(", window: count").expect())
        .extracting(Expectation::metric)
        .doesNotContain("dropped-late");
  }

  @Test
  void aLengthOfTimeThatIsWrongIsToldWithItsBounds() {
    assertThatThrownBy(() -> read(", length: 5ms"))
        .hasMessageContaining("workload.length: 5ms is out of range")
        .hasMessageContaining("Write a duration from 10ms to 1h.");
    assertThatThrownBy(() -> read(", lateness: 200"))
        .hasMessageContaining("x.yaml:4")
        .hasMessageContaining("workload.lateness: '200'");

    Properties travelling = new Properties();
    travelling.setProperty("workload.name", "fixed-window");
    travelling.setProperty("workload.length-ms", "1s");
    assertThatThrownBy(() -> WorkloadSpec.fromProperties(travelling))
        .hasMessage("workload.length-ms is '1s'; give a whole number from 10 to 3600000");
  }
}
