package dev.rebound.report.csv;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The columns of a CSV file, each with what it says of a row. */
public final class CsvTable<R> {
  private record Column<R>(String name, Function<R, String> words) {}

  private final List<Column<R>> columns = new ArrayList<>();

  /** Adds a column of words, or of whatever says itself. */
  public CsvTable<R> column(String name, Function<R, ?> words) {
    columns.add(new Column<>(name, row -> String.valueOf(words.apply(row))));
    return this;
  }

  /** Adds a column of numbers, empty where there is none. */
  public CsvTable<R> number(String name, Function<R, @Nullable Double> number) {
    return column(name, row -> CsvFile.decimal(number.apply(row)));
  }

  /** Adds the column of times, which the first one is. */
  public CsvTable<R> time(ToLongFunction<R> micros) {
    return column("time", row -> CsvFile.iso(micros.applyAsLong(row)));
  }

  /** Writes a header and a line for each row. */
  public void write(Path file, Iterable<R> rows) throws IOException {
    try (CsvFile csv = new CsvFile(file)) {
      csv.line(columns.stream().map(Column::name).toList());
      for (R row : rows) {
        csv.line(columns.stream().map(column -> column.words().apply(row)).toList());
      }
    }
  }
}
