import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * A batch job on a database: each interval it queries the orders that came since its last run,
 * writes a row for each to another table, with how many orders its customer has by then, and keeps
 * these totals and its position in tables of their own. A thread beside it takes orders from a topic
 * into their table as they come, as a listener of the same application does.
 *
 * <p>SAVE=together does all of a batch in one transaction: exactly once. The two usual mistakes:
 * SAVE=first commits totals and position before the results, SAVE=last after them.
 */
public class BatchTotals {
  private static final String SCHEMA =
      """
      create table if not exists orders (seq bigserial primary key, id text unique, customer text, n bigint);
      create table if not exists results (id text, customer text, n bigint, orders bigint);
      create index if not exists results_by_id on results (id);
      create table if not exists totals (customer text primary key, orders bigint);
      create table if not exists progress (seq bigint);
      insert into progress select 0 where not exists (select from progress)
      """;

  private static final String TOTALS =
      """
      insert into totals select customer, count(*) from orders where seq > ? and seq <= ? group by customer
      on conflict (customer) do update set orders = totals.orders + excluded.orders
      """;

  private static final String NEW =
      """
      select o.id, o.customer, o.n, coalesce(t.orders, 0) as orders
      from orders o left join totals t on t.customer = o.customer where o.seq > ? and o.seq <= ? order by o.seq
      """;

  /** Rows in a round trip: what the database was given, it does, whether its client lives or not. */
  private static final int ROWS = 200;

  private record Result(String id, String customer, long n, long orders) {}

  private final String save = System.getenv().getOrDefault("SAVE", "together");
  private final Connection connection = connected();

  private BatchTotals() throws SQLException {}

  public static void main(String[] arguments) throws Exception {
    try (Connection first = connected()) {
      run(first, SCHEMA);
    }
    Thread listener = new Thread(BatchTotals::listen, "listener");
    listener.start();
    Duration interval = Duration.ofMillis(Long.parseLong(System.getenv("REBOUND_COMMIT_INTERVAL_MS")));
    BatchTotals job = new BatchTotals();
    System.out.println("ready");
    for (int number = 1; ; number++) {
      Instant next = Instant.now().plus(interval); // whoever was killed begins anew at once
      job.batch(number);
      Thread.sleep(Math.max(0, Duration.between(Instant.now(), next).toMillis()));
    }
  }

  private static Connection connected() throws SQLException {
    return DriverManager.getConnection(System.getenv("REBOUND_JDBC_URL"));
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void batch(int number) throws SQLException {
    boolean together = save.equals("together");
    connection.setAutoCommit(!together);
    long from = number("select seq from progress for update");
    // Orders have one writer, so that nothing with a lower number is committed later.
    long until = number("select coalesce(max(seq), 0) from orders");
    List<Result> results = results(from, until);
    System.out.println("batch " + number + ": " + results.size() + " orders");
    if (save.equals("first")) {
      save(from, until);
    }
    int half = results.size() / 2;
    write(results.subList(0, half));
    System.out.println("batch " + number + ": half of it is written");
    write(results.subList(half, results.size()));
    if (!save.equals("first")) {
      save(from, until);
    }
    if (together) {
      connection.commit();
    }
    System.out.println("batch " + number + " is done");
  }

  private List<Result> results(long from, long until) throws SQLException {
    List<Result> results = new ArrayList<>();
    Map<String, Long> orders = new HashMap<>();
    try (PreparedStatement query = connection.prepareStatement(NEW)) {
      query.setLong(1, from);
      query.setLong(2, until);
      ResultSet found = query.executeQuery();
      while (found.next()) {
        String customer = found.getString("customer");
        orders.putIfAbsent(customer, found.getLong("orders"));
        long count = orders.merge(customer, 1L, Long::sum);
        results.add(new Result(found.getString("id"), customer, found.getLong("n"), count));
      }
    }
    return results;
  }

  private void write(List<Result> results) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("insert into results values (?, ?, ?, ?)")) {
      int rows = 0;
      for (Result result : results) {
        insert.setString(1, result.id());
        insert.setString(2, result.customer());
        insert.setLong(3, result.n());
        insert.setLong(4, result.orders());
        insert.addBatch();
        if (++rows % ROWS == 0 || rows == results.size()) {
          insert.executeBatch();
        }
      }
    }
  }

  /** Counts without their position would count twice, whatever becomes of the results. */
  private void save(long from, long until) throws SQLException {
    boolean alone = connection.getAutoCommit();
    connection.setAutoCommit(false);
    update(TOTALS, from, until);
    update("update progress set seq = ?", until);
    if (alone) {
      connection.commit();
    }
    connection.setAutoCommit(alone);
  }

  private long number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      found.next();
      return found.getLong(1);
    }
  }

  private void update(String sql, long... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setLong(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }

  /** Takes each order into its table once; it commits to its group after the table. */
  private static void listen() {
    Map<String, String> env = System.getenv();
    try (Connection orders = connected();
        PreparedStatement insert =
            orders.prepareStatement(
                "insert into orders (id, customer, n) values (?, ?, (?::json ->> 'n')::bigint)"
                    + " on conflict (id) do nothing");
        KafkaConsumer<String, String> consumer =
            new KafkaConsumer<>(
                Map.of(
                    "bootstrap.servers", env.get("REBOUND_BOOTSTRAP"),
                    "group.id", env.get("REBOUND_GROUP"),
                    "auto.offset.reset", "earliest",
                    "enable.auto.commit", "false",
                    "session.timeout.ms", "6000"),
                new StringDeserializer(),
                new StringDeserializer())) {
      orders.setAutoCommit(false);
      consumer.subscribe(List.of(env.get("REBOUND_INPUT")));
      while (true) {
        ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(200));
        for (ConsumerRecord<String, String> record : records) {
          insert.setString(1, new String(record.headers().lastHeader("rebound-id").value()));
          insert.setString(2, record.key());
          insert.setString(3, record.value());
          insert.addBatch();
        }
        if (!records.isEmpty()) {
          insert.executeBatch();
          orders.commit();
          consumer.commitSync();
        }
      }
    } catch (SQLException e) {
      System.err.println("the listener ends: " + e.getMessage());
      System.exit(1);
    }
  }
}
