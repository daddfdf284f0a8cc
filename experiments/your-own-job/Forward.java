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

/** Reads a topic and writes what it read to another: at least once. Runs as it is, by java Forward.java. */
public class Forward {
  public static void main(String[] arguments) throws Exception {
    Map<String, String> env = System.getenv();
    String bootstrap = env.get("REBOUND_BOOTSTRAP");
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", bootstrap,
                "group.id", env.get("REBOUND_GROUP"),
                "auto.offset.reset", "earliest",
                "enable.auto.commit", "false",
                "session.timeout.ms", "6000",
                "heartbeat.interval.ms", "2000"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "linger.ms", "5"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    consumer.subscribe(List.of(env.get("REBOUND_INPUT")));
    System.out.println("subscribed");
    while (true) {
      List<Future<RecordMetadata>> answers = new ArrayList<>();
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
        answers.add(
            producer.send(
                new ProducerRecord<>(
                    env.get("REBOUND_OUTPUT"),
                    null,
                    record.key(),
                    record.value(),
                    record.headers()))); // rebound-id is among them: it says which record this is
      }
      producer.flush();
      for (Future<RecordMetadata> answer : answers) {
        answer.get();
      }
      consumer.commitSync();
    }
  }
}
