package dev.rebound.oracle.request;

import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.WorkloadSpec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the row of a request must hold beside its key: columns, and the text of each, with what
 * stands for the request. What differs travels as an output of its own.
 */
public record RowColumns(List<RowColumn> columns) {
  /** The option that says it. */
  public static final String OPTION = "row";

  private static final Pattern NEXT = Pattern.compile("\\s*,\\s*(?=[A-Za-z_][A-Za-z0-9_]*\\s*=)");
  private static final Pattern FORM = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*(.*)");

  /** So many bytes of a text that differs are kept. */
  private static final int KEPT = 2 * Long.BYTES;

  /** Begins the value of a row that differs; no key has it. */
  private static final byte DIFFERS = 0x1f;

  /**
   * A column.
   *
   * @param pattern of its text
   */
  public record RowColumn(String name, String pattern) {}

  public RowColumns {
    columns = List.copyOf(columns);
  }

  /** The columns of a text {@code amount=${n}, account=acct}; empty if it is none. */
  static Optional<RowColumns> find(String text) {
    List<RowColumn> columns = new ArrayList<>();
    for (String one : text.isBlank() ? new String[0] : NEXT.split(text.strip())) {
      Matcher form = FORM.matcher(one);
      if (!form.matches()) {
        return Optional.empty();
      }
      columns.add(new RowColumn(form.group(1), form.group(2)));
    }
    return Optional.of(new RowColumns(columns));
  }

  /** The columns that a workload of requests was told, which were checked. */
  public static RowColumns of(WorkloadSpec spec) {
    return told(spec.options().get(OPTION));
  }

  /** The columns of a text that was checked; none of null. */
  public static RowColumns told(@Nullable String text) {
    return find(text == null ? "" : text).orElse(new RowColumns(List.of()));
  }

  /**
   * What differs in the rows of one key, as the value of a record; empty if nothing does.
   *
   * @param key that the rows have
   * @param found of each column in order the least text and the greatest; {@code NULL} where it has
   *     no value
   */
  public Optional<byte[]> difference(String key, List<String> found) {
    for (int i = 0; i < columns.size(); i++) {
      for (String text : found.subList(2 * i, 2 * i + 2)) {
        if (!says(columns.get(i).pattern(), key, text)) {
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          return Optional.of(
              ByteBuffer.allocate(2 + bytes.length).put(DIFFERS).put((byte) i).put(bytes).array());
        }
      }
    }
    return Optional.empty();
  }

  /** A key that is no identity does not say when the request was meant for. */
  private static boolean says(String pattern, String key, String found) {
    if (RecordIdHeader.output(key.getBytes(StandardCharsets.UTF_8)) != null) {
      return found.equals(Requests.filled(pattern, key));
    }
    String words = Requests.filled(pattern, "0:" + Requests.number(key) + ":?");
    return words.contains(":?")
        ? Pattern.matches(Pattern.quote(words).replace(":?", ":\\E[0-9]+\\Q"), found)
        : found.equals(words);
  }

  /** True of a record's value that {@link #difference} has made. */
  static boolean differs(byte[] value) {
    return value.length > 1 && value[0] == DIFFERS;
  }

  /** Gives what differs as an output: the column, and as much of its text as there is room for. */
  static void output(OutputRecord of, byte[] value, Consumer<byte[]> sink) {
    ByteBuffer kept = ByteBuffer.allocate(KEPT);
    kept.put(value, 2, Math.min(KEPT, value.length - 2));
    sink.accept(
        OutputRecord.of(
                OutputRecord.OutputKind.READOUT,
                of.generator(),
                value[1],
                of.sequence(),
                of.intendedMicros(),
                kept.getLong(0),
                kept.getLong(Long.BYTES))
            .encode());
  }

  /** The text that an output has kept of a column. */
  static String kept(long high, long low) {
    String text =
        new String(
            ByteBuffer.allocate(KEPT).putLong(high).putLong(low).array(), StandardCharsets.UTF_8);
    int end = text.indexOf('\0');
    return end < 0 ? text + "…" : text.substring(0, end);
  }
}
