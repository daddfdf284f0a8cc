package dev.rebound.lab.observe;

import dev.rebound.analysis.ReboundException;
import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.workload.Row;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
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
 * <p>Once all of these are read, {@link #whole} also asks {@code strays}, a query without
 * parameters for what else stands in the database and is of none of them, in one text column what
 * it is. These come last, as records without a value; the log names the first of them.
 */
final class TableSource implements OutputSource {
  static final String DATABASE = "database";
  static final String ROWS = "rows";
  static final String STRAYS = "strays";

  private static final int FETCH = 5_000;
  private static final int POSITION_COLUMNS = 3;
  private static final int STRAYS_NAMED = 20;
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final String TIMEOUT_SECONDS = "5";

  /** A row as it was read, and where it stands in the order of all. */
  private record TableRow(
      String transaction, long number, long writtenMillis, List<String> columns) {}

  private final String database;
  private final String rows;
  private @Nullable String strays;
  private @Nullable Connection connection;
  private List<TableRow> read = List.of();
  private boolean straysAreNext;
  private int strayed;
  private String transaction = "0";
  private long number;
  private long position;
  private boolean askedForEnd;
  private boolean answered;
  private final Silence silence = new Silence("the database", TableSource::log, System::nanoTime);

  /**
   * @param strays null if nothing is asked beside the rows
   */
  private TableSource(String database, String rows, @Nullable String strays) {
    this.database = database;
    this.rows = rows;
    this.strays = strays;
  }

  static TableSource of(ToolSettings settings) {
    return new TableSource(settings.text(DATABASE), settings.text(ROWS), null);
  }

  /** In the end, with what stands in the database beside the rows. */
  static TableSource whole(ToolSettings settings) {
    return new TableSource(settings.text(DATABASE), settings.text(ROWS), settings.text(STRAYS));
  }

  @Override
  public int lanes() {
    return 1;
  }

  @Override
  public int poll(Duration timeout) {
    strayed = 0;
    String last = strays;
    if (straysAreNext && last != null) {
      straysAreNext = false;
      int found = answer(() -> strays(last), -1);
      strays = found < 0 ? last : null;
      strayed = Math.max(0, found);
      return strayed;
    }
    long end = System.nanoTime() + timeout.toNanos();
    do {
      read = answer(this::next, List.of());
      if (!read.isEmpty()) {
        TableRow newest = read.get(read.size() - 1);
        transaction = newest.transaction();
        number = newest.number();
        return read.size();
      }
      pause(LOOK);
    } while (System.nanoTime() < end);
    return 0;
  }

  /** A question that a database can be asked. */
  private interface Query<T> {
    T ask() throws SQLException;
  }

  /** The database's answer, or what stands for no answer. */
  private <T> T answer(Query<T> question, T none) {
    try {
      T found = question.ask();
      answered = true;
      silence.answered();
      return found;
    } catch (SQLException e) {
      refuse(e);
      silence.refused(String.valueOf(e.getMessage()));
      answered = false;
      disconnect();
      return none;
    }
  }

  /** A query that the database does not take will never work. */
  private static void refuse(SQLException e) {
    String state = e.getSQLState();
    if (state != null && state.startsWith("42") && !state.equals("42P01")) {
      throw new ReboundException(
          ReboundException.Cause.ENVIRONMENT,
          "the database does not take the query for its rows: " + e.getMessage(),
          "Check that the service and Rebound are of the same version.",
          e);
    }
  }

  private List<TableRow> next() throws SQLException {
    List<TableRow> found = new ArrayList<>();
    try (PreparedStatement query = connected().prepareStatement(rows)) {
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

  /** How many there are beside the rows. */
  private int strays(String query) throws SQLException {
    int found = 0;
    try (PreparedStatement question = connected().prepareStatement(query);
        ResultSet stray = question.executeQuery()) {
      while (stray.next()) {
        found++;
        if (found <= STRAYS_NAMED) {
          log("stands in the database, and nothing that was done is of it: " + stray.getString(1));
        }
      }
    }
    if (found > STRAYS_NAMED) {
      log("and " + (found - STRAYS_NAMED) + " others");
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

  private Connection connected() throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = connect(database);
      connection = open;
    }
    return open;
  }

  /** Waits nowhere for longer than some seconds. */
  static Connection connect(String database) throws SQLException {
    Properties limits = new Properties();
    limits.setProperty("loginTimeout", TIMEOUT_SECONDS);
    limits.setProperty("connectTimeout", TIMEOUT_SECONDS);
    limits.setProperty("socketTimeout", TIMEOUT_SECONDS);
    limits.setProperty("ApplicationName", "rebound-observer");
    return DriverManager.getConnection(database, limits);
  }

  private void disconnect() {
    Connection open = connection;
    connection = null;
    if (open != null) {
      try {
        open.close();
      } catch (SQLException e) {
        // it is of no use any more
      }
    }
  }

  private static void log(String line) {
    System.out.println(Clock.systemUTC().instant() + " " + line);
  }

  private static void pause(Duration length) {
    try {
      TimeUnit.NANOSECONDS.sleep(length.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void each(ReadOutputs sink) throws IOException {
    for (TableRow row : read) {
      byte[] value = Row.of(row.columns());
      sink.take(0, position++, row.writtenMillis(), name -> null, value, value.length);
    }
    for (int i = 0; i < strayed; i++) {
      // when it was written nobody says: it was there just now
      sink.take(0, position++, System.currentTimeMillis(), name -> null, null, 0);
    }
    strayed = 0;
  }

  /** A database that does not answer has an unknown number left: one at least. */
  @Override
  public long lagRecords() {
    return answered && read.size() < FETCH ? 0 : 1;
  }

  @Override
  public long repositioned() {
    return 0;
  }

  /** Rows that come while the end is looked for are read, too. */
  @Override
  public boolean reachedEnd() {
    boolean reached = askedForEnd && answered && read.isEmpty();
    askedForEnd = true;
    straysAreNext = reached && strays != null;
    return reached && !straysAreNext;
  }

  @Override
  public void close() {
    disconnect();
  }
}
