package dev.rebound.oracle.sample;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fields of one line of CSV in UTF-8, as RFC 4180 has them: commas, and double quotes. */
final class CsvFields {
  private CsvFields() {}

  /**
   * The columns of a line; null if a quoted field does not end on it, or something follows its end.
   */
  static @Nullable List<Field> columns(byte[] line) {
    List<Field> columns = new ArrayList<>();
    int start = 0;
    while (true) {
      boolean quoted = start < line.length && line[start] == '"';
      int end = quoted ? closing(line, start + 1) : comma(line, start);
      if (end < 0 || (end < line.length && line[end] != ',')) {
        return null;
      }
      columns.add(field(line, start, end, quoted));
      if (end >= line.length) {
        return columns;
      }
      start = end + 1;
    }
  }

  private static Field field(byte[] line, int start, int end, boolean quoted) {
    if (quoted) {
      String inside = new String(line, start + 1, end - start - 2, StandardCharsets.UTF_8);
      return new Field(Field.FieldKind.QUOTED, inside.replace("\"\"", "\""), start, end);
    }
    String text = new String(line, start, end - start, StandardCharsets.UTF_8);
    return new Field(Field.FieldKind.BARE, text, start, end);
  }

  private static int comma(byte[] line, int from) {
    int at = from;
    while (at < line.length && line[at] != ',') {
      at++;
    }
    return at;
  }

  /** Place after the quote that closes a field; −1 if there is none. */
  private static int closing(byte[] line, int from) {
    for (int at = from; at < line.length; at++) {
      if (line[at] == '"') {
        if (at + 1 < line.length && line[at + 1] == '"') {
          at++;
        } else {
          return at + 1;
        }
      }
    }
    return -1;
  }
}
