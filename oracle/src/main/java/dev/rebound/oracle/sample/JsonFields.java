package dev.rebound.oracle.sample;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fields of JSON in UTF-8, found without a tree. */
final class JsonFields {
  private static final ObjectMapper TREES = new ObjectMapper();

  /** Refuses an object with a member twice, of which each reader takes another one. */
  private static final JsonFactory STRICT =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** Takes {@code NaN}, too, which some programs write. */
  private static final JsonFactory OUTPUTS =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private JsonFields() {}

  /**
   * The field at a path of what a program wrote; null, too, if a member on the way stands twice, of
   * which each reader takes another one, or if this is not JSON to its end.
   */
  static @Nullable Field findOnce(byte[] value, FieldPath path) {
    try (JsonParser json = OUTPUTS.createParser(value)) {
      if (json.nextToken() == null) {
        return null;
      }
      Field found = once(json, path.steps());
      return json.nextToken() == null ? found : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** Reads a value to its end, and gives the field at the rest of a path. */
  private static @Nullable Field once(JsonParser json, List<FieldPath.Step> steps)
      throws IOException {
    if (steps.isEmpty()) {
      Field field = field(json);
      if (field == null || field.kind() != Field.FieldKind.NESTED) {
        return field;
      }
      json.skipChildren();
      int end = (int) json.currentLocation().getByteOffset();
      return new Field(Field.FieldKind.NESTED, "", field.start(), end);
    }
    FieldPath.Step step = steps.get(0);
    boolean member = step instanceof FieldPath.Name;
    if (json.currentToken() != (member ? JsonToken.START_OBJECT : JsonToken.START_ARRAY)) {
      json.skipChildren();
      return null;
    }
    Field found = null;
    int times = 0;
    for (int at = 0; !json.nextToken().isStructEnd(); at++) {
      boolean its = step instanceof FieldPath.Index index && index.index() == at;
      if (step instanceof FieldPath.Name name) {
        its = json.currentName().equals(name.name());
        json.nextToken();
      }
      if (its) {
        times++;
        found = once(json, steps.subList(1, steps.size()));
      } else {
        json.skipChildren();
      }
    }
    return times == 1 ? found : null;
  }

  private static @Nullable Field field(JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    if (token == null || token == JsonToken.VALUE_NULL) {
      return null;
    }
    int start = (int) json.currentTokenLocation().getByteOffset();
    if (token.isStructStart()) {
      return new Field(Field.FieldKind.NESTED, "", start, start + 1);
    }
    String text = json.getText();
    int end = (int) json.currentLocation().getByteOffset();
    return switch (token) {
      case VALUE_STRING -> new Field(Field.FieldKind.QUOTED, text, start, end);
      case VALUE_TRUE, VALUE_FALSE -> new Field(Field.FieldKind.LOGICAL, text, start, end);
      default -> new Field(Field.FieldKind.NUMBER, text, start, start + text.length());
    };
  }

  /**
   * What stands in the way of a path, in words: a step that leads into an object or array finds
   * something else; null if nothing does, or if there is nothing to lead into.
   */
  static @Nullable String obstacle(byte[] value, FieldPath path) {
    try {
      JsonNode at = TREES.readTree(value);
      StringBuilder way = new StringBuilder("$");
      for (FieldPath.Step step : path.steps()) {
        if (at == null || at.isNull()) {
          return null;
        }
        boolean name = step instanceof FieldPath.Name;
        if (name ? !at.isObject() : !at.isArray()) {
          return way + " is no " + (name ? "object" : "array");
        }
        if (step instanceof FieldPath.Name its) {
          at = at.get(its.name());
          way.append('.').append(its.name());
        } else if (step instanceof FieldPath.Index its) {
          at = at.get(its.index());
          way.append('[').append(its.index()).append(']');
        }
      }
      return null;
    } catch (IOException e) {
      return "the value is no JSON";
    }
  }

  /** Why a value is no JSON object, in words; null if it is one. */
  static @Nullable String complaint(byte[] value) {
    try (JsonParser json = STRICT.createParser(value)) {
      JsonToken first = json.nextToken();
      if (first != JsonToken.START_OBJECT) {
        return first == JsonToken.START_ARRAY
            ? "an array, where each line is to be one object"
            : "no JSON object";
      }
      json.skipChildren();
      return json.nextToken() == null ? null : "more than one JSON object";
    } catch (JsonProcessingException e) {
      return "no JSON: %s%s"
          .formatted(
              e.getOriginalMessage().replaceFirst(" \\(start marker at .*", ""),
              e.getLocation() == null ? "" : " (column " + e.getLocation().getColumnNr() + ")");
    } catch (IOException e) {
      return "no JSON: " + e.getMessage();
    }
  }

  /** The same JSON without line ends, which are but blanks where they stand between its parts. */
  static byte[] onOneLine(byte[] value) {
    byte[] line = value.clone();
    for (int i = 0; i < line.length; i++) {
      line[i] = line[i] == '\n' || line[i] == '\r' ? (byte) ' ' : line[i];
    }
    return line;
  }

  /** The names of an object's members; empty if this is no object. */
  static List<String> names(byte[] value) {
    List<String> names = new ArrayList<>();
    try {
      TREES.readTree(value).fieldNames().forEachRemaining(names::add);
    } catch (IOException e) {
      return List.of();
    }
    return names;
  }
}
