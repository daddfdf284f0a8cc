package dev.rebound.lab.observe;

import dev.rebound.base.ReboundException;
import java.io.Closeable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a database that may be away: it is asked again, and where it is away for long,
 * the log says so. Waits nowhere for longer than some seconds. For one thread.
 */
final class DatabaseLink implements Closeable {
  /** SQL state of a table that is not there. */
  private static final String NO_TABLE = "42P01";

  /** How the states of queries begin that a database does not take. */
  private static final String REFUSED = "42";

  private static final String TIMEOUT_SECONDS = "5";

  private final String database;
  private final String remedy;
  private final Silence silence = new Silence("the database", DatabaseLink::log, System::nanoTime);
  private @Nullable Connection connection;
  private boolean answered;
  private boolean lacksTable;

  /**
   * @param database its JDBC address
   * @param remedy what to do about a query that it does not take, a sentence
   */
  DatabaseLink(String database, String remedy) {
    this.database = database;
    this.remedy = remedy;
  }

  /** A question that a database can be asked. */
  interface Query<T> {
    T ask(Connection connection) throws SQLException;
  }

  /**
   * The database's answer, or what stands for no answer. A query that it does not take will never
   * work: that is a {@link ReboundException}, but for a table that may be yet to come.
   */
  <T> T answer(Query<T> question, T none) {
    try {
      T found = question.ask(connected());
      answered = true;
      lacksTable = false;
      silence.answered();
      return found;
    } catch (SQLException e) {
      refuse(e);
      silence.refused(String.valueOf(e.getMessage()));
      answered = false;
      lacksTable = NO_TABLE.equals(e.getSQLState());
      close();
      return none;
    }
  }

  private void refuse(SQLException e) {
    String state = e.getSQLState();
    if (state != null && state.startsWith(REFUSED) && !state.equals(NO_TABLE)) {
      throw ReboundException.environment(
          "the database does not take the query for its rows: " + e.getMessage(), remedy, e);
    }
  }

  /** True if it answered the last question. */
  boolean answered() {
    return answered;
  }

  /** True if it answered that there is no such table. */
  boolean lacksTable() {
    return lacksTable;
  }

  private Connection connected() throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = connect(database);
      connection = open;
    }
    return open;
  }

  static Connection connect(String database) throws SQLException {
    Properties limits = new Properties();
    limits.setProperty("loginTimeout", TIMEOUT_SECONDS);
    limits.setProperty("connectTimeout", TIMEOUT_SECONDS);
    limits.setProperty("socketTimeout", TIMEOUT_SECONDS);
    limits.setProperty("ApplicationName", "rebound-observer");
    return DriverManager.getConnection(database, limits);
  }

  /** Lets the database rest. */
  static void pause(Duration length) {
    try {
      TimeUnit.NANOSECONDS.sleep(length.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void log(String line) {
    System.out.println(Clock.systemUTC().instant() + " " + line);
  }

  @Override
  public void close() {
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
}
