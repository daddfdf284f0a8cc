package dev.rebound.lab.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.platform.NodeTail;
import java.time.Duration;
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

  private final NodeTail lines;
  private @Nullable JsonNode before;
  private @Nullable JsonNode latest;
  private double slipMillisMax = Double.NaN;
  private boolean fresh;

  LastTwoLines(NodeTail lines) {
    this.lines = lines;
  }

  void follow(long nowMicros) {
    List<JsonNode> news = LastLine.news(lines);
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
