package dev.rebound.lab.schema;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.PathType;
import dev.rebound.oracle.records.Records;
import dev.rebound.workload.OptionProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values in JSON, of which a JSON Schema says what must be in them. It refers to nothing outside.
 */
final class JsonForm implements SchemaForm {
  static final String LANGUAGE = "JSON";

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final JsonNode node;
  private final Schema schema;

  /** {@link IllegalArgumentException} says what is wrong with the text. */
  JsonForm(String text) {
    try {
      this.node = JSON.readTree(text);
      this.schema =
          com.networknt.schema.SchemaRegistry.withDefaultDialect(
                  SpecificationVersion.DRAFT_2020_12,
                  builder ->
                      builder.schemaRegistryConfig(
                          SchemaRegistryConfig.builder().pathType(PathType.JSON_PATH).build()))
              .getSchema(node);
      schema.initializeValidators();
    } catch (IOException | SchemaException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public String language() {
    return LANGUAGE;
  }

  @Override
  public String text() {
    return node.toString();
  }

  @Override
  public String meaning() {
    return node.toString();
  }

  @Override
  public boolean hasMembers() {
    return node.path("type").asText().equals("object");
  }

  @Override
  public byte[] encoded(byte[] json) {
    try {
      List<Error> wrong = schema.validate(JSON.readTree(json));
      if (!wrong.isEmpty()) {
        throw new OptionProblem(
            Records.SCHEMA,
            wrong.get(0).getInstanceLocation() + ": " + wrong.get(0).getMessage(),
            "Correct the record, or the schema.");
      }
      return json;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public byte @Nullable [] decoded(byte[] value) {
    try {
      JsonNode read = JSON.readTree(value);
      if (read.isMissingNode() || !schema.validate(read).isEmpty()) {
        return null;
      }
      return read.isTextual() ? read.textValue().getBytes(StandardCharsets.UTF_8) : value;
    } catch (IOException e) {
      return null;
    }
  }
}
