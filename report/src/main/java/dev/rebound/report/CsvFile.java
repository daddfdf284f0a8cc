package dev.rebound.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A CSV file being written, cell by cell (RFC 4180, UTF-8, lines end with a line feed). */
public final class CsvFile implements AutoCloseable {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final MathContext DIGITS = new MathContext(9);

  private final Writer writer;
  private boolean begun;

  public CsvFile(Path file) throws IOException {
    writer = new BufferedWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8));
  }

  /** A line of words. */
  public void line(String... cells) throws IOException {
    for (String cell : cells) {
      cell(cell);
    }
    end();
  }

  public void cell(String text) throws IOException {
    if (begun) {
      writer.write(',');
    }
    begun = true;
    boolean quote =
        text.indexOf(',') >= 0
            || text.indexOf('"') >= 0
            || text.indexOf('\n') >= 0
            || text.indexOf('\r') >= 0;
    writer.write(quote ? '"' + text.replace("\"", "\"\"") + '"' : text);
  }

  /** A number without exponent; empty if there is none. */
  public void number(@Nullable Double value) throws IOException {
    cell(value == null ? "" : decimal(value));
  }

  public void time(long micros) throws IOException {
    cell(iso(micros));
  }

  public void end() throws IOException {
    writer.write('\n');
    begun = false;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  /** ISO 8601 in UTC with milliseconds. */
  static String iso(long micros) {
    return TIME.format(
        Instant.ofEpochSecond(
            Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000));
  }

  static String decimal(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }
}
