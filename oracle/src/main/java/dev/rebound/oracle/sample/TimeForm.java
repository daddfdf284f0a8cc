package dev.rebound.oracle.sample;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How a date is written: a pattern of {@link DateTimeFormatter}, with English names, and the zone
 * of dates that name none.
 */
public final class TimeForm {
  private static final String IN = " in ";

  /** As many as there are offsets and lengths of fractions: what a sample has of them. */
  private static final Map<String, TimeForm> KNOWN = new ConcurrentHashMap<>();

  private final DateTimeFormatter formatter;
  private final ZoneId zone;
  private final long unitMicros;

  /** A date that was read, and the zone that it names, or is in. */
  record Read(Instant at, ZoneId zone) {}

  private TimeForm(String pattern, ZoneId zone) {
    this.formatter = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
    this.zone = zone;
    this.unitMicros = unit(pattern.replaceAll("'[^']*'", ""));
  }

  /**
   * The form that a text says, {@code MM/dd/yyyy HH:mm} or {@code MM/dd/yyyy HH:mm in
   * America/New_York}; {@link IllegalArgumentException} says why it is none.
   */
  public static TimeForm of(String text) {
    return KNOWN.computeIfAbsent(text, TimeForm::read);
  }

  private static TimeForm read(String text) {
    int in = text.lastIndexOf(IN);
    try {
      return in < 0
          ? new TimeForm(text, ZoneOffset.UTC)
          : new TimeForm(
              text.substring(0, in).strip(), ZoneId.of(text.substring(in + IN.length()).strip()));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("'" + text + "' names no zone: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is no pattern of a date: " + e.getMessage(), e);
    }
  }

  /** A {@link DateTimeException} says that a text is not written so. */
  Read read(String text, @Nullable ZoneId named) {
    TemporalAccessor read = formatter.parse(text);
    LocalDate date = read.query(TemporalQueries.localDate());
    LocalTime time = read.query(TemporalQueries.localTime());
    if (date == null) {
      throw new DateTimeException("it has no date");
    }
    ZoneId its =
        named != null
            ? named
            : read.isSupported(ChronoField.OFFSET_SECONDS)
                ? ZoneOffset.ofTotalSeconds(read.get(ChronoField.OFFSET_SECONDS))
                : read.query(TemporalQueries.zone());
    ZoneId in = its == null ? zone : its;
    return new Read(
        date.atTime(time == null ? LocalTime.MIDNIGHT : time).atZone(in).toInstant(), in);
  }

  String written(Instant at, ZoneId in) {
    return formatter.format(at.atZone(in));
  }

  /** The unit of what is written so, microseconds; 1 if that is finer. */
  long unitMicros() {
    return unitMicros;
  }

  private static long unit(String pattern) {
    if (pattern.indexOf('S') >= 0) {
      long unit = 1_000_000;
      for (long digit = pattern.chars().filter(c -> c == 'S').count();
          digit > 0 && unit > 1;
          digit--) {
        unit /= 10;
      }
      return unit;
    }
    return pattern.indexOf('n') >= 0
        ? 1
        : pattern.indexOf('s') >= 0
            ? 1_000_000
            : pattern.indexOf('m') >= 0
                ? 60_000_000L
                : pattern.matches(".*[HhKk].*") ? 3_600_000_000L : 86_400_000_000L;
  }
}
