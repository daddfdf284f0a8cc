package dev.rebound.service.activation.activation;

import dev.rebound.service.activation.common.FirstCause;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/** Tells outages of the database, which pass, from failures that are the record's own. */
final class Outages {
  /**
   * Classes of PostgreSQL's error codes: connection, rolled back, insufficient resources, operator
   * intervention (shutdown, crash, starting up, cancelled), system error.
   */
  private static final Set<String> CLASSES = Set.of("08", "40", "53", "57", "58");

  /** A standby that has not been promoted yet; a lock that was not to be had. */
  private static final Set<String> CODES = Set.of("25006", "55P03");

  private Outages() {}

  static boolean is(Throwable failure) {
    return FirstCause.is(failure, Outages::itself);
  }

  /** An outage that was noticed before anything was sent. */
  static boolean isWithoutConnection(Throwable failure) {
    return FirstCause.is(failure, CannotGetJdbcConnectionException.class::isInstance);
  }

  private static boolean itself(Throwable failure) {
    if (failure instanceof SQLException e) {
      String state = e.getSQLState();
      return e instanceof SQLTransientException
          || e instanceof SQLRecoverableException
          || e instanceof SQLNonTransientConnectionException
          || (state != null
              && (CODES.contains(state)
                  || (state.length() == 5 && CLASSES.contains(state.substring(0, 2)))));
    }
    return failure instanceof DataAccessResourceFailureException
        || failure instanceof RecoverableDataAccessException
        || failure instanceof TransientDataAccessException;
  }
}
