package dev.rebound.engine.activation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which systems a request goes through: a fault on another one hits nobody at work. */
class ActivationClusterTest {
  private static ActivationCluster cluster(String engine) {
    String text =
        "name: x\nengine: { name: activation, workers: 1, "
            + engine
            + " }\nworkload: { name: activation }\nload: { rate: 10/s }\n";
    Experiment experiment =
        ExperimentFile.text(text, List.of(), 1, false, Engines.declared()).get(0);
    JobSpec job =
        new JobSpec(
            "run", experiment.workload(), "127.0.0.1:9", Map.of(), Map.of(), Map.of(), 4, 1);
    return new ActivationCluster(new Members(List.of()), experiment.engine(), job);
  }

  @ParameterizedTest
  @CsvSource({"rest, false", "rest-retry, false", "kafka, true", "outbox, true"})
  void aBrokerIsNeededByWhatGoesByTheTopic(String endpoint, boolean needed) {
    assertThat(cluster("endpoint: " + endpoint).needs("broker")).isEqualTo(needed);
  }

  @Test
  void aRetryThatMayEndInTheOutboxNeedsABroker() {
    assertThat(
            cluster(
                    "endpoint: rest-retry,"
                        + " config: { activation.rest-retry.outbox-on-failure: true }")
                .needs("broker"))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"front", "activation", "database"})
  void everyWayNeedsTheRest(String role) {
    for (String endpoint : List.of("rest", "rest-retry", "kafka", "outbox")) {
      assertThat(cluster("endpoint: " + endpoint).needs(role)).as(endpoint).isTrue();
    }
  }
}
