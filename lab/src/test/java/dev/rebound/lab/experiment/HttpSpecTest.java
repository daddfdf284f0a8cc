package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.analysis.ReboundException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HttpSpecTest {
  private static String text(String workload, String load) {
    return "name: x\nengine: { name: any }\nworkload: { name: %s }\nload: { %s }\n"
        .formatted(workload, load);
  }

  private static HttpSpec read(String workload, String load) {
    return ExperimentFile.text(text(workload, load), List.of(), 1, false, Map.of())
        .get(0)
        .load()
        .http();
  }

  private static String error(String workload, String load) {
    ReboundException thrown =
        catchThrowableOfType(ReboundException.class, () -> read(workload, load));
    assertThat(thrown).isNotNull();
    return String.valueOf(thrown.getMessage());
  }

  @Test
  void whatIsNotSaidIsUsual() {
    assertThat(read("activation", "rate: 10/s")).isEqualTo(HttpSpec.DEFAULT);
    assertThat(
            read(
                "activation",
                "rate: max, users: 3, think: 1s, timeout: 2s, connections: 7, http: '2'"))
        .isEqualTo(new HttpSpec(3, Duration.ofSeconds(1), Duration.ofSeconds(2), 7, "2"));
  }

  @Test
  void whatDoesNotGoTogetherIsTold() {
    assertThat(error("grep", "rate: 10/s, timeout: 2s"))
        .contains("load.timeout is of requests to a service, and this workload sends records");
    assertThat(error("activation", "rate: 10/s, users: 3"))
        .contains("load.users is of a load that keeps to no rate, and this one has a rate");
    assertThat(error("activation", "rate: 10/s, generators: 2"))
        .contains("requests to a service are sent by one generator")
        .contains("load.generators is 2");
  }
}
