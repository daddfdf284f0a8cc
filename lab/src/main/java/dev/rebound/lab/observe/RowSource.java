package dev.rebound.lab.observe;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Outputs that are rows of a database. Once all of them are read in the end, it asks {@code
 * strays}, a query without parameters for what else stands in the database and is of none of them,
 * in one text column what it is. These come last, as records without a value; the log names the
 * first of them.
 */
abstract class RowSource implements OutputSource {
  static final String DATABASE = "database";
  static final String ALL = "all";
  static final String STRAYS = "strays";
  static final Duration LOOK = Duration.ofMillis(20);
  private static final int NAMED = 20;
  final DatabaseLink link;
  private @Nullable String strays;
  private boolean straysNext;
  private int strayed;

  /**
   * @param remedy what to do about a query that the database does not take, a sentence
   * @param strays null if nothing is asked beside the rows
   */
  RowSource(String database, String remedy, @Nullable String strays) {
    this.link = new DatabaseLink(database, remedy);
    this.strays = strays;
  }

  /** Asks for rows where it is time to, and says how many were read. */
  abstract int ask();

  /** Hands over what was read last. */
  abstract void eachRow(ReadOutputs sink) throws IOException;

  /** True once all rows have been read that were there when this was first called. */
  abstract boolean reachedLastRow();

  /** The position of a stray, by its number among them. */
  abstract long strayPosition(int number);

  @Override
  public final int lanes() {
    return 1;
  }

  @Override
  public final int poll(Duration timeout) {
    strayed = 0;
    String asked = strays;
    if (straysNext && asked != null) {
      straysNext = false;
      int counted = link.answer(connection -> countStrays(connection, asked), -1);
      if (counted >= 0) {
        strays = null;
        strayed = counted;
      }
      return strayed;
    }
    long end = System.nanoTime() + timeout.toNanos();
    do {
      int read = ask();
      if (read > 0) {
        return read;
      }
      DatabaseLink.pause(LOOK);
    } while (System.nanoTime() < end);
    return 0;
  }

  private static int countStrays(Connection connection, String asked) throws SQLException {
    int count = 0;
    try (PreparedStatement question = connection.prepareStatement(asked);
        ResultSet stray = question.executeQuery()) {
      while (stray.next()) {
        count++;
        if (count <= NAMED) {
          DatabaseLink.log(
              "stands in the database, and nothing that was done is of it: " + stray.getString(1));
        }
      }
    }
    if (count > NAMED) {
      DatabaseLink.log("and " + (count - NAMED) + " others");
    }
    return count;
  }

  @Override
  public final void each(ReadOutputs sink) throws IOException {
    eachRow(sink);
    for (int i = 0; i < strayed; i++) {
      // when it was written nobody says: it was there just now
      sink.take(0, strayPosition(i), System.currentTimeMillis(), name -> null, null, 0);
    }
    strayed = 0;
  }

  @Override
  public final long repositioned() {
    return 0;
  }

  /** Rows that come while the end is looked for are read, too; then come the strays. */
  @Override
  public final boolean reachedEnd() {
    boolean rows = reachedLastRow();
    straysNext = rows && strays != null;
    return rows && !straysNext;
  }

  @Override
  public final void close() {
    link.close();
  }
}
