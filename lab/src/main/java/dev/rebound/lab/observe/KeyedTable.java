package dev.rebound.lab.observe;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.oracle.request.RowColumns;
import dev.rebound.workload.Headers;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Outputs that are rows of a table of a user's own, each known by one of its columns. A row that is
 * changed stays the same output; a second one of the same key is an output that came again. To a
 * workload, a row is a record whose key, and whose tag, is that column. Its value is the key once
 * more where requests are asked for; else all of its columns, an object of JSON.
 *
 * <p>{@code copies} is the query for the keys of which rows were written after a transaction, its
 * one parameter. Of each, its columns are the last transaction that the answer takes in, when the
 * first of its rows was written (milliseconds since the epoch), how many rows it has, and the key
 * as text. All transactions up to the one that is told must have ended.
 *
 * <p>Where the value is JSON, one more column has all rows of the key, with a record separator
 * between.
 *
 * <p>In the end {@code all} is asked, a query without a parameter that answers in the same columns
 * for all keys: a transaction that stays open hides nothing from it. Where {@code workload.row}
 * says what columns must hold, two more columns for each of these have the least and the greatest
 * of its texts; rows that hold something else come once more, with that as the value. Then comes
 * {@code strays}, a query for the rows that no key stands in, as records without a value.
 */
final class KeyedTable extends RowSource {
  static final String COPIES = "copies";

  /** A question that takes long, as the table is large, is asked more seldom: this much. */
  private static final int REST = 4;

  /** So many rows of an answer are held by the driver at a time. */
  private static final int FETCH = 5_000;

  /** Places for the rows of one key: more of them share the last one. */
  private static final int PLACES = 4;

  /** Where rows stand whose key names no request. */
  private static final long NAMELESS = 1L << 32;

  private static final int NAMELESS_MASK = 0xFFFFF;

  /** Where what differs in a row stands: so far from the row. */
  private static final long DIFFERENCES = 1L << 33;

  /** So far from those of the generator before stand the records of the next one. */
  private static final long OF_GENERATOR = (1L << 34) / PLACES;

  private static final int KEY_COLUMN = 4;

  /** Between the rows of one key; no JSON has it. */
  private static final Pattern SEPARATOR = Pattern.compile("\u001e");

  /** So many keys that name no request are told in the log. */
  private static final int TOLD = 20;

  private static final String REMEDY =
      "engine.table must be a table, and no view, and engine.key one of its columns.";

  /** What stands beside a row: the column that it is known by, as a record's key. */
  private static final class KeyAlone implements Headers {
    private final byte[] key;

    KeyAlone(byte[] key) {
      this.key = key;
    }

    @Override
    public byte @Nullable [] last(String name) {
      return name.equals(RecordIdHeader.HEADER) ? key : null;
    }

    @Override
    public byte[] key() {
      return key;
    }
  }

  /** A row that was not seen before. */
  private record KeyedRow(
      long position, long writtenMillis, String key, String value, Optional<byte[]> difference) {}

  private final String query;
  private final boolean whole;
  private final RowColumns row;
  private final Workload workload;
  private final Map<String, Integer> rowsOf = new HashMap<>();
  private List<KeyedRow> read = List.of();
  private long transaction;
  private long nextNanos = System.nanoTime();
  private long asked;
  private long endAsked = Long.MAX_VALUE;
  private int nameless;

  /**
   * @param row what columns are asked for beside the key
   * @param strays null if nothing is asked beside the rows
   */
  private KeyedTable(
      String database, String query, RowColumns row, Workload workload, @Nullable String strays) {
    super(database, REMEDY, strays);
    this.query = query;
    this.whole = strays != null;
    this.row = row;
    this.workload = workload;
  }

  static KeyedTable of(ToolSettings settings, Workload workload) {
    return new KeyedTable(
        settings.text(DATABASE), settings.text(COPIES), new RowColumns(List.of()), workload, null);
  }

  /** In the end, with the rows that have no key. */
  static KeyedTable whole(ToolSettings settings, Workload workload) {
    return new KeyedTable(
        settings.text(DATABASE),
        settings.text(ALL),
        RowColumns.told(settings.find(WorkloadSpec.PREFIX + RowColumns.OPTION)),
        workload,
        settings.text(STRAYS));
  }

  @Override
  int ask() {
    read = List.of();
    if (System.nanoTime() < nextNanos) {
      return 0;
    }
    long begun = System.nanoTime();
    read = link.answer(this::next, List.of());
    long end = System.nanoTime();
    nextNanos = end + Math.max(LOOK.toNanos(), REST * (end - begun));
    asked++;
    if (whole && link.lacksTable()) {
      throw ReboundException.environment(
          "the database has no such table in the end",
          "Let engine.table name the table that the service writes, or have setup make it.");
    }
    return read.size();
  }

  private List<KeyedRow> next(Connection connection) throws SQLException {
    List<KeyedRow> found = new ArrayList<>();
    long last = transaction;
    // with autocommit the driver would hold all of an answer
    connection.setAutoCommit(false);
    try (PreparedStatement question = connection.prepareStatement(query)) {
      question.setFetchSize(FETCH);
      if (!whole) {
        question.setLong(1, transaction);
      }
      try (ResultSet answer = question.executeQuery()) {
        while (answer.next()) {
          last = answer.getLong(1);
          add(answer, found);
        }
      }
    }
    connection.setAutoCommit(true);
    // An answer that broke off is asked for again: only now is any of it read.
    found.forEach(row -> rowsOf.merge(row.key(), 1, Integer::sum));
    transaction = last;
    return found;
  }

  private Optional<byte[]> difference(ResultSet answer) throws SQLException {
    List<String> texts = new ArrayList<>();
    for (int i = 1; i <= 2 * row.columns().size(); i++) {
      texts.add(answer.getString(KEY_COLUMN + i));
    }
    return row.difference(answer.getString(KEY_COLUMN), texts);
  }

  /** What the rows of a key say to the workload, one by one if they differ. */
  private String[] values(ResultSet answer) throws SQLException {
    return workload.shape().tagged()
        ? SEPARATOR.split(answer.getString(KEY_COLUMN + 1))
        : new String[] {answer.getString(KEY_COLUMN)};
  }

  private void add(ResultSet answer, List<KeyedRow> into) throws SQLException {
    String key = answer.getString(KEY_COLUMN);
    String[] values = values(answer);
    int before = rowsOf.getOrDefault(key, 0);
    long number = number(key, values[0]);
    for (int copy = before; copy < answer.getInt(3); copy++) {
      into.add(
          new KeyedRow(
              position(number, key, copy),
              answer.getLong(2),
              key,
              values[Math.min(copy, values.length - 1)],
              copy == 0 ? difference(answer) : Optional.empty()));
    }
    if (before == 0 && number < 0 && whole && ++nameless <= TOLD) {
      DatabaseLink.log("a row's key names no record or request of this run: " + key);
    }
  }

  /** The number of the record or request that a row is of, over all generators; -1 if of none. */
  private long number(String key, String value) {
    List<byte[]> outputs = new ArrayList<>();
    workload.outputs(new KeyAlone(bytes(key)), bytes(value), outputs::add);
    if (outputs.isEmpty()) {
      return -1;
    }
    OutputRecord output = OutputRecord.decode(outputs.get(0));
    long sequence = output.sequence();
    return sequence < 0 || sequence >= NAMELESS / PLACES
        ? -1
        : sequence + output.generator() * OF_GENERATOR;
  }

  /** The same whenever a row is read, whatever became of others. */
  private static long position(long number, String key, int copy) {
    return number < 0
        ? NAMELESS + (key.hashCode() & NAMELESS_MASK)
        : number * PLACES + Math.min(copy, PLACES - 1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  void eachRow(ReadOutputs sink) throws IOException {
    for (KeyedRow one : read) {
      byte[] key = bytes(one.key());
      byte[] value = bytes(one.value());
      sink.take(0, one.position(), one.writtenMillis(), new KeyAlone(key), value, value.length);
      if (one.difference().isPresent()) {
        byte[] differs = one.difference().get();
        long position = DIFFERENCES + one.position();
        sink.take(
            0, position, System.currentTimeMillis(), new KeyAlone(key), differs, differs.length);
      }
    }
  }

  @Override
  long strayPosition(int stray) {
    return NAMELESS + stray;
  }

  /** A database that does not answer has an unknown number left: one at least. */
  @Override
  public long lagRecords() {
    return link.answered() ? 0 : 1;
  }

  @Override
  boolean reachedLastRow() {
    if (endAsked == Long.MAX_VALUE) {
      endAsked = asked;
    }
    return asked > endAsked && link.answered() && read.isEmpty();
  }
}
