import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
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
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Books payments: reads their amounts, and writes them to another topic. UNREADABLE says what
 * becomes of one whose amount is no number.
 */
public class Payments {
  private static final Map<String, String> ENV = System.getenv();
  private static final ObjectMapper JSON = new ObjectMapper();

  public static void main(String[] arguments) throws Exception {
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", ENV.get("REBOUND_BOOTSTRAP"),
                "group.id", ENV.get("REBOUND_GROUP"),
                "auto.offset.reset", "earliest",
                "enable.auto.commit", "false",
                "session.timeout.ms", "6000",
                "heartbeat.interval.ms", "2000"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", ENV.get("REBOUND_BOOTSTRAP")),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    consumer.subscribe(List.of(ENV.get("REBOUND_INPUT")));
    System.out.println("subscribed");
    while (true) {
      List<Future<RecordMetadata>> answers = new ArrayList<>();
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
        answers.add(
            producer.send(
                new ProducerRecord<>(
                    topicOf(record), null, record.key(), record.value(), record.headers())));
      }
      producer.flush();
      for (Future<RecordMetadata> answer : answers) {
        answer.get();
      }
      consumer.commitSync();
    }
  }

  private static String topicOf(ConsumerRecord<byte[], byte[]> record) throws Exception {
    try {
      new BigDecimal(JSON.readTree(record.value()).get("amount").asText());
      return "booked";
    } catch (NumberFormatException unreadable) {
      if (ENV.get("UNREADABLE").equals("aside")) {
        return "unreadable";
      }
      throw unreadable; // ends it, before it has committed: it reads the record again when it is back
    }
  }
}
