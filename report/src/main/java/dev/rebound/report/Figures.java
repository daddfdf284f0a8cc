package dev.rebound.report;

import dev.rebound.analysis.result.Metrics;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Writes numbers for people: {@code 1.2 s}, {@code 340 ms}, {@code 2,000/s}, {@code 1.5 GiB}. The
 * same in every language setting, so that outputs compare. A value that is not there is an en dash.
 */
public final class Figures {
  static final String NONE = "–";

  /** Of shares and ratios, at most. */
  private static final int SHARE_DECIMALS = 6;

  private static final Set<String> MILLIS = Set.of("latency", "slip", "age");
  private static final Set<String> BYTES = Set.of("memory", "disk", "bytes");
  private static final Set<String> BYTES_PER_SECOND = Set.of("received", "sent");
  private static final Set<String> COUNTS = Set.of("count", "faults", "undelivered", "negative");

  private Figures() {}

  /** A length of time, given in milliseconds. */
  public static String duration(double millis) {
    if (Double.isNaN(millis)) {
      return NONE;
    }
    double size = Math.abs(millis);
    if (Double.isInfinite(millis)) {
      return millis > 0 ? "never" : NONE;
    }
    if (size < 9.95) {
      return trimmed(millis, 1) + " ms";
    }
    if (size < 999.5) {
      return trimmed(millis, 0) + " ms";
    }
    if (size < 59_950) {
      return String.format(Locale.ROOT, "%.1f s", millis / 1000);
    }
    long seconds = Math.round(millis / 1000);
    if (Math.abs(seconds) < 3600) {
      return pair(seconds, 60, "min", "s");
    }
    return pair(Math.round(millis / 60_000), 60, "h", "min");
  }

  static String duration(long millis) {
    return duration((double) millis);
  }

  /** Two lengths of time, given in milliseconds: {@code 1.6 – 2.3 s}. */
  static String range(double low, double high) {
    String from = duration(low);
    String to = duration(high);
    int unit = from.indexOf(' ');
    boolean same = unit > 0 && from.indexOf(' ', unit + 1) < 0 && to.endsWith(from.substring(unit));
    return (same && to.indexOf(' ', to.indexOf(' ') + 1) < 0 ? from.substring(0, unit) : from)
        + " – "
        + to;
  }

  /** Like {@link #duration}, but whole seconds: for clocks that count along. */
  public static String seconds(long millis) {
    return millis < 60_000
        ? String.format(Locale.ROOT, "%d s", Math.round(millis / 1000.0))
        : duration(millis);
  }

  /** Time since the start of a run: {@code 1:05}, {@code 1:02:03}. */
  public static String clock(long millis) {
    long seconds = Math.max(0, millis / 1000);
    return seconds < 3600
        ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
        : String.format(
            Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }

  /** Records per second. */
  public static String rate(double perSecond) {
    return Double.isNaN(perSecond) ? NONE : count(perSecond) + "/s";
  }

  /** How many; whole numbers, and one decimal below ten. */
  public static String count(double number) {
    if (Double.isNaN(number)) {
      return NONE;
    }
    return Math.abs(number) < 10 ? trimmed(number, 1) : String.format(Locale.ROOT, "%,.0f", number);
  }

  static String count(long number) {
    return count((double) number);
  }

  /** Bytes in binary units. */
  public static String bytes(double bytes) {
    if (Double.isNaN(bytes)) {
      return NONE;
    }
    String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = bytes;
    int unit = 0;
    while (Math.abs(value) >= 1024 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return trimmed(value, unit == 0 || Math.abs(value) >= 100 ? 0 : 1) + " " + units[unit];
  }

  /** A share of one as a percentage. */
  public static String share(double share) {
    if (Double.isNaN(share)) {
      return NONE;
    }
    double rest = Math.min(Math.abs(share), Math.abs(1 - share));
    int decimals = rest < 0.0995 ? 1 : 0;
    // Next to nothing is not nothing, and nearly all is not all.
    while (rest > 0 && rest * 100 * Math.pow(10, decimals) < 0.5 && decimals < SHARE_DECIMALS) {
      decimals++;
    }
    return trimmed(share * 100, decimals) + " %";
  }

  /** A ratio to three significant digits. */
  private static String ratio(double ratio) {
    if (Double.isNaN(ratio) || Double.isInfinite(ratio) || ratio == 0 || Math.abs(ratio) >= 100) {
      return count(ratio);
    }
    int before = (int) Math.floor(Math.log10(Math.abs(ratio)));
    return trimmed(ratio, Math.min(SHARE_DECIMALS, 2 - before));
  }

  /** A value of one of {@link Metrics}, or of a series, whose unit follows from its name. */
  public static String metric(String name, double value) {
    return Metrics.find(name)
        .map(metric -> of(metric.unit(), value))
        .orElseGet(() -> series(name, value));
  }

  private static String of(Metrics.Unit unit, double value) {
    return switch (unit) {
      case MILLIS -> duration(value);
      case RECORDS_PER_SECOND -> rate(value);
      case BYTES -> bytes(value);
      case BYTES_PER_SECOND -> bytes(value) + "/s";
      case CORES -> count(value) + " cores";
      case RATIO -> ratio(value);
      case COUNT, CPU_SECONDS -> count(value);
    };
  }

  private static String series(String name, double value) {
    return switch (unit(name)) {
      case "ms" -> duration(value);
      case "records/s" -> rate(value);
      case "bytes" -> bytes(value);
      case "bytes/s" -> bytes(value) + "/s";
      case "cores" -> count(value) + " cores";
      default -> count(value);
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

  private static String pair(long value, long factor, String big, String small) {
    long rest = Math.abs(value % factor);
    return value / factor + " " + big + (rest == 0 ? "" : " " + rest + " " + small);
  }

  private static String trimmed(double value, int decimals) {
    String text = String.format(Locale.ROOT, "%,." + decimals + "f", value);
    while (decimals > 1 && text.endsWith("0") && !text.endsWith(".0")) {
      text = text.substring(0, text.length() - 1);
    }
    if (decimals > 0 && text.endsWith(".0")) {
      text = text.substring(0, text.length() - 2);
    }
    return text.equals("-0") ? "0" : text;
  }
}
