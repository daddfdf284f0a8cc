package dev.rebound.lab.telemetry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.platform.Tail;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The last line of a process's {@link Telemetry} file. Not thread-safe. */
public final class LastLine {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Tail telemetry;
  private @Nullable JsonNode latest;

  public LastLine(Tail telemetry) {
    this.telemetry = telemetry;
  }

  /** The newest whole line; empty while there is none. One that is torn is left out. */
  public Optional<JsonNode> now() {
    try {
      for (String line : telemetry.poll()) {
        parse(line);
      }
    } catch (IOException e) {
      // The line before stands.
    }
    return Optional.ofNullable(latest);
  }

  /** A number of that line; 0 if it does not say. */
  public double number(String field) {
    return now().map(line -> line.path(field).asDouble(0)).orElse(0.0);
  }

  private void parse(String line) {
    try {
      JsonNode said = JSON.readTree(line);
      if (said.isObject()) {
        latest = said;
      }
    } catch (JsonProcessingException e) {
      // A line torn by a killed process: the next one is whole again.
    }
  }
}
