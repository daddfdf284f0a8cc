package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RateShareTest {
  private static final Capacity CAPACITY =
      new Capacity(
          9000, 8800, 9400.0, false, 2000, "then", "x", "flink", "1", "quick", "m", "f", "",
          List.of());

  @TempDir Path folder = Path.of("unset");

  private Experiment load(String rate, double scale, Capacities capacities) throws IOException {
    Path file = folder.resolve("x.yaml");
    Files.writeString(file, "name: x\nengine: { name: flink }\nload: { rate: " + rate + " }\n");
    return ExperimentFile.load(file, List.of(), scale, false, Map.of(), capacities).get(0);
  }

  @Test
  void aShareIsWorkedOutFromTheCapacity() throws IOException {
    Experiment experiment = load("60%", 1, yaml -> Optional.of(CAPACITY));

    assertThat(experiment.load().rate().perSecond()).isEqualTo(5400);
    assertThat(experiment.load().share()).isEqualTo(new Capacity.Share(0.6, CAPACITY));
    assertThat(experiment.resolvedYaml()).contains("rate: 5400/s").startsWith("# load.rate is 60");
  }

  @Test
  void theScaleAppliesToAShareToo() throws IOException {
    assertThat(load("60%", 0.5, yaml -> Optional.of(CAPACITY)).load().rate().perSecond())
        .isEqualTo(2700);
  }

  @Test
  void aControlHasTheLoadOfItsRun() throws IOException {
    String rest = "60%, producer: {} }\ncontrol: { set: { engine.guarantee: at-least-once } }\n#";
    Experiment experiment =
        load(
            rest,
            0.5,
            yaml ->
                yaml.contains("\n  guarantee: at-least-once")
                    ? Optional.empty()
                    : Optional.of(CAPACITY));

    assertThat(experiment.counterpart()).isNotNull();
    assertThat(experiment.counterpart().experiment().load()).isEqualTo(experiment.load());
    assertThat(experiment.load().rate().perSecond()).isEqualTo(2700);
  }

  @Test
  void aShareOfWhatWasNeverMeasuredNamesTheCommandThatMeasures() {
    assertThatThrownBy(() -> load("60%", 1, yaml -> Optional.empty()))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("was not measured on this machine")
        .hasMessageContaining("rebound sustain");
  }

  @Test
  void aShareOfNothingIsRefused() {
    assertThatThrownBy(() -> load("0%", 1, yaml -> Optional.of(CAPACITY)))
        .isInstanceOf(ReboundException.class);
  }

  @Test
  void theBoundOnLatencyFollowsTheCommitIntervalUnlessTheFileSaysOtherwise() throws IOException {
    assertThat(load("1000/s", 1, yaml -> Optional.empty()).sustain().p99())
        .isEqualTo(Duration.ofSeconds(3));
  }
}
