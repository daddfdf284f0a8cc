package dev.rebound.lab.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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
    registry = new SchemaRegistry(made.address(), PATIENCE, SchemaRegistry.STARTED);
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
    int proto = registry.register("orders-value", new ProtobufForm("message Order {}"));
    assertThat(registry.schema(proto).orElseThrow().language()).isEqualTo("PROTOBUF");
    made.has("<schema/>");
    assertThat(registry.schema(proto + 1)).as("one that is not known here").isEmpty();
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

  @Test
  void aSchemaThatDoesNotGoWithTheOneBeforeIsToldWithItsWords() {
    made.refusal = 409;
    assertThatThrownBy(() -> registry.register("orders-value", LONG))
        .asInstanceOf(type(ReboundException.class))
        .satisfies(
            e -> {
              assertThat(e).hasMessageContainingAll(made.address(), "status 409, no such luck");
              assertThat(e.remedy()).contains("kafka.input");
            });
  }

  @Test
  void oneThatDoesNotKnowTheUserIsAnErrorAndNoSchemaThatItLacks() {
    made.refusal = 401;
    for (ThrowingCallable question :
        List.<ThrowingCallable>of(
            () -> registry.register("orders-value", LONG),
            () -> registry.schema(1),
            () -> registry.has("orders-value"))) {
      assertThatThrownBy(question)
          .asInstanceOf(type(ReboundException.class))
          .satisfies(
              e -> {
                assertThat(e)
                    .hasMessageContainingAll(made.address(), "refuses", "401, no such luck");
                assertThat(e.remedy()).contains("SCHEMA_REGISTRY_BASIC_AUTH_USER_INFO");
              });
    }
  }

  @Test
  void userAndPasswordAreSentAndSaidNowhere() {
    assertThat(registry.schema(77)).isEmpty();
    assertThat(made.authorizations).isEmpty();
    SchemaRegistry known = new SchemaRegistry(made.address(), PATIENCE, "", "ada:secret");
    assertThat(known.schema(77)).isEmpty();
    assertThat(made.authorizations).containsExactly("Basic YWRhOnNlY3JldA==");
    made.refusal = 403;
    assertThatThrownBy(() -> known.schema(77))
        .asInstanceOf(type(ReboundException.class))
        .satisfies(e -> assertThat(e.getMessage() + e.remedy()).doesNotContain("secret", "YWRh"));
  }

  @Test
  void aRegistryThatExistsHasTheSchemasAndLosesTheNamesThatItDidNotHave() {
    var unused = registry.register("orders-value", LONG);
    NamedRegistry named =
        new NamedRegistry(
            made.address() + "/",
            new TreeMap<>(Map.of("orders-value", LONG, "priced-value", new AvroForm("\"int\""))));
    assertThat(named.processes()).isEmpty();
    try (RunningPart running = named.start(null, Deadline.after(PATIENCE), progress -> {})) {
      assertThat(running.nodes("registry")).isEmpty();
      assertThat(made.asked).endsWith("POST /subjects/priced-value/versions");
    }
    assertThat(made.asked.stream().filter(asked -> asked.startsWith("DELETE")))
        .containsExactly("DELETE /subjects/priced-value");
  }

  @Test
  void aVersionThatWasAddedToANameIsTakenOutAgain() {
    var unused = registry.register("orders-value", LONG);
    SchemaForm other = new AvroForm("\"double\"");
    NamedRegistry named = new NamedRegistry(made.address(), Map.of("orders-value", other));
    try (RunningPart running = named.start(null, Deadline.after(PATIENCE), progress -> {})) {
      assertThat(running.nodes("registry")).isEmpty();
      assertThat(registry.version("orders-value", other)).hasValue(2);
    }
    assertThat(made.asked).endsWith("DELETE /subjects/orders-value/versions/2");
    assertThat(made.versions("orders-value")).isEqualTo(1);
    assertThat(registry.version("orders-value", LONG)).hasValue(1);
  }

  @Test
  void whatASchemaRefersToComesBeforeItAndGoesAfterIt() {
    ProtobufFile rate =
        new ProtobufFile("rate.proto", "syntax = \"proto3\"; message Rate { double value = 1; }");
    SchemaForm order =
        new ProtobufForm(
            new ProtobufFile(
                "order.proto",
                "syntax = \"proto3\"; import \"rate.proto\"; message Order { Rate rate = 1; }",
                Map.of("rate.proto", rate)));
    NamedRegistry named = new NamedRegistry(made.address(), Map.of("orders-value", order));
    try (RunningPart running = named.start(null, Deadline.after(PATIENCE), progress -> {})) {
      assertThat(running.nodes("registry")).isEmpty();
      int id = registry.register("orders-value", order);
      assertThat(registry.schema(id).orElseThrow().saysTheSame(order)).isTrue();
      assertThat(registry.schema(id).orElseThrow().references()).containsOnlyKeys("rate.proto");
      made.forget("rate.proto");
      assertThat(registry.schema(id)).as("without what it refers to").isEmpty();
      var unused = registry.register("orders-value", order);
    }
    assertThat(made.asked.stream().filter(asked -> asked.startsWith("DELETE")))
        .as("the first one for good, as it would refer to the other else")
        .containsExactly(
            "DELETE /subjects/orders-value",
            "DELETE /subjects/orders-value/versions/1",
            "DELETE /subjects/rate.proto");
  }

  private static Platform warned(List<String> warnings) {
    return (Platform)
        Proxy.newProxyInstance(
            Platform.class.getClassLoader(),
            new Class<?>[] {Platform.class},
            (proxy, method, args) -> {
              warnings.add(method.getName() + " " + List.of(args));
              return null;
            });
  }

  @Test
  void whatCannotBeTakenOutIsToldOnceWithItsNames() {
    var unused = registry.register("orders-value", LONG);
    SchemaForm other = new AvroForm("\"int\"");
    NamedRegistry named =
        new NamedRegistry(
            made.address(), new TreeMap<>(Map.of("orders-value", other, "priced-value", other)));
    List<String> warnings = new ArrayList<>();
    try (RunningPart running =
        named.start(warned(warnings), Deadline.after(PATIENCE), progress -> {})) {
      assertThat(running.nodes("registry")).isEmpty();
      made.refused = Set.of("DELETE");
      made.refusal = 405;
    }
    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0))
        .startsWith("warn [schemas-left, ")
        .contains("a version of orders-value and priced-value", "405, no such luck");
  }

  @Test
  void whatIsRefusedFromTheBeginningIsNotLeft() {
    made.refused = Set.of("POST", "DELETE");
    made.refusal = 404;
    NamedRegistry named = new NamedRegistry(made.address(), Map.of("orders-value", LONG));
    List<String> warnings = new ArrayList<>();
    assertThatThrownBy(
            () -> named.start(warned(warnings), Deadline.after(PATIENCE), progress -> {}))
        .hasMessageContaining("does not take the schema of orders-value: status 404");
    assertThat(warnings).isEmpty();
    assertThat(made.asked).noneMatch(asked -> asked.startsWith("DELETE"));
  }

  @Test
  void aRegistryThatDoesNotExistIsToldWithItsAddressAndKey() {
    made.close();
    SchemaRegistry gone =
        new SchemaRegistry("http://127.0.0.1:1/x", Duration.ZERO, SchemaRegistry.NAMED);
    assertThatThrownBy(() -> gone.has("orders-value"))
        .asInstanceOf(type(ReboundException.class))
        .satisfies(
            e -> {
              assertThat(e)
                  .hasMessageContaining("the schema registry at http://127.0.0.1:1/x does");
              assertThat(e.remedy()).contains("kafka.schema-registry");
            });
  }
}
