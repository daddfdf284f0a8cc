package dev.rebound.report.csv;

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
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes one CSV file: comma, UTF-8, {@code \n}, quotes only where they are needed. */
public final class CsvFile implements AutoCloseable {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final MathContext DIGITS = new MathContext(9);

  private final Writer writer;

  public CsvFile(Path file) throws IOException {
    writer = new BufferedWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8));
  }

  /** A line of words. */
  public void line(String... cells) throws IOException {
    line(List.of(cells));
  }

  public void line(List<String> cells) throws IOException {
    writer.write(cells.stream().map(CsvFile::quoted).collect(Collectors.joining(",")) + "\n");
  }

  private static String quoted(String text) {
    boolean quote = text.chars().anyMatch(c -> ",\"\n\r".indexOf(c) >= 0);
    return quote ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  /** ISO 8601 in UTC with milliseconds. */
  public static String iso(long micros) {
    return TIME.format(Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
  }

  /** A number without exponent; empty if there is none. */
  public static String decimal(@Nullable Double value) {
    if (value == null || value.isNaN() || value.isInfinite()) {
      return "";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return Long.toString(value.longValue());
    }
    return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  /** The same of one that may be infinite. */
  public static String orInfinite(double value) {
    return value == Double.POSITIVE_INFINITY ? "inf" : decimal(value);
  }
}
