package dev.rebound.oracle.sample;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A time in a field, and how it is written there: a date and a time of day, such as {@code
 * 2026-03-01T12:00:00.250Z}, in UTC unless it has an offset; or a whole number of seconds,
 * milliseconds, microseconds or nanoseconds since the epoch, by its size.
 *
 * @param micros since the epoch
 * @param pattern of the date; null for a number
 * @param nanosPerUnit of a number
 */
public record EventTime(
    long micros, ZoneOffset offset, @Nullable String pattern, long nanosPerUnit) {
  private static final Pattern DATE =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\d([T ])\\d\\d:\\d\\d(:\\d\\d)?(\\.\\d{1,9})?(Z|[+-]\\d\\d:?\\d\\d)?");
  private static final Pattern WHOLE = Pattern.compile("[0-9]{9,19}");

  /** Reads one; null if it is none. */
  public static @Nullable EventTime of(Field field) {
    if (field.kind() == Field.FieldKind.NESTED) {
      return null;
    }
    try {
      return WHOLE.matcher(field.text()).matches() ? number(field.text()) : date(field.text());
    } catch (DateTimeException | NumberFormatException e) {
      return null;
    }
  }

  private static EventTime number(String text) {
    long number = Long.parseLong(text);
    long nanos =
        number < 100_000_000_000L
            ? 1_000_000_000
            : number < 100_000_000_000_000L
                ? 1_000_000
                : number < 100_000_000_000_000_000L ? 1000 : 1;
    long micros = nanos >= 1000 ? number * (nanos / 1000) : number / 1000;
    return new EventTime(micros, ZoneOffset.UTC, null, nanos);
  }

  private static @Nullable EventTime date(String text) {
    Matcher date = DATE.matcher(text);
    if (!date.matches()) {
      return null;
    }
    String zone = date.group(4);
    ZoneOffset offset = zone == null ? ZoneOffset.UTC : ZoneOffset.of(zone);
    String fraction = date.group(3);
    String pattern =
        "uuuu-MM-dd'"
            + date.group(1)
            + "'HH:mm"
            + (date.group(2) == null ? "" : ":ss")
            + (fraction == null ? "" : "." + "S".repeat(fraction.length() - 1))
            + (zone == null ? "" : "'" + zone + "'");
    LocalDateTime local =
        LocalDateTime.parse(text, DateTimeFormatter.ofPattern(pattern, Locale.ROOT));
    long micros = ChronoUnit.MICROS.between(LocalDateTime.ofEpochSecond(0, 0, offset), local);
    return new EventTime(micros, offset, pattern, 0);
  }

  /** The unit that it is written in, microseconds; 1 if that is finer. */
  long unitMicros() {
    String form = pattern;
    if (form == null) {
      return Math.max(1, nanosPerUnit / 1000);
    }
    long digits = form.chars().filter(c -> c == 'S').count();
    long unit = form.contains(":ss") ? 1_000_000 : 60_000_000;
    for (long digit = 0; digit < Math.min(6, digits); digit++) {
      unit /= 10;
    }
    return unit;
  }

  /** Another time, written in the same way. */
  String written(long otherMicros) {
    String form = pattern;
    if (form == null) {
      return Long.toString(
          nanosPerUnit >= 1000
              ? Math.floorDiv(otherMicros, nanosPerUnit / 1000)
              : otherMicros * 1000);
    }
    LocalDateTime local =
        LocalDateTime.ofEpochSecond(0, 0, offset).plus(otherMicros, ChronoUnit.MICROS);
    return DateTimeFormatter.ofPattern(form, Locale.ROOT).format(local);
  }
}
