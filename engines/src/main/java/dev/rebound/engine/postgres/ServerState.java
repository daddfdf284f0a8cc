package dev.rebound.engine.postgres;

import dev.rebound.base.Series;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /** What is told of it. */
  static final List<Series> SERIES =
      List.of(
          new Series("database.connections", "connections", ""),
          new Series("database.commits", "transactions/s", ""),
          new Series("database.inserts", "rows/s", ""));

  /**
   * Values of {@link #SERIES}: rates since another moment, NaN if it began to count anew.
   *
   * @param before null if it did not answer then
   */
  double[] since(@Nullable ServerState before) {
    double seconds = before == null ? 0 : (nanos - before.nanos) / 1e9;
    if (before == null || seconds <= 0 || commits < before.commits || inserts < before.inserts) {
      return new double[] {connections, Double.NaN, Double.NaN};
    }
    return new double[] {
      connections, (commits - before.commits) / seconds, (inserts - before.inserts) / seconds
    };
  }
}
