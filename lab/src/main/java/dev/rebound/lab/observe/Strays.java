package dev.rebound.lab.observe;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.OptionalInt;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** What stands in a database beside the rows that are read. It is read once, after them. */
final class Strays {
  private static final int NAMED = 20;

  private final DatabaseLink link;
  private @Nullable String query;
  private boolean next;
  private int found;

  /**
   * @param query without parameters, for one text column: what it is; null if nothing is asked
   */
  Strays(DatabaseLink link, @Nullable String query) {
    this.link = link;
    this.query = query;
  }

  /** Whether all has been read, given whether the rows have: else these are next. */
  boolean reachedEnd(boolean rows) {
    next = rows && query != null;
    return rows && !next;
  }

  /** Reads them if they are next, and says how many there are; the log names the first of them. */
  OptionalInt poll() {
    found = 0;
    String asked = query;
    if (!next || asked == null) {
      return OptionalInt.empty();
    }
    next = false;
    int counted = count(asked);
    if (counted >= 0) {
      query = null;
      found = counted;
    }
    return OptionalInt.of(found);
  }

  /**
   * Hands over what the last poll got, as records without a value, once.
   *
   * @param position of each, by its number among them
   */
  void each(IntToLongFunction position, OutputSource.ReadOutputs sink) throws IOException {
    for (int i = 0; i < found; i++) {
      // when it was written nobody says: it was there just now
      sink.take(0, position.applyAsLong(i), System.currentTimeMillis(), name -> null, null, 0);
    }
    found = 0;
  }

  /** Less than 0 if the database does not say. */
  private int count(String asked) {
    return link.answer(
        connection -> {
          int count = 0;
          try (PreparedStatement question = connection.prepareStatement(asked);
              ResultSet stray = question.executeQuery()) {
            while (stray.next()) {
              count++;
              if (count <= NAMED) {
                DatabaseLink.log(
                    "stands in the database, and nothing that was done is of it: "
                        + stray.getString(1));
              }
            }
          }
          if (count > NAMED) {
            DatabaseLink.log("and " + (count - NAMED) + " others");
          }
          return count;
        },
        -1);
  }
}
