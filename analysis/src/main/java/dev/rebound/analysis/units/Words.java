package dev.rebound.analysis.units;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Numbers with their units as people read them: {@code 1.2 s}, {@code 2,000/s}, {@code 1.5 GiB},
 * {@code 5 %}. The same in every language setting, so that outputs compare. A value that is not
 * there is an en dash. How files write them is {@link Quantity}'s affair.
 */
public final class Words {
  public static final String NONE = "–";

  /** Decimals of shares and ratios, at most. */
  public static final int SHARE_DECIMALS = 6;

  private static final int MINUTE = 60;
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;

  private Words() {}

  /** A text by a format, the same in every language setting. */
  public static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

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
      return text("%.1f s", millis / 1000);
    }
    long seconds = Math.round(millis / 1000);
    if (Math.abs(seconds) < 3600) {
      return pair(seconds, MINUTE, "min", "s");
    }
    return pair(Math.round(millis / 60_000), 60, "h", "min");
  }

  public static String duration(long millis) {
    return duration((double) millis);
  }

  public static String duration(@Nullable Double millis) {
    return millis == null ? NONE : duration(millis.doubleValue());
  }

  /** A length of time that another one is at least: rounded down, where it is rounded. */
  public static String atLeast(double millis) {
    return duration(Math.floor(millis / digit(millis)) * digit(millis));
  }

  /** A length of time that another one is at most: rounded up, where it is rounded. */
  public static String atMost(double millis) {
    return duration(Math.ceil(millis / digit(millis)) * digit(millis));
  }

  /** The last digit that {@link #duration} writes, in milliseconds. */
  private static double digit(double millis) {
    double size = Math.abs(millis);
    if (size < 9.95) {
      return 0.1;
    }
    if (size < 999.5) {
      return 1;
    }
    if (size < 59_950) {
      return 100;
    }
    return size < 3_599_500 ? 1000 : 60_000;
  }

  /**
   * Two lengths of time that another one lies between, given in milliseconds: {@code 1.6 – 2.3 s}.
   */
  public static String range(double low, double high) {
    String from = atLeast(low);
    String to = atMost(high);
    int unit = from.indexOf(' ');
    boolean same = unit > 0 && from.indexOf(' ', unit + 1) < 0 && to.endsWith(from.substring(unit));
    return (same && to.indexOf(' ', to.indexOf(' ') + 1) < 0 ? from.substring(0, unit) : from)
        + " – "
        + to;
  }

  /** Like {@link #duration}, but whole seconds: for clocks that count along. */
  public static String wholeSeconds(long millis) {
    return millis < 60_000 ? text("%d s", Math.round(millis / 1000.0)) : duration(millis);
  }

  /** {@code 8.4 s}, however many. */
  public static String seconds(double seconds) {
    return text("%.1f s", seconds);
  }

  /**
   * Like {@link #duration}, but no decimal that is zero, and days: {@code 30 s}, {@code 7 days}.
   */
  public static String length(double millis) {
    double seconds = millis / 1000;
    if (seconds < 1) {
      return count(Math.round(millis)) + " ms";
    }
    if (seconds < 2 * MINUTE) {
      return trimmed(seconds, 1) + " s";
    }
    if (seconds < 2 * HOUR) {
      return trimmed(seconds / MINUTE, 1) + " min";
    }
    return seconds < 2 * DAY
        ? trimmed(seconds / HOUR, 1) + " h"
        : trimmed(seconds / DAY, 1) + " days";
  }

  public static String length(long millis) {
    return length((double) millis);
  }

  /** Exactly: {@code 750 ms}, {@code 90 s}, {@code 3 min}, {@code 18 min 5 s}. */
  public static String exact(Duration duration) {
    long seconds = duration.toSeconds();
    if (duration.toMillis() % 1000 != 0) {
      return duration.toMillis() + " ms";
    }
    return seconds < 2 * MINUTE ? seconds + " s" : pair(seconds, MINUTE, "min", "s");
  }

  /** To the minute: {@code 40 s}, {@code 5 min}, {@code 2 h 10 min}. */
  public static String about(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < 2 * MINUTE) {
      return seconds + " s";
    }
    long minutes = Math.round(seconds / (double) MINUTE);
    return minutes < 60 ? minutes + " min" : pair(minutes, 60, "h", "min");
  }

  /** Time since the start of a run: {@code 1:05}, {@code 1:02:03}. */
  public static String clock(long millis) {
    long seconds = Math.max(0, millis / 1000);
    return seconds < 3600
        ? text("%d:%02d", seconds / 60, seconds % 60)
        : text("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
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
    return Math.abs(number) < 10 ? trimmed(number, 1) : text("%,.0f", number);
  }

  public static String count(long number) {
    return count((double) number);
  }

  /** {@code 1 fault}, {@code 2 faults}. */
  public static String plural(long count, String noun) {
    return count(count) + " " + noun + (count == 1 ? "" : "s");
  }

  /** Bytes in binary units: {@code 64 KiB}, {@code 1.5 GiB}. */
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

  public static String bytes(long bytes) {
    return bytes((double) bytes);
  }

  /** A share as it was set, with up to four decimals: 0.07 as {@code 7 %}. */
  public static String percent(double share) {
    return Quantity.plain(Math.round(share * 1e6) / 1e4) + " %";
  }

  /** A share that was measured, as a percentage. */
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

  private static String pair(long value, long factor, String big, String small) {
    long rest = Math.abs(value % factor);
    return value / factor + " " + big + (rest == 0 ? "" : " " + rest + " " + small);
  }

  /** A number with so many decimals, but none that are zero and say nothing. */
  public static String trimmed(double value, int decimals) {
    String text = text("%,." + decimals + "f", value);
    while (decimals > 1 && text.endsWith("0") && !text.endsWith(".0")) {
      text = text.substring(0, text.length() - 1);
    }
    if (decimals > 0 && text.endsWith(".0")) {
      text = text.substring(0, text.length() - 2);
    }
    return text.equals("-0") ? "0" : text;
  }
}
