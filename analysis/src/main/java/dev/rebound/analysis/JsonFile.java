package dev.rebound.analysis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
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
