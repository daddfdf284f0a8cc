package dev.rebound.lab.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/**
 * CloudEvents in the JSON that they have themselves, and in the shapes that their own schemas of
 * Avro and Protobuf have. Data that are JSON travel as its text. What is in such a shape already
 * stays so when it is written; what is read is always in CloudEvents' own JSON.
 */
final class CloudEventJson {
  private static final ObjectMapper JSON = new JsonMapper();

  private static final String VERSION = "specversion";
  private static final String DATA = "data";
  private static final String DATA_BYTES = "data_base64";
  private static final String MEDIA_TYPE = "datacontenttype";
  private static final List<String> FIELDS = List.of("id", "source", "type");
  private static final List<String> FIRST = List.of(VERSION, "id", "source", "type");

  private CloudEventJson() {}

  static boolean isProtobuf(String message) {
    return message.equals("io.cloudevents.v1.CloudEvent");
  }

  static boolean isAvro(Schema schema) {
    return schema.getType() == Schema.Type.RECORD
        && schema.getFullName().startsWith("io.cloudevents.")
        && schema.getField("attribute") != null
        && schema.getField(DATA) != null;
  }

  static JsonNode inProtobuf(JsonNode event) {
    if (!event.has(VERSION)) {
      return event;
    }
    ObjectNode made = JSON.createObjectNode();
    ObjectNode attributes = JSON.createObjectNode();
    for (Map.Entry<String, JsonNode> one : event.properties()) {
      JsonNode its = one.getValue();
      switch (one.getKey()) {
        case VERSION -> made.set("spec_version", its);
        case DATA -> made.put("text_data", text(its));
        case DATA_BYTES -> made.set("binary_data", its);
        default -> {
          if (FIELDS.contains(one.getKey())) {
            made.set(one.getKey(), its);
          } else if (!its.isNull()) {
            attributes.set(one.getKey(), JSON.createObjectNode().set(type(one.getKey(), its), its));
          }
        }
      }
    }
    return attributes.isEmpty() ? made : made.set("attributes", attributes);
  }

  private static String type(String name, JsonNode value) {
    return switch (name) {
      case "time" -> "ce_timestamp";
      case "dataschema" -> "ce_uri";
      default ->
          value.isBoolean() ? "ce_boolean" : value.isIntegralNumber() ? "ce_integer" : "ce_string";
    };
  }

  static JsonNode ofProtobuf(JsonNode made) {
    ObjectNode event = JSON.createObjectNode();
    event.set(VERSION, made.path("spec_version"));
    FIELDS.forEach(name -> event.set(name, made.path(name)));
    made.path("attributes")
        .properties()
        .forEach(one -> one.getValue().forEach(its -> event.set(one.getKey(), its)));
    if (made.has("text_data")) {
      event.set(DATA, data(event, made.path("text_data").asText()));
    } else if (made.has("binary_data")) {
      bytes(event, Base64.getDecoder().decode(made.path("binary_data").asText()));
    }
    return event;
  }

  static JsonNode inAvro(JsonNode event) {
    if (!event.has(VERSION)) {
      return event;
    }
    ObjectNode made = JSON.createObjectNode();
    ObjectNode attributes = made.putObject("attribute");
    made.putNull(DATA);
    for (Map.Entry<String, JsonNode> one : event.properties()) {
      JsonNode its = one.getValue();
      switch (one.getKey()) {
        case DATA -> made.put(DATA, text(its));
        case DATA_BYTES ->
            made.putObject(DATA)
                .put(
                    "bytes",
                    new String(
                        Base64.getDecoder().decode(its.asText()), StandardCharsets.ISO_8859_1));
        default -> attributes.set(one.getKey(), its);
      }
    }
    return made;
  }

  static JsonNode ofAvro(JsonNode made) {
    ObjectNode event = JSON.createObjectNode();
    JsonNode attributes = made.path("attribute");
    // A map of Avro has no order.
    Stream.concat(
            FIRST.stream().filter(attributes::has),
            attributes.properties().stream()
                .map(Map.Entry::getKey)
                .filter(name -> !FIRST.contains(name))
                .sorted())
        .forEach(name -> event.set(name, attributes.get(name)));
    JsonNode data = made.path(DATA);
    if (!data.isNull()) {
      event.set(DATA, data.isTextual() ? data(event, data.asText()) : data);
    }
    return event;
  }

  private static String text(JsonNode data) {
    return data.isTextual() ? data.textValue() : data.toString();
  }

  /** JSON again, unless the event says that it is something else. */
  private static JsonNode data(ObjectNode event, String text) {
    if (event.path(MEDIA_TYPE).asText("json").contains("json")) {
      try {
        return JSON.readTree(text);
      } catch (JsonProcessingException e) {
        // a text
      }
    }
    return event.textNode(text);
  }

  private static void bytes(ObjectNode event, byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (event.path(MEDIA_TYPE).asText("").contains("json")) {
      event.set(DATA, data(event, text));
    } else {
      event.put(DATA_BYTES, Base64.getEncoder().encodeToString(bytes));
    }
  }
}
