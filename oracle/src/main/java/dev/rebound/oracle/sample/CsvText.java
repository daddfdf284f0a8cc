package dev.rebound.oracle.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records of CSV, as RFC 4180 has them.
 *
 * @param separator between columns
 */
record CsvText(char separator) {
  /** What may stand between columns, the more usual first. */
  private static final List<Character> SEPARATORS = List.of(',', ';', '\t', '|', ':');

  /** So many records of a file say which it is. */
  private static final int TRIED = 100;

  private static final int TRIED_CHARACTERS = 1 << 17;

  private static final char QUOTE = '"';

  /**
   * A record, or a line that is none.
   *
   * @param text as it stands in the file, without the end of its last line
   * @param lines that it takes up
   * @param wrong why it is none; null if it is one
   */
  record Row(List<Field> columns, String text, int line, int lines, @Nullable String wrong) {}

  /** The columns of a record that stands alone; null if this is none, or more than one. */
  @Nullable List<Field> columns(byte[] record) {
    List<Row> rows = rows(new String(record, UTF_8), 0, 2);
    return rows.size() == 1 && rows.get(0).wrong() == null ? rows.get(0).columns() : null;
  }

  /**
   * The first records of a text, and the lines between that are none; empty lines are passed over.
   *
   * @param width the columns that each has; 0 for any number
   */
  List<Row> rows(String text, int width, int most) {
    List<Row> rows = new ArrayList<>();
    int at = 0;
    int line = 1;
    while (at < text.length() && rows.size() < most) {
      // A reader knows no more after a mistake: another one begins behind the line.
      Iterator<List<Field>> reader = reader(text, at);
      String wrong = null;
      while (wrong == null && at < text.length() && rows.size() < most) {
        int end = lineEnd(text, at);
        if (end == at) {
          line++;
          at = next(text, end);
          continue;
        }
        List<Field> columns = List.of();
        try {
          columns = reader.hasNext() ? reader.next() : columns;
        } catch (CsvParseException e) {
          wrong = "more follows the closing quote of a column";
        }
        String its = written(columns);
        int stop = at + its.length();
        if (wrong == null
            && (columns.isEmpty()
                || !text.startsWith(its, at)
                || (stop < text.length() && lineEnd(text, stop) != stop))) {
          wrong = "a quote is not closed";
        } else if (wrong == null && width > 0 && columns.size() != width && !isBlank(columns)) {
          wrong = columns.size() + " columns, and the header has " + width;
        }
        if (wrong == null) {
          int lines = 1;
          for (; end < stop; lines++) {
            end = lineEnd(text, next(text, end));
          }
          rows.add(new Row(columns, its, line, lines, null));
          line += lines;
        } else {
          rows.add(new Row(List.of(), text.substring(at, end), line++, 1, wrong));
        }
        at = next(text, end);
      }
    }
    return rows;
  }

  /** True of a line of blanks. */
  static boolean isBlank(List<Field> columns) {
    return columns.size() == 1
        && columns.get(0).kind() == Field.FieldKind.BARE
        && columns.get(0).text().isBlank();
  }

  private Iterator<List<Field>> reader(String text, int from) {
    StringReader rest = new StringReader(text);
    try {
      var unused = rest.skip(from);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    CsvReader.CsvReaderBuilder csv =
        CsvReader.builder()
            .fieldSeparator(separator)
            .allowExtraFields(true)
            .allowMissingFields(true);
    return (from == 0
            ? csv.build(new Columns(), text)
            : csv.maxBufferSize(Math.max(1 << 16, text.length() + 1)).build(new Columns(), rest))
        .iterator();
  }

  private static int lineEnd(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
      at++;
    }
    return at;
  }

  private static int next(String text, int end) {
    return text.startsWith("\r\n", end) ? end + 2 : end + 1;
  }

  /** A record as its file has it: what is quoted there is quoted here. */
  private String written(List<Field> columns) {
    StringBuilder text = new StringBuilder();
    for (Field column : columns) {
      text.append(text.length() == 0 && column.start() == 0 ? "" : String.valueOf(separator));
      text.append(column.kind() == Field.FieldKind.QUOTED ? quoted(column.text()) : column.text());
    }
    return text.toString();
  }

  private static String quoted(String text) {
    return QUOTE + text.replace("\"", "\"\"") + QUOTE;
  }

  /** The separator that most of the first records of a text have as often as its first one. */
  static CsvText of(String all) {
    String text = all.substring(0, Math.min(all.length(), TRIED_CHARACTERS));
    CsvText best = new CsvText(SEPARATORS.get(0));
    double share = 0;
    int most = 0;
    for (char separator : SEPARATORS) {
      CsvText tried = new CsvText(separator);
      List<Row> rows = tried.rows(text, 0, TRIED);
      int columns = rows.isEmpty() ? 0 : rows.get(0).columns().size();
      double its =
          (double) rows.stream().filter(row -> row.columns().size() == columns).count()
              / Math.max(1, rows.size());
      if (columns > 1 && (its > share || (its == share && columns > most))) {
        best = tried;
        share = its;
        most = columns;
      }
    }
    return best;
  }

  /** As files and messages have it. */
  String word() {
    return separator == '\t' ? "tab" : String.valueOf(separator);
  }

  /** Columns of a record, with the places of their bytes in it. */
  private final class Columns extends AbstractBaseCsvCallbackHandler<List<Field>> {
    private List<Field> columns = new ArrayList<>();
    private int end;

    @Override
    protected void handleBegin(long line) {
      columns = new ArrayList<>();
      end = 0;
    }

    @Override
    protected void handleField(int number, char[] buffer, int offset, int length, boolean quoted) {
      String text = new String(buffer, offset, length);
      int start = number == 0 ? 0 : end + String.valueOf(separator).getBytes(UTF_8).length;
      end = start + (quoted ? quoted(text) : text).getBytes(UTF_8).length;
      columns.add(
          new Field(quoted ? Field.FieldKind.QUOTED : Field.FieldKind.BARE, text, start, end));
    }

    @Override
    protected List<Field> buildRecord() {
      return columns;
    }
  }
}
