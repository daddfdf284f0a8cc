import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads a topic and writes a row for each record. A record that could not be written in TRIES
 * tries is logged and passed over, as a listener with an error handler does; TRIES=endless goes on.
 */
public class OrderListener {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static Connection connection;

  public static void main(String[] arguments)
      throws IOException, SQLException, InterruptedException {
    Map<String, String> env = System.getenv();
    String tries = env.get("TRIES");
    int most = tries.equals("endless") ? Integer.MAX_VALUE : Integer.parseInt(tries);
    long pauseMillis = Long.parseLong(env.get("PAUSE_MS"));
    try (var create =
        connected().prepareStatement("create table orders (id text primary key, n bigint)")) {
      create.execute();
    } catch (SQLException e) {
      if (!"42P07".equals(e.getSQLState())) { // it is there already
        throw e;
      }
    }
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", env.get("REBOUND_BOOTSTRAP"),
                "group.id", env.get("REBOUND_GROUP"),
                "auto.offset.reset", "earliest",
                "enable.auto.commit", "false",
                "session.timeout.ms", "6000"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.subscribe(List.of(env.get("REBOUND_INPUT")));
      System.out.println("subscribed");
      while (true) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(200));
        for (ConsumerRecord<byte[], byte[]> record : records) {
          handle(JSON.readTree(record.value()), most, pauseMillis);
        }
        if (!records.isEmpty()) {
          consumer.commitSync();
        }
      }
    }
  }

  private static void handle(JsonNode order, int most, long pauseMillis)
      throws InterruptedException {
    for (int tried = 1; ; tried++) {
      try {
        write(order);
        return;
      } catch (SQLException e) {
        if (tried == most) {
          System.err.println("passed over " + order.get("id") + ": " + e.getMessage());
          return;
        }
        Thread.sleep(pauseMillis);
      }
    }
  }

  private static void write(JsonNode order) throws SQLException {
    try (PreparedStatement insert =
        connected()
            .prepareStatement("insert into orders (id, n) values (?, ?) on conflict do nothing")) {
      insert.setString(1, order.get("id").asText());
      insert.setLong(2, order.get("n").asLong());
      insert.executeUpdate();
    } catch (SQLException e) {
      Connection broken = connection;
      connection = null;
      if (broken != null) {
        broken.close();
      }
      throw e;
    }
  }

  private static Connection connected() throws SQLException {
    if (connection == null) {
      connection =
          DriverManager.getConnection(
              System.getenv("REBOUND_JDBC_URL") + "&connectTimeout=2&socketTimeout=5");
    }
    return connection;
  }
}
