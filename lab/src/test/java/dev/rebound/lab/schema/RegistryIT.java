package dev.rebound.lab.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ClassPath;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.records.ValueCodec;
import dev.rebound.platform.Platform;
import dev.rebound.platform.local.LocalPlatform;
import dev.rebound.workload.WorkloadSpec;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The registry that runs start: what is sent in each language is read back with what it has. */
@Tag("process")
class RegistryIT {
  private static final String ORDER =
      """
      {"type":"record","name":"Order","fields":[
        {"name":"id","type":"string"},{"name":"customer","type":"string"}]}
      """;

  private static final String PRICED =
      """
      syntax = "proto3";
      import "google/protobuf/timestamp.proto";
      message Other { string id = 1; }
      message Priced { string id = 1; double total = 2; google.protobuf.Timestamp at = 3; }
      """;

  private static final ProtobufFile MONEY =
      new ProtobufFile(
          "common/money.proto", "syntax = \"proto3\";\nmessage Money { int64 cents = 1; }\n");

  private static final ProtobufFile ITEM =
      new ProtobufFile(
          "item.proto",
          """
          syntax = "proto3";
          import "common/money.proto";
          message Item { string id = 1; Money cost = 2; }
          """,
          Map.of("common/money.proto", MONEY));

  /** It imports what imports another one. */
  private static final ProtobufFile BASKET =
      new ProtobufFile(
          "basket.proto",
          """
          syntax = "proto3";
          import "item.proto";
          message Basket { repeated Item items = 1; }
          """,
          Map.of("item.proto", ITEM));

  private static final ProtobufFile OTHER =
      new ProtobufFile(
          "other.proto",
          "syntax = \"proto3\";\nimport \"rate.proto\";\nmessage Other { Rate rate = 1; }\n",
          Map.of(
              "rate.proto",
              new ProtobufFile(
                  "rate.proto", "syntax = \"proto3\";\nmessage Rate { double value = 1; }\n")));

  /** By {@code $schema} it is known what it is. */
  private static final String NUMBERS =
      """
      {"$schema":"http://json-schema.org/draft-07/schema#","type":"object",
        "properties":{"n":{"type":"number"}}}
      """;

  @TempDir Path folder;
  private final List<String> warnings = new ArrayList<>();
  private WorkloadSpec written;

  @BeforeEach
  void files() throws Exception {
    Path sample =
        Files.writeString(folder.resolve("orders.jsonl"), "{\"id\":\"A\",\"customer\":\"ada\"}\n");
    written =
        WorkloadSpec.of(Records.KIND, 1)
            .with("from", sample)
            .with("id", "$.id")
            .with("key", "$.customer")
            .with("schema", Files.writeString(folder.resolve("order.avsc"), ORDER))
            .with("key-schema", Files.writeString(folder.resolve("key.avsc"), "\"string\""))
            .with("output-schema", Files.writeString(folder.resolve("priced.proto"), PRICED))
            .with("output-message", "Priced");
  }

  private static JobSpec job(WorkloadSpec workload) {
    return new JobSpec(
        "run",
        workload,
        "",
        Map.of(),
        Map.of(JobSpec.INPUT, "orders"),
        Map.of(JobSpec.OUTPUT, "priced"),
        1,
        1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  void whatIsSentIsReadBackWithWhatTheRegistryHas() throws Exception {
    try (Artifacts artifacts = new Artifacts(line -> {});
        LocalPlatform platform =
            new LocalPlatform(
                folder.resolve("run"),
                "registry-it-" + System.nanoTime(),
                Clock.systemUTC(),
                new ClassPath(Path.of(System.getProperty("rebound.home", "..")), artifacts),
                (code, message, remedy) -> warnings.add(code + ": " + message))) {
      WorkloadSpec told = RegistryPart.told(written, "", "orders", platform);
      Part part = RegistryPart.planned(List.of(job(told)), "", platform).get(0);
      try (RunningPart running =
          part.start(platform, Deadline.after(Duration.ofMinutes(2)), line -> {})) {
        assertThat(running.nodes("registry")).hasSize(1);
        String address = told.text("registry");
        valuesAndKeys(told, address);
        aSchemaThatItRefuses(address);
        oneThatIsNamed(address, platform);
      }
    }
  }

  private static void valuesAndKeys(WorkloadSpec told, String address) {
    SchemaRegistry program = new SchemaRegistry(address, Duration.ofSeconds(5), "");
    ValueCodec codec = new SchemaCodecs().of(told);
    byte[] order = codec.encoded(bytes("{\"id\":\"A\",\"customer\":\"ada\"}"));
    assertThat(order[0]).isZero();
    assertThat(codec.decoded(order)).as("in the schema of the records").isNull();
    ValueCodec keys = new SchemaCodecs().ofKeys(told);
    assertThat(keys.decoded(keys.encoded(bytes("\"ada\"")))).isEqualTo(bytes("ada"));

    SchemaForm priced = ProtobufForm.of(new ProtobufFile("priced.proto", PRICED), "Priced");
    ValueCodec written = new SchemaCodec(priced, null, program, "priced-value");
    String json = "{\"id\":\"A\",\"total\":2.5,\"at\":\"2026-03-01T12:00:00Z\"}";
    assertThat(codec.decoded(written.encoded(bytes(json)))).isEqualTo(bytes(json));
    SchemaForm other = ProtobufForm.of(new ProtobufFile("priced.proto", PRICED), "Other");
    byte[] wrong = new SchemaCodec(other, null, program, "priced-value").encoded(bytes("{}"));
    assertThat(codec.decoded(wrong)).as("another message of the same schema").isNull();

    SchemaForm basket = ProtobufForm.of(BASKET, "");
    ValueCodec baskets = new SchemaCodec(basket, basket, program, "basket-value");
    String one = "{\"items\":[{\"id\":\"A\",\"cost\":{\"cents\":\"250\"}}]}";
    byte[] sent = baskets.encoded(bytes(one));
    assertThat(program.has("common/money.proto")).as("what it refers to is there").isTrue();
    assertThat(baskets.decoded(sent)).as("with what it refers to").isNotNull();

    SchemaForm numbers = new JsonForm(NUMBERS);
    ValueCodec plain = new SchemaCodec(numbers, numbers, program, "json-value");
    assertThat(plain.decoded(plain.encoded(bytes("{\"n\":1}")))).isEqualTo(bytes("{\"n\":1}"));
  }

  private static void aSchemaThatItRefuses(String address) throws Exception {
    HttpRequest strict =
        HttpRequest.newBuilder(URI.create(address + "/config/orders-value"))
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"compatibility\":\"BACKWARD\"}"))
            .build();
    assertThat(
            HttpClient.newHttpClient()
                .send(strict, HttpResponse.BodyHandlers.ofString())
                .statusCode())
        .isEqualTo(200);
    SchemaRegistry registry = new SchemaRegistry(address, Duration.ofSeconds(5), "");
    assertThatThrownBy(() -> registry.register("orders-value", new AvroForm("\"long\"")))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("does not take the schema of orders-value: status 4");
  }

  private void oneThatIsNamed(String address, Platform platform) {
    SchemaForm two = new AvroForm("\"double\"");
    SchemaRegistry registry = new SchemaRegistry(address, Duration.ofSeconds(5), "");
    var unused = registry.register("two-value", new AvroForm("\"long\""));
    NamedRegistry named =
        new NamedRegistry(
            address,
            Map.of(
                "orders-value",
                new AvroForm(ORDER),
                "new-value",
                new AvroForm(ORDER),
                "two-value",
                two,
                "other-value",
                new ProtobufForm(OTHER)));
    try (RunningPart running =
        named.start(platform, Deadline.after(Duration.ofSeconds(5)), line -> {})) {
      assertThat(running.nodes("registry")).isEmpty();
      assertThat(registry.has("new-value")).isTrue();
      assertThat(registry.has("rate.proto")).as("what a schema refers to").isTrue();
      assertThat(registry.version("two-value", two)).hasValue(2);
    }
    assertThat(warnings).as("nothing is left").isEmpty();
    assertThat(registry.has("new-value")).as("it was not there before").isFalse();
    assertThat(registry.has("rate.proto")).as("nor was this").isFalse();
    assertThat(registry.has("orders-value")).isTrue();
    assertThat(registry.version("two-value", two)).as("the version that was added").isEmpty();
    assertThat(registry.has("two-value")).isTrue();
  }
}
