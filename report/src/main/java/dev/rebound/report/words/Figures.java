package dev.rebound.report.words;

import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.units.Words;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes values of metrics for people, each in its unit: {@code 1.2 s}, {@code 2,000/s}, {@code 1.5
 * GiB}.
 */
public final class Figures {
  /** The units of series, by a word in their names. */
  private static final Map<String, Metrics.Unit> UNITS =
      Map.of(
          "latency", Metrics.Unit.MILLIS,
          "slip", Metrics.Unit.MILLIS,
          "age", Metrics.Unit.MILLIS,
          "memory", Metrics.Unit.BYTES,
          "disk", Metrics.Unit.BYTES,
          "bytes", Metrics.Unit.BYTES,
          "received", Metrics.Unit.BYTES_PER_SECOND,
          "sent", Metrics.Unit.BYTES_PER_SECOND,
          "cpu", Metrics.Unit.CORES);

  private static final Set<String> COUNTS = Set.of("count", "faults", "undelivered", "negative");

  private Figures() {}

  /** A ratio to three significant digits, and more where these would make one of nearly one. */
  private static String ratio(double ratio) {
    if (Double.isNaN(ratio) || Double.isInfinite(ratio) || ratio == 0 || Math.abs(ratio) >= 100) {
      return Words.count(ratio);
    }
    int before = (int) Math.floor(Math.log10(Math.abs(ratio)));
    int decimals = Math.min(Words.SHARE_DECIMALS, 2 - before);
    double rest = 1 - ratio;
    while (rest > 0 && rest * Math.pow(10, decimals) < 0.5 && decimals < Words.SHARE_DECIMALS) {
      decimals++;
    }
    return Words.trimmed(ratio, decimals);
  }

  /** A value of one of {@link Metrics}, or of a series, whose unit follows from its name. */
  public static String metric(String name, double value) {
    return switch (unit(name)) {
      case MILLIS -> Words.duration(value);
      case RECORDS_PER_SECOND -> Words.rate(value);
      case BYTES -> Words.bytes(value);
      case BYTES_PER_SECOND -> Words.bytes(value) + "/s";
      case CORES -> Words.count(value) + " cores";
      case RATIO -> ratio(value);
      case COUNT, CPU_SECONDS -> Words.count(value);
    };
  }

  /** The same in tables of comparisons, where use of the host is a share. */
  public static String compared(String name, double value) {
    return name.startsWith("host.cpu") ? Words.share(value) : metric(name, value);
  }

  /** The unit of one of {@link Metrics}, or of a series by its name. */
  public static Metrics.Unit unit(String name) {
    return Metrics.find(name).map(Metrics.Metric::unit).orElseGet(() -> ofSeries(name));
  }

  private static Metrics.Unit ofSeries(String name) {
    List<String> words = List.of(name.split("[._]", -1));
    String last = words.get(words.size() - 1);
    if (words.contains("rate") || last.equals("throughput")) {
      return Metrics.Unit.RECORDS_PER_SECOND;
    }
    if (COUNTS.contains(last)) {
      return Metrics.Unit.COUNT;
    }
    return words.stream()
        .flatMap(word -> Stream.ofNullable(UNITS.get(word)))
        .findFirst()
        .orElse(Metrics.Unit.COUNT);
  }
}
