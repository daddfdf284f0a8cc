import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Reads orders, and writes what each of them costs. */
public class Orders {
  public static void main(String[] arguments) throws Exception {
    Map<String, String> env = System.getenv();
    String bootstrap = env.get("REBOUND_BOOTSTRAP");
    KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", bootstrap,
                "group.id", env.get("REBOUND_GROUP"),
                "auto.offset.reset", "earliest",
                "session.timeout.ms", env.getOrDefault("SESSION", "6000"),
                "enable.auto.commit", "false"),
            new StringDeserializer(),
            new StringDeserializer());
    KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "linger.ms", "1000"), // fewer, larger requests
            new StringSerializer(),
            new StringSerializer());
    ObjectMapper json = new ObjectMapper();
    consumer.subscribe(List.of(env.get("REBOUND_INPUT")));
    System.out.println("subscribed");
    while (true) {
      for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
        JsonNode order = json.readTree(record.value());
        double total = 0;
        for (JsonNode item : order.get("items")) {
          total += item.get("quantity").asInt() * item.get("price").asDouble();
        }
        ObjectNode priced = json.createObjectNode();
        priced.put("order_id", order.get("orderId").asText());
        priced.put("buyer", order.get("customer").asText());
        priced.put("total", Math.round(total * 100) / 100.0);
        producer.send(
            new ProducerRecord<>(env.get("REBOUND_OUTPUT"), record.key(), priced.toString()),
            (written, problem) -> {
              if (problem != null) {
                problem.printStackTrace();
                System.exit(1);
              }
            });
      }
      consumer.commitSync();
    }
  }
}
