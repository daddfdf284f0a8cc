package dev.rebound.lab.telemetry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.platform.Tail;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last two lines of one process's {@link Telemetry}.
 *
 * <p>Its seconds and the lab's are not in step, so a value stands until a newer one comes, at most
 * {@link #FRESH}; after that it is NaN, as the process has fallen silent.
 */
final class LastTwoLines {
  static final Duration FRESH = Duration.ofMillis(2500);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Tail lines;
  private @Nullable JsonNode before;
  private @Nullable JsonNode latest;
  private double slipMillisMax = Double.NaN;
  private boolean fresh;

  LastTwoLines(Tail lines) {
    this.lines = lines;
  }

  /** The lines that came since the last call; one that is no JSON is left out. */
  private List<JsonNode> news() {
    List<JsonNode> news = new ArrayList<>();
    try {
      for (String line : lines.poll()) {
        add(line, news);
      }
    } catch (IOException e) {
      // Then the process has said nothing.
    }
    return news;
  }

  private static void add(String line, List<JsonNode> news) {
    try {
      JsonNode said = JSON.readTree(line);
      if (said.isObject()) {
        news.add(said);
      }
    } catch (JsonProcessingException e) {
      // A line torn by a killed process: the next one is whole again.
    }
  }

  void follow(long nowMicros) {
    List<JsonNode> news = news();
    for (JsonNode line : news) {
      if (latest == null || line.path("atMicros").asLong() > micros(latest)) {
        before = latest;
      }
      latest = line;
    }
    if (!news.isEmpty()) {
      slipMillisMax =
          news.stream()
              .mapToDouble(line -> line.path("slipMillisMax").asDouble(0))
              .max()
              .orElse(Double.NaN);
    }
    fresh = latest != null && nowMicros - micros(latest) <= FRESH.toNanos() / 1000;
  }

  private static long micros(JsonNode line) {
    return line.path("atMicros").asLong();
  }

  double value(String field) {
    if (latest == null || !fresh) {
      return Double.NaN;
    }
    // A tick may take in two lines: the worse slip of both must not be lost.
    if (field.equals("slipMillisMax")) {
      return slipMillisMax;
    }
    JsonNode value = latest.path(field);
    return value.isNumber() ? value.asDouble() : Double.NaN;
  }

  /** Growth of a counter per second, between the last two lines. */
  double rate(String counter) {
    if (latest == null || before == null || !fresh) {
      return Double.NaN;
    }
    double grown = latest.path(counter).asDouble() - before.path(counter).asDouble();
    long micros = micros(latest) - micros(before);
    return grown < 0 || micros <= 0 ? Double.NaN : grown * 1e6 / micros;
  }
}
