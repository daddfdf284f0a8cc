package dev.rebound.oracle.sample;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the fields of values are found. Immutable. */
public final class Fields {
  /** Of JSON; what is none is a line of columns, known by their numbers. */
  public static final Fields JSON = new Fields(SampleFormat.JSON);

  private static final CsvText COMMAS = new CsvText(',');

  private final SampleFormat format;
  private final CsvText csv;
  private final List<String> columns;

  /** Those of values that are no CSV. */
  Fields(SampleFormat format) {
    this(format, COMMAS, List.of());
  }

  /**
   * @param columns names of the columns of CSV; else of no meaning
   */
  Fields(SampleFormat format, CsvText csv, List<String> columns) {
    this.format = format;
    this.csv = csv;
    this.columns = List.copyOf(columns);
  }

  /** The field at a path; null if there is none, or an empty one. */
  public @Nullable Field find(byte[] value, FieldPath path) {
    return switch (format) {
      case JSON -> JsonFields.findOnce(value, path);
      case CSV -> column(value, path);
      case LINES, BYTES -> null;
    };
  }

  /**
   * The field at a path of what a program made of such a value: JSON where it looks so, or a line
   * of columns, in whichever form the sample is. Null, too, if a member of JSON on the way stands
   * twice.
   */
  public @Nullable Field findInOutput(byte[] value, FieldPath path) {
    int first = 0;
    while (first < value.length && value[first] <= ' ') {
      first++;
    }
    boolean json = first < value.length && (value[first] == '{' || value[first] == '[');
    return json
        ? JsonFields.findOnce(value, path)
        : format == SampleFormat.JSON ? column(value, path) : find(value, path);
  }

  /** A column by its number or by its name, which may have dots in it. */
  private @Nullable Field column(byte[] line, FieldPath path) {
    List<FieldPath.Step> steps = path.steps();
    FieldPath.Step first = steps.get(0);
    int column;
    if (steps.size() > 1) {
      column = columns.indexOf(path.text().substring(first instanceof FieldPath.Name ? 2 : 1));
    } else if (first instanceof FieldPath.Index index) {
      column = index.index();
    } else {
      column = columns.indexOf(((FieldPath.Name) first).name());
    }
    List<Field> found = column < 0 ? null : csv.columns(line);
    return found == null || column >= found.size() || found.get(column).text().isEmpty()
        ? null
        : found.get(column);
  }

  /** True if values are objects of JSON. */
  public boolean json() {
    return format == SampleFormat.JSON;
  }

  /** True if values are text. */
  boolean text() {
    return format != SampleFormat.BYTES;
  }

  /** What stands between columns; null if values have none. */
  @Nullable String separator() {
    return format == SampleFormat.CSV ? csv.word() : null;
  }

  /** The paths that the fields of a value can be found by. */
  List<String> paths(byte[] value) {
    return names(value).stream().map(FieldPath::member).toList();
  }

  /** The names that the fields of a value can be found by. */
  public List<String> names(byte[] value) {
    return format == SampleFormat.JSON ? JsonFields.names(value) : columns;
  }
}
