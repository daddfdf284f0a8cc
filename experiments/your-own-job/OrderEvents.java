import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A service of one file: POST /orders with {"order_id":"…","amount":…} leaves a record on the topic
 * orders, keyed by the order's id, and is answered with 201 once the brokers have it.
 *
 * <p>With COMMIT=answer-first it answers at once, and sends a second later: what it has not sent when
 * it is killed is lost, and so is what the brokers do not take at the first attempt.
 */
public final class OrderEvents {
  private static final Pattern ORDER =
      Pattern.compile("\\{\"order_id\":\"([^\"]+)\",\"amount\":([0-9]+)}");
  private static final boolean ANSWER_FIRST = "answer-first".equals(System.getenv("COMMIT"));

  /** No retry of a request may come behind its answer: 4 s, and the load waits for 5. */
  private static final Map<String, Object> SAFE =
      Map.of("delivery.timeout.ms", 4_000, "request.timeout.ms", 2_000, "linger.ms", 0);

  private static final Map<String, Object> UNSAFE =
      Map.of("acks", "1", "enable.idempotence", false, "retries", 0, "linger.ms", 0);

  private static final ScheduledExecutorService LATER =
      Executors.newSingleThreadScheduledExecutor();

  private final KafkaProducer<String, String> producer;

  private OrderEvents(KafkaProducer<String, String> producer) {
    this.producer = producer;
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, Object> settings = new HashMap<>(ANSWER_FIRST ? UNSAFE : SAFE);
    settings.put("bootstrap.servers", System.getenv("REBOUND_BOOTSTRAP"));
    settings.put("max.block.ms", 4_000);
    OrderEvents service =
        new OrderEvents(
            new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer()));
    int port = Integer.parseInt(System.getenv("REBOUND_PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.createContext("/orders", service::order);
    server.start();
    System.out.println("listening on " + port);
  }

  private void order(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Matcher order = ORDER.matcher(body);
    if (!exchange.getRequestMethod().equals("POST") || !order.matches()) {
      answer(exchange, 400, "no order");
      return;
    }
    ProducerRecord<String, String> record =
        new ProducerRecord<>(System.getenv("REBOUND_OUTPUT"), order.group(1), body);
    try {
      if (ANSWER_FIRST) {
        LATER.schedule(() -> producer.send(record), 1, TimeUnit.SECONDS);
        answer(exchange, 202, "later");
      } else {
        producer.send(record, (at, failure) -> answer(exchange, failure));
      }
    } catch (KafkaException e) {
      answer(exchange, 503, String.valueOf(e.getMessage()));
    }
  }

  /** Whoever asked may have gone. */
  private static void answer(HttpExchange exchange, Exception failure) {
    try {
      answer(exchange, failure == null ? 201 : 503, String.valueOf(failure));
    } catch (IOException e) {
      exchange.close();
    }
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
