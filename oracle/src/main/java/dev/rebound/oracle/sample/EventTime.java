package dev.rebound.oracle.sample;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A time in a field, and how it is written there: a date and a time of day, such as {@code
 * 2026-03-01T12:00:00.250Z} or {@code 11/21/2018 07:20:05 PM}, in UTC unless it has an offset; a
 * number of seconds, milliseconds, microseconds or nanoseconds since the epoch, by its size; or
 * whatever a {@link TimeForm} says.
 *
 * @param micros since the epoch
 * @param zone that it is written in
 * @param form of a date; null for a number
 * @param nanosPerUnit of a number
 * @param decimals of a number
 */
public record EventTime(
    long micros, ZoneId zone, @Nullable TimeForm form, long nanosPerUnit, int decimals) {
  private static final Pattern DATE =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\d([T ])\\d\\d:\\d\\d(:\\d\\d)?(\\.\\d{1,9})?(Z|[+-]\\d\\d:?\\d\\d)?");
  private static final Pattern AMERICAN =
      Pattern.compile("(\\d\\d?)/(\\d\\d?)/\\d{4} (\\d\\d?):\\d\\d(:\\d\\d)? [AP]M");
  private static final Pattern NUMBER = Pattern.compile("([0-9]{9,19})(\\.[0-9]{1,9})?");

  /** Reads one; null if it is none. */
  public static @Nullable EventTime of(Field field) {
    return of(field, null);
  }

  /**
   * Reads one; null if it is none.
   *
   * @param said how it is written; null for one of the ways that are known here
   */
  public static @Nullable EventTime of(Field field, @Nullable TimeForm said) {
    if (field.kind() == Field.FieldKind.NESTED) {
      return null;
    }
    try {
      if (said != null) {
        return of(field.text(), said, null);
      }
      Matcher number = NUMBER.matcher(field.text());
      return number.matches() ? number(number) : date(field.text());
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      return null;
    }
  }

  private static EventTime number(Matcher written) {
    long whole = Long.parseLong(written.group(1));
    long nanos =
        whole < 100_000_000_000L
            ? 1_000_000_000
            : whole < 100_000_000_000_000L
                ? 1_000_000
                : whole < 100_000_000_000_000_000L ? 1000 : 1;
    String fraction = written.group(2);
    BigDecimal micros =
        new BigDecimal(written.group())
            .multiply(BigDecimal.valueOf(nanos))
            .divide(BigDecimal.valueOf(1000), 0, RoundingMode.FLOOR);
    return new EventTime(
        micros.longValueExact(),
        ZoneOffset.UTC,
        null,
        nanos,
        fraction == null ? 0 : fraction.length() - 1);
  }

  private static @Nullable EventTime date(String text) {
    Matcher american = AMERICAN.matcher(text);
    if (american.matches()) {
      boolean padded =
          american.group(1).length() == 2
              && american.group(2).length() == 2
              && american.group(3).length() == 2;
      String form =
          (padded ? "MM/dd/uuuu hh:mm" : "M/d/uuuu h:mm")
              + (american.group(4) == null ? "" : ":ss")
              + " a";
      return of(text, TimeForm.of(form), null);
    }
    Matcher date = DATE.matcher(text);
    if (!date.matches()) {
      return null;
    }
    String zone = date.group(4);
    String fraction = date.group(3);
    String pattern =
        "uuuu-MM-dd'"
            + date.group(1)
            + "'HH:mm"
            + (date.group(2) == null ? "" : ":ss")
            + (fraction == null ? "" : "." + "S".repeat(fraction.length() - 1))
            + (zone == null ? "" : "'" + zone + "'");
    return of(text, TimeForm.of(pattern), zone == null ? null : ZoneOffset.of(zone));
  }

  /**
   * @param zone that a text names; null for the one that its form says
   */
  private static EventTime of(String text, TimeForm form, @Nullable ZoneId zone) {
    TimeForm.Read read = form.read(text, zone);
    return new EventTime(
        ChronoUnit.MICROS.between(Instant.EPOCH, read.at()), read.zone(), form, 0, 0);
  }

  /** The unit that it is written in, microseconds; 1 if that is finer. */
  long unitMicros() {
    return form != null
        ? form.unitMicros()
        : Math.max(1, nanosPerUnit / 1000 / (long) Math.pow(10, Math.min(9, decimals)));
  }

  /** Another time, written in the same way. */
  String written(long otherMicros) {
    if (form != null) {
      return form.written(Instant.EPOCH.plus(otherMicros, ChronoUnit.MICROS), zone);
    }
    if (decimals == 0) {
      return Long.toString(
          nanosPerUnit >= 1000
              ? Math.floorDiv(otherMicros, nanosPerUnit / 1000)
              : otherMicros * 1000);
    }
    return BigDecimal.valueOf(otherMicros)
        .multiply(BigDecimal.valueOf(1000))
        .divide(BigDecimal.valueOf(nanosPerUnit), decimals, RoundingMode.FLOOR)
        .toPlainString();
  }
}
