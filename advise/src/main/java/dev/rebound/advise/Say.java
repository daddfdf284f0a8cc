package dev.rebound.advise;

import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Quantity;
import java.time.Duration;
import java.util.Locale;

/** Numbers in the words of a person. */
final class Say {
  private static final double MINUTE = 60;
  private static final double HOUR = 3600;
  private static final double DAY = 24 * HOUR;

  private Say() {}

  /** {@code 700 ms}, {@code 8.4 s}, {@code 30 s}, {@code 45 min}, {@code 12 h}, {@code 7 days}. */
  static String seconds(double seconds) {
    if (seconds < 1) {
      return number(Math.round(seconds * 1000)) + " ms";
    }
    if (seconds < 2 * MINUTE) {
      return tenth(seconds) + " s";
    }
    if (seconds < 2 * HOUR) {
      return tenth(seconds / MINUTE) + " min";
    }
    return seconds < 2 * DAY ? tenth(seconds / HOUR) + " h" : tenth(seconds / DAY) + " days";
  }

  static String millis(long millis) {
    return seconds(millis / 1000.0);
  }

  static String length(Duration length) {
    return millis(length.toMillis());
  }

  /** {@code 64 KB}, {@code 1.5 GB}. */
  static String size(double bytes) {
    if (bytes >= 1L << 20) {
      return bytes < 10L << 20 && bytes % (1L << 20) != 0
          ? tenth(bytes / (1L << 20)) + " MB"
          : Quantity.about(new Bytes(Math.round(bytes)));
    }
    return bytes >= 1L << 10 ? tenth(bytes / (1L << 10)) + " KB" : number(Math.round(bytes)) + " B";
  }

  static String size(long bytes) {
    return size((double) bytes);
  }

  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String tenth(double value) {
    double rounded = Math.round(value * 10) / 10.0;
    return rounded == Math.rint(rounded)
        ? number(Math.round(rounded))
        : String.format(Locale.ROOT, "%,.1f", rounded);
  }
}
