package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.base.ReboundException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HttpSpecTest {
  private static String text(String engine, String load) {
    return "name: x\nengine: { name: %s, guarantee: at-least-once }\nload: { %s }\n"
        .formatted(engine, load);
  }

  private static final Map<String, EngineDeclaration> ENGINES =
      Map.of(
          "service", MadeUpEngine.computing("activation"), "job", MadeUpEngine.computing("grep"));

  private static HttpSpec read(String engine, String load) {
    return ExperimentFile.text(text(engine, load), List.of(), 1, false, ENGINES)
        .get(0)
        .load()
        .http();
  }

  private static String error(String engine, String load) {
    ReboundException thrown =
        catchThrowableOfType(ReboundException.class, () -> read(engine, load));
    assertThat(thrown).isNotNull();
    return String.valueOf(thrown.getMessage());
  }

  @Test
  void whatIsNotSaidIsUsual() {
    assertThat(read("service", "rate: 10/s")).isEqualTo(HttpSpec.DEFAULT);
    assertThat(read("service", "rate: max, users: 3, think: 1s, timeout: 2s, connections: 7"))
        .isEqualTo(new HttpSpec(3, Duration.ofSeconds(1), Duration.ofSeconds(2), 7, "1.1"));
  }

  @Test
  void whatDoesNotGoTogetherIsTold() {
    assertThat(error("job", "rate: 10/s, timeout: 2s"))
        .contains("load.timeout is of requests to a service, and this engine is sent records");
    assertThat(error("service", "rate: 10/s, users: 3"))
        .contains("load.users is of a load that keeps to no rate, and this one has a rate");
    assertThat(read("service", "rate: 10/s, http: '2'").version()).isEqualTo("2");
    assertThat(read("service", "rate: 10/s, http: 2").version()).isEqualTo("2");
    assertThat(error("service", "rate: 10/s, http: 2, connections: 7"))
        .contains("load.connections bounds nothing with http: 2", "http: 1.1");
    assertThat(error("service", "rate: 10/s, generators: 2"))
        .contains("requests to a service are sent by one generator")
        .contains("load.generators is 2");
  }

  @Test
  void aBoundOnWhatIsNotLookedForInRowsIsRefused() {
    assertThat(error("service", "rate: 10/s }\nexpect: { lost-by-kafka: 0"))
        .contains("expect.lost-by-kafka is of the topics of a job", "judged of every request");
    assertThat(error("service", "rate: 10/s }\nexpect: { reordered: 0")).contains("reordered");
    assertThat(read("service", "rate: 10/s }\nexpect: { lost: 0, pending: 0").timeout())
        .isEqualTo(HttpSpec.DEFAULT.timeout());
    assertThat(read("job", "rate: 10/s }\nexpect: { reordered: 0")).isEqualTo(HttpSpec.DEFAULT);
  }
}
