package dev.rebound.engine.postgres;

import dev.rebound.base.ReboundException;
import dev.rebound.engine.adapter.LastSeen;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Probe;
import dev.rebound.platform.ProcessSpec;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** A PostgreSQL server that is up. */
final class PostgresServer implements RunningPart {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration STALE = Duration.ofSeconds(2);
  private static final Duration STOP_GRACE = Duration.ofSeconds(5);

  /**
   * Nothing is sent but the query, so that the server counts one transaction; silence ends within
   * two seconds, and a welcome that comes in drops within four.
   */
  private static final String BRIEFLY =
      "&ApplicationName=rebound&sslmode=disable&gssEncMode=disable&assumeMinServerVersion=18"
          + "&preferQueryMode=simple&connectTimeout=2&socketTimeout=2&loginTimeout=4";

  private final Node node;
  private final Thread follower = new Thread(this::follow, "postgres-follower");

  /** Null while it does not answer. */
  private volatile @Nullable ServerState newest;

  private double[] values = new double[0];

  private PostgresServer(Node node) {
    this.node = node;
    follower.setDaemon(true);
  }

  /** Unpacks it if need be, starts it, and waits until it takes queries. */
  static PostgresServer start(
      ProcessSpec process, Platform platform, Deadline by, Consumer<String> progress) {
    progress.accept("preparing PostgreSQL " + Binaries.VERSION);
    unpack(Binaries.ofThisSystem(), platform, by);
    progress.accept("starting " + process.node());
    PostgresServer server = new PostgresServer(platform.start(process));
    try {
      server.await(by);
      server.follower.start();
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static void unpack(Binaries binaries, Platform platform, Deadline by) {
    Node tool = platform.start(PostgresPlan.unpacking(binaries));
    while (tool.alive() && !by.passed() && !Thread.currentThread().isInterrupted()) {
      Time.real().sleep(POLL);
    }
    boolean ended = !tool.alive();
    tool.stop(Duration.ZERO);
    if (tool.fetch(PostgresPlan.UNPACKED).isEmpty()) {
      throw ReboundException.environment(
          "PostgreSQL was not unpacked" + (ended ? "" : " in time") + lastWords(tool),
          "Read " + Members.logOf(tool) + ".");
    }
  }

  private static String lastWords(Node tool) {
    try {
      List<String> lines = tool.follow(Node.LOG).poll();
      return ": " + String.join(" ", lines.subList(Math.min(1, lines.size()), lines.size()));
    } catch (IOException e) {
      return "";
    }
  }

  private void await(Deadline by) {
    node.awaitReady(by.left());
    Optional<String> missing = missing(node);
    while (missing.isPresent()) {
      if (by.passed() || !node.alive() || Thread.currentThread().isInterrupted()) {
        throw ReboundException.environment(
            "PostgreSQL is not up: " + missing.get(),
            "Read " + Members.logOf(node) + "; raise phases.start if the machine is slow.");
      }
      Time.real().sleep(POLL);
      missing = missing(node);
    }
  }

  /** On a thread of its own, as a server that stands still does not answer. */
  private void follow() {
    while (!Thread.currentThread().isInterrupted()) {
      ServerState last = newest;
      try {
        ServerState now = look();
        values = now.since(last);
        newest = now;
      } catch (SQLException | RuntimeException e) {
        newest = null;
      }
      Time.real().sleep(LOOK);
    }
  }

  private ServerState look() throws SQLException {
    return ask(
        node.endpoint(PostgresPlan.SQL).outside(),
        ServerState.QUERY,
        row -> ServerState.of(row, System.nanoTime()));
  }

  /** The reading of a row. */
  interface RowReading<T> {
    T of(ResultSet row) throws SQLException;
  }

  /**
   * Asks for one row, by a connection of its own each time: one that stays would keep the server
   * from a stop.
   */
  static <T> T ask(Platform.Address at, String sql, RowReading<T> reading) throws SQLException {
    try (Connection connection = DriverManager.getConnection(PostgresPart.jdbcUrl(at) + BRIEFLY);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return reading.of(row);
    } catch (RuntimeException e) {
      throw new SQLException(e.getMessage(), e); // the driver's, of a thread that is interrupted
    }
  }

  @Override
  public List<Node> nodes(String role) {
    return role.equals(PostgresPart.ROLE) ? List.of(node) : List.of();
  }

  /** It is back once it takes queries, which it does when it has recovered. */
  @Override
  public Optional<String> missing(Node member) {
    try {
      int unused =
          ask(member.endpoint(PostgresPlan.SQL).outside(), "select 1", row -> row.getInt(1));
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of("it does not take queries: " + words(e));
    }
  }

  /** The server's own words, with its code, or those of what kept it from an answer. */
  static String words(SQLException e) {
    ServerErrorMessage said = e instanceof PSQLException p ? p.getServerErrorMessage() : null;
    if (said != null) {
      return said.getMessage() + " (" + said.getSQLState() + ")";
    }
    Throwable cause = e.getCause();
    boolean told = cause instanceof IOException || cause instanceof RuntimeException;
    String why = (told && cause != null ? cause : e).getMessage();
    return why == null ? "the connection broke off" : why;
  }

  @Override
  public List<Probe> probes() {
    return List.of(new LastSeen(ServerState.SERIES, this::values));
  }

  /** Null while it does not answer, also as long as that is still being waited for. */
  private double @Nullable [] values() {
    ServerState seen = newest;
    return seen == null || System.nanoTime() - seen.nanos() > STALE.toNanos() ? null : values;
  }

  @Override
  public void close() {
    follower.interrupt();
    node.stop(STOP_GRACE);
  }
}
