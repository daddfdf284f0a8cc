package dev.rebound.report.words;

import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.units.Words;
import java.util.List;
import java.util.Set;

/**
 * Writes values of metrics for people, each in its unit: {@code 1.2 s}, {@code 2,000/s}, {@code 1.5
 * GiB}.
 */
public final class Figures {
  private static final Set<String> MILLIS = Set.of("latency", "slip", "age");
  private static final Set<String> BYTES = Set.of("memory", "disk", "bytes");
  private static final Set<String> BYTES_PER_SECOND = Set.of("received", "sent");
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
    return Metrics.find(name)
        .map(metric -> of(metric.unit(), value))
        .orElseGet(() -> series(name, value));
  }

  /** The same in tables of comparisons, where use of the host is a share. */
  public static String compared(String name, double value) {
    return name.startsWith("host.cpu") ? Words.share(value) : metric(name, value);
  }

  /** Whether the values of a series are bytes, or bytes per second. */
  public static boolean isBytes(String name) {
    return unit(name).startsWith("bytes");
  }

  private static String of(Metrics.Unit unit, double value) {
    return switch (unit) {
      case MILLIS -> Words.duration(value);
      case RECORDS_PER_SECOND -> Words.rate(value);
      case BYTES -> Words.bytes(value);
      case BYTES_PER_SECOND -> Words.bytes(value) + "/s";
      case CORES -> Words.count(value) + " cores";
      case RATIO -> ratio(value);
      case COUNT, CPU_SECONDS -> Words.count(value);
    };
  }

  private static String series(String name, double value) {
    return switch (unit(name)) {
      case "ms" -> Words.duration(value);
      case "records/s" -> Words.rate(value);
      case "bytes" -> Words.bytes(value);
      case "bytes/s" -> Words.bytes(value) + "/s";
      case "cores" -> Words.count(value) + " cores";
      default -> Words.count(value);
    };
  }

  /** The base unit of a series by its name; empty for a count. */
  private static String unit(String name) {
    String[] words = name.split("[._]", -1);
    String last = words[words.length - 1];
    if (List.of(words).contains("rate") || last.equals("throughput")) {
      return "records/s";
    }
    if (COUNTS.contains(last)) {
      return "";
    }
    for (String word : words) {
      if (MILLIS.contains(word)) {
        return "ms";
      }
      if (BYTES_PER_SECOND.contains(word)) {
        return "bytes/s";
      }
      if (BYTES.contains(word)) {
        return "bytes";
      }
      if (word.equals("cpu")) {
        return "cores";
      }
    }
    return "";
  }
}
