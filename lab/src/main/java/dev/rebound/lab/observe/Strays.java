package dev.rebound.lab.observe;

import java.sql.PreparedStatement;
import java.sql.ResultSet;

/** What stands in a database beside the rows that are read. */
final class Strays {
  private static final int NAMED = 20;

  private Strays() {}

  /**
   * How many there are; the log names the first of them. Less than 0 if the database does not say.
   *
   * @param query without parameters, for one text column: what it is
   */
  static int count(DatabaseLink link, String query) {
    return link.answer(
        connection -> {
          int found = 0;
          try (PreparedStatement question = connection.prepareStatement(query);
              ResultSet stray = question.executeQuery()) {
            while (stray.next()) {
              found++;
              if (found <= NAMED) {
                DatabaseLink.log(
                    "stands in the database, and nothing that was done is of it: "
                        + stray.getString(1));
              }
            }
          }
          if (found > NAMED) {
            DatabaseLink.log("and " + (found - NAMED) + " others");
          }
          return found;
        },
        -1);
  }
}
