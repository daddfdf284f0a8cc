package dev.rebound.advise;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How Spring reads a value, and as what it goes to Kafka. */
enum SpringForm {
  TEXT,
  /** A constant: {@code MANUAL_IMMEDIATE}, {@code manual-immediate}. */
  WORD,
  /** True or false, which Spring takes in several words. */
  SWITCH,
  /** A length of time; milliseconds in Kafka. */
  LENGTH,
  /** A number of bytes. */
  SIZE;

  private static final Pattern NUMBER_AND_UNIT = Pattern.compile("([+-]?\\d{1,15})([a-zA-Z]*)");

  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "", ChronoUnit.MILLIS,
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS,
          "us", ChronoUnit.MICROS,
          "ns", ChronoUnit.NANOS);

  /** Each but the first two is 1,024 of the one before. */
  private static final List<String> SIZES = List.of("", "B", "KB", "MB", "GB", "TB");

  /** The value as Kafka takes it; null if Spring cannot read it. */
  @Nullable String kafka(String written) {
    String text = written.strip();
    return switch (this) {
      case TEXT -> written;
      case WORD -> text.toLowerCase(Locale.ROOT).replace('-', '_');
      case SWITCH ->
          switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "on", "yes", "1" -> "true";
            case "false", "off", "no", "0" -> "false";
            default -> null;
          };
      case LENGTH -> millis(text);
      case SIZE -> bytes(text);
    };
  }

  private static @Nullable String millis(String text) {
    Matcher simple = NUMBER_AND_UNIT.matcher(text);
    try {
      if (!simple.matches()) {
        return Long.toString(Duration.parse(text).toMillis());
      }
      ChronoUnit unit = UNITS.get(simple.group(2).toLowerCase(Locale.ROOT));
      return unit == null
          ? null
          : Long.toString(Duration.of(Long.parseLong(simple.group(1)), unit).toMillis());
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }

  private static @Nullable String bytes(String text) {
    // Spring passes over blanks in a size, not in a length of time, and minds the case of its unit.
    Matcher simple = NUMBER_AND_UNIT.matcher(text.replaceAll("\\s", ""));
    int kilos = simple.matches() ? SIZES.indexOf(simple.group(2)) : -1;
    return kilos < 0
        ? null
        : Long.toString(Long.parseLong(simple.group(1)) << (10 * Math.max(0, kilos - 1)));
  }
}
