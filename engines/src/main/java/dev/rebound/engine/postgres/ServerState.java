package dev.rebound.engine.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A server's word on itself at one moment. Counters start anew when it had to recover from a crash,
 * and lag a second or so behind what its processes do.
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
  static ServerState of(ResultSet row, long nanos) throws SQLException {
    return new ServerState(row.getLong(1), row.getLong(2), row.getLong(3), nanos);
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
