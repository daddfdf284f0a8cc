import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Works out what each order costs, and writes it in other words: no header is copied, nothing here knows Rebound. */
public class Enrich {
  public static void main(String[] arguments) throws Exception {
    Map<String, String> env = System.getenv();
    String bootstrap = env.get("REBOUND_BOOTSTRAP");
    KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", bootstrap,
                "group.id", env.get("REBOUND_GROUP"),
                "auto.offset.reset", "earliest",
                "enable.auto.commit", "false",
                "session.timeout.ms", "6000",
                "heartbeat.interval.ms", "2000"),
            new StringDeserializer(),
            new StringDeserializer());
    KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "linger.ms", "5"),
            new StringSerializer(),
            new StringSerializer());
    boolean commitsFirst = "first".equals(env.get("COMMIT")); // what it does wrong then: it loses orders
    ObjectMapper json = new ObjectMapper();
    consumer.subscribe(List.of(env.get("REBOUND_INPUT")));
    System.out.println("subscribed");
    while (true) {
      List<Future<RecordMetadata>> answers = new ArrayList<>();
      List<ConsumerRecord<String, String>> orders = new ArrayList<>();
      consumer.poll(Duration.ofMillis(200)).forEach(orders::add);
      if (commitsFirst) {
        consumer.commitSync();
      }
      for (ConsumerRecord<String, String> record : orders) {
        JsonNode order = json.readTree(record.value());
        double total = 0;
        for (JsonNode item : order.get("items")) {
          total += item.get("quantity").asInt() * item.get("price").asDouble();
        }
        ObjectNode priced = json.createObjectNode();
        priced.put("order_id", order.get("orderId").asText());
        priced.put("buyer", order.get("customer").asText());
        priced.put("total", Math.round(total * 100) / 100.0);
        answers.add(
            producer.send(
                new ProducerRecord<>(
                    env.get("REBOUND_OUTPUT"), record.key(), json.writeValueAsString(priced))));
      }
      producer.flush();
      for (Future<RecordMetadata> answer : answers) {
        answer.get();
      }
      consumer.commitSync();
    }
  }
}
