package dev.rebound.engine.postgres;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server says of itself at one moment. Counters start anew when it had to recover from a
 * crash, and lag a second or so behind what its processes do.
 *
 * @param connections of clients, less the one that asks
 * @param commits transactions committed so far
 * @param inserts rows inserted so far, into any table
 * @param nanos when it was asked, by the lab's monotonic clock
 */
record ServerState(long connections, long commits, long inserts, long nanos) {
  /** Gives one row, of connections, commits and inserts. */
  static final String QUERY =
      "select (select count(*) from pg_stat_activity where backend_type = 'client backend'"
          + " and pid <> pg_backend_pid()), xact_commit, tup_inserted from pg_stat_database"
          + " where datname = current_database()";

  /** Reads the answer to {@link #QUERY}. */
  static ServerState of(List<List<@Nullable String>> rows, long nanos) throws IOException {
    if (rows.size() != 1 || rows.get(0).size() != 3) {
      throw new IOException("no statistics of the database: " + rows);
    }
    List<@Nullable String> row = rows.get(0);
    return new ServerState(whole(row.get(0)), whole(row.get(1)), whole(row.get(2)), nanos);
  }

  private static long whole(@Nullable String number) throws IOException {
    try {
      return Long.parseLong(String.valueOf(number));
    } catch (NumberFormatException e) {
      throw new IOException("no count: " + number, e);
    }
  }

  /** Committed transactions a second since another moment; NaN if it began to count anew. */
  double commitsPerSecond(ServerState before) {
    return perSecond(commits - before.commits, before);
  }

  /** Inserted rows a second since another moment; NaN if it began to count anew. */
  double insertsPerSecond(ServerState before) {
    return perSecond(inserts - before.inserts, before);
  }

  private double perSecond(long more, ServerState before) {
    double seconds = (nanos - before.nanos) / 1e9;
    boolean anew = commits < before.commits || inserts < before.inserts;
    return anew || seconds <= 0 ? Double.NaN : more / seconds;
  }
}
