package dev.rebound.advise;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
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
      long number = Long.parseLong(simple.group(1));
      return switch (simple.group(2).toLowerCase(Locale.ROOT)) {
        case "", "ms" -> Long.toString(number);
        case "s" -> Long.toString(Math.multiplyExact(number, 1000L));
        case "m" -> Long.toString(Math.multiplyExact(number, 60_000L));
        case "h" -> Long.toString(Math.multiplyExact(number, 3_600_000L));
        case "d" -> Long.toString(Math.multiplyExact(number, 86_400_000L));
        case "us" -> Long.toString(number / 1000);
        case "ns" -> Long.toString(number / 1_000_000);
        default -> null;
      };
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }

  private static @Nullable String bytes(String text) {
    // Spring passes over blanks in a size, not in a length of time, and minds the case of its unit.
    Matcher simple = NUMBER_AND_UNIT.matcher(text.replaceAll("\\s", ""));
    if (!simple.matches()) {
      return null;
    }
    long number = Long.parseLong(simple.group(1));
    return switch (simple.group(2)) {
      case "", "B" -> Long.toString(number);
      case "KB" -> Long.toString(number << 10);
      case "MB" -> Long.toString(number << 20);
      case "GB" -> Long.toString(number << 30);
      case "TB" -> Long.toString(number << 40);
      default -> null;
    };
  }
}
