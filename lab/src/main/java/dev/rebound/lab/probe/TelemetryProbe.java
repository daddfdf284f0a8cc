package dev.rebound.lab.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.journal.Series;
import dev.rebound.lab.platform.Tail;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What load generators and the observer say of themselves each second, in their telemetry files:
 * rate and slip of all generators together, the observer's lag, rate, frontier age and latency.
 *
 * <p>Their seconds and the lab's are not in step, so a value stands until a newer one comes, at
 * most {@link #FRESH}; after that it is NaN, as the process has fallen silent.
 */
public final class TelemetryProbe implements Probe {
  static final Duration FRESH = Duration.ofMillis(2500);

  /** Series name to the observer's field that it shows as it is. */
  private static final Map<String, String> OBSERVER_MILLIS = new LinkedHashMap<>();

  static {
    OBSERVER_MILLIS.put("latency.p50", "appendMillisP50");
    OBSERVER_MILLIS.put("latency.p99", "appendMillisP99");
    OBSERVER_MILLIS.put("latency.max", "appendMillisMax");
    OBSERVER_MILLIS.put("latency.visible.p50", "visibleMillisP50");
    OBSERVER_MILLIS.put("latency.visible.p99", "visibleMillisP99");
    OBSERVER_MILLIS.put("latency.visible.max", "visibleMillisMax");
  }

  private final List<Source> generators = new ArrayList<>();
  private final Source observer;
  private final Clock clock;

  /**
   * @param generators telemetry of each generator
   * @param observer telemetry of the observer
   */
  public TelemetryProbe(List<Tail> generators, Tail observer) {
    this(generators, observer, Clock.systemUTC());
  }

  TelemetryProbe(List<Tail> generators, Tail observer, Clock clock) {
    generators.forEach(lines -> this.generators.add(new Source(lines)));
    this.observer = new Source(observer);
    this.clock = clock;
  }

  @Override
  public List<Series> series() {
    List<Series> series = new ArrayList<>();
    series.add(new Series("generator.rate", "records/s", ""));
    series.add(new Series("generator.slip", "ms", ""));
    series.add(new Series("generator.blocked", "ms/s", ""));
    series.add(new Series("generator.unanswered", "records", ""));
    series.add(new Series("observer.lag", "records", ""));
    series.add(new Series("output.visible.rate", "records/s", ""));
    series.add(new Series("frontier.age", "ms", ""));
    OBSERVER_MILLIS.keySet().forEach(metric -> series.add(new Series(metric, "ms", "")));
    return series;
  }

  @Override
  public double[] read() {
    long now = clock.millis() * 1000;
    double[] values = new double[7 + OBSERVER_MILLIS.size()];
    for (Source generator : generators) {
      generator.follow(now);
      values[0] += generator.rate("sent");
      values[1] = Math.max(values[1], generator.value("slipMillisMax"));
      values[2] = Math.max(values[2], generator.rate("blockedMillis"));
      values[3] += generator.value("unknown");
    }
    observer.follow(now);
    values[4] = observer.value("lagRecords");
    values[5] = observer.rate("records");
    double frontier = observer.value("frontierMicros");
    values[6] = frontier > 0 ? (observer.value("atMicros") - frontier) / 1e3 : Double.NaN;
    int i = 7;
    for (String field : OBSERVER_MILLIS.values()) {
      values[i++] = observer.value(field);
    }
    return values;
  }

  /** The last two lines of one process. */
  private static final class Source {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Tail lines;
    private @Nullable JsonNode before;
    private @Nullable JsonNode latest;
    private double slipMillisMax = Double.NaN;
    private boolean fresh;

    Source(Tail lines) {
      this.lines = lines;
    }

    /** What came since the last call; a line that is no JSON is left out. */
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
}
