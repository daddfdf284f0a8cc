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

/**
 * Reads a topic and writes what it read to another, in transactions: exactly once, if each worker
 * has an id of its own. COMMIT=last commits the offset of the last record, not of the next one;
 * WORK_MS is how long it works on a record.
 */
public class Transactions {
  public static void main(String[] arguments) {
    Map<String, String> env = System.getenv();
    String bootstrap = env.get("REBOUND_BOOTSTRAP");
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", bootstrap,
                "group.id", env.get("REBOUND_GROUP"),
                "auto.offset.reset", "earliest",
                "enable.auto.commit", "false",
                "session.timeout.ms", env.getOrDefault("SESSION_TIMEOUT_MS", "6000"),
                "heartbeat.interval.ms", "2000"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", bootstrap));
    boolean transactional = !env.get("TRANSACTIONAL_ID").equals("none");
    if (transactional) {
      boolean shared = env.get("TRANSACTIONAL_ID").equals("shared");
      settings.put("transactional.id", shared ? "forward" : "forward-" + env.get("REBOUND_WORKER"));
      settings.put("transaction.timeout.ms", env.getOrDefault("TRANSACTION_TIMEOUT_MS", "60000"));
    }
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    if (transactional) {
      producer.initTransactions(); // whoever has the same id, and began before, may not go on
    }
    consumer.subscribe(List.of(env.get("REBOUND_INPUT")));
    System.out.println("subscribed");
    try {
      forward(consumer, producer, env, transactional);
    } catch (KafkaException | InterruptedException fenced) {
      System.err.println("ends: " + fenced.getMessage());
      System.exit(1);
    }
  }

  private static void forward(
      KafkaConsumer<byte[], byte[]> consumer,
      KafkaProducer<byte[], byte[]> producer,
      Map<String, String> env,
      boolean transactional)
      throws InterruptedException {
    int offset = env.getOrDefault("COMMIT", "next").equals("next") ? 1 : 0;
    long work = Long.parseLong(env.getOrDefault("WORK_MS", "0"));
    while (true) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(200));
      if (records.isEmpty()) {
        continue;
      }
      if (transactional) {
        producer.beginTransaction();
      }
      Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
      for (ConsumerRecord<byte[], byte[]> record : records) {
        Thread.sleep(work);
        producer.send(
            new ProducerRecord<>(
                env.get("REBOUND_OUTPUT"), null, record.key(), record.value(), record.headers()));
        next.put(
            new TopicPartition(record.topic(), record.partition()),
            new OffsetAndMetadata(record.offset() + offset));
      }
      if (transactional) {
        producer.sendOffsetsToTransaction(next, consumer.groupMetadata());
        producer.commitTransaction();
      } else {
        producer.flush();
        consumer.commitSync(next);
      }
    }
  }
}
