import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A service of one file: POST /orders with {"order_id":"…","amount":…} leaves a row in the table
 * orders, and is answered with 201 once it is committed. A request that comes again changes nothing.
 *
 * <p>With COMMIT=answer-first it answers, and writes a second later: what it has not written when it
 * is killed is lost.
 */
public final class OrderService {
  private static final Pattern ORDER =
      Pattern.compile("\\{\"order_id\":\"([^\"]+)\",\"amount\":([0-9]+)}");
  private static final boolean ANSWER_FIRST = "answer-first".equals(System.getenv("COMMIT"));
  private static final int CONNECTIONS = 4;

  /** Connections that nobody uses; one that broke is not put back. */
  private static final BlockingQueue<Connection> FREE = new ArrayBlockingQueue<>(CONNECTIONS);

  private static final ScheduledExecutorService LATER =
      Executors.newSingleThreadScheduledExecutor();

  private OrderService() {}

  public static void main(String[] arguments) throws Exception {
    makeTable();
    int port = Integer.parseInt(System.getenv("REBOUND_PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(2 * CONNECTIONS));
    server.createContext("/orders", OrderService::order);
    server.start();
    System.out.println("listening on " + port);
  }

  /** The database may be a moment later than the service. */
  private static void makeTable() throws InterruptedException {
    while (true) {
      try (Connection connection = connect();
          Statement statement = connection.createStatement()) {
        statement.execute(
            "create table if not exists orders (order_id text primary key, amount bigint not null)");
        return;
      } catch (SQLException e) {
        System.out.println("the database is away: " + e.getMessage());
        Thread.sleep(500);
      }
    }
  }

  private static void order(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Matcher order = ORDER.matcher(body);
    if (!exchange.getRequestMethod().equals("POST") || !order.matches()) {
      answer(exchange, 400, "no order");
      return;
    }
    String[] row = {order.group(1), order.group(2)};
    try {
      if (ANSWER_FIRST) {
        LATER.schedule(() -> writeLater(row), 1, TimeUnit.SECONDS);
        answer(exchange, 202, "later");
      } else {
        write(row);
        answer(exchange, 201, "written");
      }
    } catch (SQLException e) {
      answer(exchange, 503, String.valueOf(e.getMessage()));
    }
  }

  private static void write(String[] row) throws SQLException {
    Connection pooled = FREE.poll();
    Connection connection = pooled == null ? connect() : pooled;
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into orders (order_id, amount) values (?, ?) on conflict do nothing")) {
      insert.setString(1, row[0]);
      insert.setLong(2, Long.parseLong(row[1]));
      insert.executeUpdate();
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    if (!FREE.offer(connection)) {
      connection.close();
    }
  }

  private static void writeLater(String[] row) {
    try {
      write(row);
    } catch (SQLException e) {
      System.out.println("not written yet: " + e.getMessage());
      LATER.schedule(() -> writeLater(row), 500, TimeUnit.MILLISECONDS);
    }
  }

  private static Connection connect() throws SQLException {
    return DriverManager.getConnection(
        System.getenv("REBOUND_JDBC_URL") + "&connectTimeout=2&socketTimeout=5");
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
