package dev.rebound.report.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object for a page: its fields in the order in which they are named. */
public final class JsonFields {
  private JsonFields() {}

  /** Names and values in turn. */
  public static Map<String, @Nullable Object> of(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return fields;
  }

  /** The object as text. */
  public static String text(Map<String, @Nullable Object> fields) {
    try {
      return new ObjectMapper().writeValueAsString(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("JSON in memory", e);
    }
  }
}
