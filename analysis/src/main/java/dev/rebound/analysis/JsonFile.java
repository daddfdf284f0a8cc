package dev.rebound.analysis;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A file, or a text, that holds one value as JSON, for people to look into. */
public final class JsonFile {
  private JsonFile() {}

  /**
   * Reads one; empty if there is no such file, or it says {@code null}. A part that this version
   * does not know is passed over; {@link IOException} if it is no such value.
   */
  public static <T> Optional<T> read(Path file, Class<T> type) throws IOException {
    return Files.exists(file)
        ? Optional.ofNullable(
            new ObjectMapper()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .readValue(file.toFile(), type))
        : Optional.empty();
  }

  /**
   * Throws {@link ReboundException} if a file says of itself, in {@code version}, that a later
   * Rebound wrote it. Whatever else is wrong with it, who reads it tells.
   *
   * @param known the latest version that is known here
   */
  public static void requireKnown(Path file, int known) {
    long version = 0;
    try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        while (version == 0 && json.nextToken() == JsonToken.FIELD_NAME) {
          boolean its = json.currentName().equals("version");
          json.nextToken();
          version = its ? json.getValueAsLong() : 0;
          json.skipChildren();
        }
      }
    } catch (IOException e) {
      return; // there is none, or it is no JSON
    }
    if (version > known) {
      throw ReboundException.later(file.toString(), version, known);
    }
  }

  /** Writes one, with a line for each part. */
  public static void write(Path file, Object value) throws IOException {
    indented().writeValue(file.toFile(), value);
  }

  /** The same as a text, with a line's end. */
  public static String text(Object value) {
    try {
      return indented().writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("JSON in memory", e);
    }
  }

  private static ObjectMapper indented() {
    return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  }
}
