package dev.rebound.lab.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.records.ValueCodec;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the codecs of records that have a schema. */
public final class SchemaCodecs implements ValueCodec.Source {
  private static final String OUTPUT_SCHEMA = "output-schema";

  /** A registry that is killed and started again is back by then. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Override
  public ValueCodec of(WorkloadSpec spec) {
    return new SchemaCodec(
        schema(spec),
        outputs(spec),
        registry(spec),
        spec.options().getOrDefault(Records.SUBJECT, ""));
  }

  @Override
  public ValueCodec ofKeys(WorkloadSpec spec) {
    SchemaForm schema = keys(spec);
    SchemaCodec codec =
        new SchemaCodec(
            schema, null, registry(spec), spec.options().getOrDefault(Records.KEY_SUBJECT, ""));
    String path = spec.text("key");
    String field = path.substring(path.lastIndexOf('.') + 1);
    return new OfMember(
        codec, schema.hasMembers() ? List.of(schema.member(field), field) : List.of());
  }

  @Override
  public Map<String, Path> besides(Path schema, @Nullable Path root) throws IOException {
    Map<String, Path> besides = new LinkedHashMap<>();
    ProtobufFile.read(schema, root).all().forEach((name, its) -> besides.put(name, its.file()));
    return besides;
  }

  private static @Nullable Path root(WorkloadSpec spec) {
    String root = spec.options().getOrDefault(Records.SCHEMA_ROOT, "");
    return root.isEmpty() ? null : Path.of(root);
  }

  private static @Nullable SchemaRegistry registry(WorkloadSpec spec) {
    String address = spec.options().getOrDefault(Records.REGISTRY, "");
    String user = spec.options().getOrDefault(Records.REGISTRY_USER, "");
    return address.isEmpty()
        ? null
        : new SchemaRegistry(
            address, PATIENCE, SchemaRegistry.EITHER, user.isEmpty() ? null : System.getenv(user));
  }

  private static SchemaForm schema(WorkloadSpec spec) {
    return SchemaForm.read(
        Records.SCHEMA,
        spec.text(Records.SCHEMA),
        root(spec),
        "message",
        spec.options().getOrDefault("message", ""));
  }

  private static @Nullable SchemaForm outputs(WorkloadSpec spec) {
    String file = spec.text(OUTPUT_SCHEMA);
    return file.isEmpty()
        ? null
        : SchemaForm.read(
            OUTPUT_SCHEMA,
            file,
            root(spec),
            "output-message",
            spec.options().getOrDefault("output-message", ""));
  }

  private static SchemaForm keys(WorkloadSpec spec) {
    return SchemaForm.read(Records.KEY_SCHEMA, spec.text(Records.KEY_SCHEMA), root(spec), null, "");
  }

  /**
   * The schemas of a workload by the subjects that they are registered under; none of one whose
   * records have none.
   */
  static Map<String, SchemaForm> bySubject(WorkloadSpec spec, String input, String output) {
    Map<String, SchemaForm> schemas = new LinkedHashMap<>();
    if (spec.options().getOrDefault(Records.SCHEMA, "").isEmpty()) {
      return schemas;
    }
    schemas.put(subject(input), schema(spec));
    if (!spec.options().getOrDefault(Records.KEY_SCHEMA, "").isEmpty()) {
      schemas.put(keySubject(input), keys(spec));
    }
    SchemaForm outputs = outputs(spec);
    if (outputs != null) {
      schemas.put(subject(output), outputs);
    }
    return schemas;
  }

  /** As clients of registries name the schema of a topic's values, unless they are told. */
  static String subject(String topic) {
    return topic + "-value";
  }

  /** The same of its keys. */
  static String keySubject(String topic) {
    return topic + "-key";
  }

  /**
   * Single values, which lie in a member of what is encoded.
   *
   * @param names of the member: in the schema, and as others may have it; none if values are
   *     encoded by themselves
   */
  private record OfMember(SchemaCodec codec, List<String> names) implements ValueCodec {
    private static final ObjectMapper JSON = new JsonMapper();

    @Override
    public byte[] encoded(byte[] json) {
      if (names.isEmpty()) {
        return codec.encoded(json);
      }
      try {
        return codec.encoded(
            JSON.writeValueAsBytes(JSON.createObjectNode().set(names.get(0), JSON.readTree(json))));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public byte @Nullable [] asRead(byte[] json) {
      return json;
    }

    /** Of an object the member of one of the names, or the only one. */
    @Override
    public byte @Nullable [] decoded(byte[] value) {
      byte[] json = codec.decoded(value);
      if (json == null || json.length == 0 || json[0] != '{') {
        return json;
      }
      try {
        JsonNode object = JSON.readTree(json);
        JsonNode its =
            names.stream()
                .filter(object::has)
                .findFirst()
                .map(object::get)
                .orElseGet(() -> object.size() == 1 ? object.elements().next() : null);
        return its == null || its.isContainerNode()
            ? null
            : its.asText().getBytes(StandardCharsets.UTF_8);
      } catch (JsonProcessingException e) {
        return json; // a text that only looks so
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
