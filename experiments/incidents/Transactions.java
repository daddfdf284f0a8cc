import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Reads a topic and writes what it read to another, in transactions: exactly once, if each worker has an id of its own. */
public class Transactions {
  public static void main(String[] arguments) {
    Map<String, String> env = System.getenv();
    String bootstrap = env.get("REBOUND_BOOTSTRAP");
    boolean shared = env.get("TRANSACTIONAL_ID").equals("shared");
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
            Map.of(
                "bootstrap.servers", bootstrap,
                "transactional.id", shared ? "forward" : "forward-" + env.get("REBOUND_WORKER")),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    producer.initTransactions(); // whoever has the same id, and began before, may not go on
    consumer.subscribe(List.of(env.get("REBOUND_INPUT")));
    System.out.println("subscribed");
    try {
      forward(consumer, producer, env.get("REBOUND_OUTPUT"));
    } catch (KafkaException fenced) {
      System.err.println("ends: " + fenced.getMessage());
      System.exit(1);
    }
  }

  private static void forward(
      KafkaConsumer<byte[], byte[]> consumer, KafkaProducer<byte[], byte[]> producer, String to) {
    while (true) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(200));
      if (records.isEmpty()) {
        continue;
      }
      producer.beginTransaction();
      Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
      for (ConsumerRecord<byte[], byte[]> record : records) {
        producer.send(
            new ProducerRecord<>(to, null, record.key(), record.value(), record.headers()));
        next.put(
            new TopicPartition(record.topic(), record.partition()),
            new OffsetAndMetadata(record.offset() + 1));
      }
      producer.sendOffsetsToTransaction(next, consumer.groupMetadata());
      producer.commitTransaction();
    }
  }
}
