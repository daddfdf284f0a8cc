package dev.rebound.lab.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a process last said in its {@link Telemetry} file. */
public final class LastLine {
  private static final ObjectMapper JSON = new ObjectMapper();

  private LastLine() {}

  /**
   * The newest whole line; empty while there is none. A line that is being written may still be
   * torn: then the one before it counts.
   */
  public static Optional<JsonNode> of(Path telemetry) {
    if (!Files.exists(telemetry)) {
      return Optional.empty();
    }
    try {
      List<String> lines = Files.readAllLines(telemetry, StandardCharsets.UTF_8);
      for (int i = lines.size() - 1; i >= Math.max(0, lines.size() - 2); i--) {
        Optional<JsonNode> line = parse(lines.get(i));
        if (line.isPresent()) {
          return line;
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A number of that line; 0 if it does not say. */
  public static double number(Path telemetry, String field) {
    return of(telemetry).map(line -> line.path(field).asDouble(0)).orElse(0.0);
  }

  private static Optional<JsonNode> parse(String line) {
    try {
      return Optional.of(JSON.readTree(line));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
