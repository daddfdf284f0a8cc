package dev.rebound.lab.observe;

import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.oracle.request.RowText;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Outputs that are rows of a table which only ever grows. A database that is away is asked again;
 * where it is away for long, the log says so.
 *
 * <p>{@code database} is its JDBC address; {@code rows} the query for what comes after a position,
 * in an order that never changes: its two parameters are the position, a transaction and a number
 * within it, and of each row its columns are these two, the time at which it was written
 * (milliseconds since the epoch), and then what the workload makes an output of, all as text. It
 * must give no row before all that come earlier in that order are there for good.
 *
 * <p>A transaction that stays open hides what comes after it in that order. Once all else is read,
 * {@link #whole} asks {@code all}, the same query without regard to such a transaction.
 */
final class TableSource extends RowSource {
  static final String ROWS = "rows";

  private static final int FETCH = 5_000;
  private static final int POSITION_COLUMNS = 3;
  private static final String REMEDY =
      "Check that the service and Rebound are of the same version.";

  /** A row as it was read, and where it stands in the order of all. */
  private record TableRow(
      String transaction, long number, long writtenMillis, List<String> columns) {}

  private String rows;
  private @Nullable String all;
  private List<TableRow> read = List.of();
  private String transaction = "0";
  private long number;
  private long position;
  private boolean askedForEnd;

  /**
   * @param all null if rows behind an open transaction are left for later
   * @param strays null if nothing is asked beside the rows
   */
  private TableSource(String database, String rows, @Nullable String all, @Nullable String strays) {
    super(database, REMEDY, strays);
    this.rows = rows;
    this.all = all;
  }

  static TableSource of(ToolSettings settings) {
    return new TableSource(settings.text(DATABASE), settings.text(ROWS), null, null);
  }

  /** In the end, with what stands in the database beside the rows. */
  static TableSource whole(ToolSettings settings) {
    return new TableSource(
        settings.text(DATABASE), settings.text(ROWS), settings.text(ALL), settings.text(STRAYS));
  }

  @Override
  int ask() {
    read = link.answer(this::next, List.of());
    if (!read.isEmpty()) {
      TableRow newest = read.get(read.size() - 1);
      transaction = newest.transaction();
      number = newest.number();
    }
    return read.size();
  }

  private List<TableRow> next(Connection connection) throws SQLException {
    List<TableRow> found = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(rows)) {
      query.setString(1, transaction);
      query.setLong(2, number);
      query.setMaxRows(FETCH);
      try (ResultSet row = query.executeQuery()) {
        int columns = row.getMetaData().getColumnCount();
        while (row.next()) {
          found.add(read(row, columns));
        }
      }
    }
    return found;
  }

  private static TableRow read(ResultSet row, int columns) throws SQLException {
    List<String> texts = new ArrayList<>();
    for (int column = POSITION_COLUMNS + 1; column <= columns; column++) {
      String text = row.getString(column);
      texts.add(text == null ? "" : text);
    }
    return new TableRow(
        row.getString(1), row.getLong(2), row.getLong(POSITION_COLUMNS), List.copyOf(texts));
  }

  @Override
  void eachRow(ReadOutputs sink) throws IOException {
    for (TableRow row : read) {
      byte[] value = RowText.of(row.columns());
      sink.take(0, position++, row.writtenMillis(), name -> null, value, value.length);
    }
  }

  @Override
  long strayPosition(int stray) {
    return position++;
  }

  /** A database that does not answer has an unknown number left: one at least. */
  @Override
  public long lagRecords() {
    return link.answered() && read.size() < FETCH ? 0 : 1;
  }

  @Override
  boolean reachedLastRow() {
    boolean reached = askedForEnd && link.answered() && read.isEmpty();
    askedForEnd = true;
    String rest = all;
    if (reached && rest != null) {
      rows = rest;
      all = null;
      return false;
    }
    return reached;
  }
}
