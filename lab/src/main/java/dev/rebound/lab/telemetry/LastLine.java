package dev.rebound.lab.telemetry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.rebound.platform.NodeTail;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The last line of a process's {@link Telemetry} file. Not thread-safe. */
public final class LastLine {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final NodeTail telemetry;
  private @Nullable JsonNode latest;

  public LastLine(NodeTail telemetry) {
    this.telemetry = telemetry;
  }

  /** The newest whole line; empty while there is none. */
  public Optional<JsonNode> now() {
    for (JsonNode line : news(telemetry)) {
      latest = line;
    }
    return Optional.ofNullable(latest);
  }

  /** A number of that line; 0 if it does not say. */
  public double number(String field) {
    return now().map(line -> line.path(field).asDouble(0)).orElse(0.0);
  }

  /** A text of that line; empty if it does not say. */
  public String text(String field) {
    return now().map(line -> line.path(field).asText("")).orElse("");
  }

  /** The lines that came since the last call; one that a killed process left torn is left out. */
  static List<JsonNode> news(NodeTail telemetry) {
    List<JsonNode> news = new ArrayList<>();
    try {
      for (String line : telemetry.poll()) {
        JsonNode said = parse(line);
        if (said.isObject()) {
          news.add(said);
        }
      }
    } catch (IOException e) {
      // Then the process has said nothing.
    }
    return news;
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
