package dev.rebound.lab.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.rebound.analysis.ReboundException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchemaRegistryTest {
  private static final Duration PATIENCE = Duration.ofMillis(600);

  private static final SchemaForm LONG = new AvroForm("\"long\"");

  private MadeRegistry made;
  private SchemaRegistry registry;

  @BeforeEach
  void start() throws IOException {
    made = new MadeRegistry();
    registry = new SchemaRegistry(made.address(), PATIENCE);
  }

  @AfterEach
  void stop() {
    made.close();
  }

  @Test
  void aSchemaIsFoundByTheIdThatItWasGiven() {
    int id = registry.register("orders-value", LONG);
    assertThat(registry.register("orders-value", LONG)).isEqualTo(id);
    assertThat(registry.schema(id).orElseThrow().text()).isEqualTo("\"long\"");
    assertThat(registry.schema(77)).isEmpty();
    assertThat(made.asked)
        .startsWith("POST /subjects/orders-value/versions")
        .endsWith("GET /schemas/ids/77");
  }

  @Test
  void aSchemaComesBackInItsLanguage() {
    int id = registry.register("orders-value", new JsonForm("{\"type\":\"object\"}"));
    assertThat(registry.schema(id).orElseThrow().language()).isEqualTo("JSON");
    made.has("message Order {}");
    assertThat(registry.schema(id + 1)).as("one that is not known here").isEmpty();
  }

  @Test
  void oneThatDoesNotAnswerIsAnErrorWithinItsLimit() {
    made.close();
    long begun = System.nanoTime();
    assertThatThrownBy(() -> registry.schema(1))
        .asInstanceOf(type(ReboundException.class))
        .satisfies(
            e -> {
              assertThat(e.reason()).isEqualTo(ReboundException.Cause.ENVIRONMENT);
              assertThat(e)
                  .hasMessageContainingAll(
                      "the schema registry at " + made.address(), "not answer");
              assertThat(e.remedy()).contains("logs/registry.log");
            });
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void oneThatIsBrokenForAWhileIsAskedAgain() throws Exception {
    made.refusal = 503;
    Thread repair =
        new Thread(
            () -> {
              try {
                Thread.sleep(250);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              made.refusal = 0;
            });
    repair.start();
    assertThat(registry.register("orders-value", LONG)).isEqualTo(1);
    repair.join();
    assertThat(made.asked).hasSizeGreaterThan(1);
  }

  @Test
  void aSchemaThatItRefusesIsToldWithItsWords() {
    made.refusal = 422;
    assertThatThrownBy(() -> registry.register("orders-value", LONG))
        .asInstanceOf(type(ReboundException.class))
        .satisfies(
            e -> {
              assertThat(e.reason()).isEqualTo(ReboundException.Cause.BAD_INPUT);
              assertThat(e).hasMessageContainingAll("orders-value", "status 422", "no such luck");
            });
  }
}
