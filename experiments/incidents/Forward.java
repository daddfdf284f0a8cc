import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.UnreleasedInstanceIdException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Reads a topic, writes what it read to another, and commits: at least once. CONSUMER_… and
 * PRODUCER_… are settings of its clients (CONSUMER_MAX_POLL_RECORDS is max.poll.records; an empty
 * one is none). WORK_MS is how long it works on a record.
 */
public class Forward {
  private static final Map<String, String> ENV = System.getenv();
  private static volatile boolean ending;

  public static void main(String[] arguments) throws Exception {
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            settings(
                "CONSUMER_",
                Map.of(
                    "group.id", ENV.get("REBOUND_GROUP"),
                    "auto.offset.reset", "earliest",
                    "enable.auto.commit", "false",
                    "session.timeout.ms", "6000")),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            settings("PRODUCER_", Map.of()), new ByteArraySerializer(), new ByteArraySerializer());
    if ("closes".equals(ENV.get("AT_SIGTERM"))) {
      Thread reader = Thread.currentThread();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(reader)));
    }
    consumer.subscribe(List.of(ENV.get("REBOUND_INPUT")), new Joined());
    while (!ending) {
      try {
        forward(consumer, producer);
      } catch (CommitFailedException | FencedInstanceIdException | UnreleasedInstanceIdException refused) {
        // As many programs do that are to run for ever.
        System.err.println("goes on: " + refused.getMessage());
      }
    }
    consumer.close(); // with a last commit, if it commits by itself
  }

  private static void end(Thread reader) {
    ending = true;
    try {
      reader.join();
    } catch (InterruptedException now) {
      Thread.currentThread().interrupt();
    }
  }

  private static void forward(
      KafkaConsumer<byte[], byte[]> consumer, KafkaProducer<byte[], byte[]> producer)
      throws Exception {
    List<Future<RecordMetadata>> answers = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
      Thread.sleep(Long.parseLong(ENV.getOrDefault("WORK_MS", "0")));
      answers.add(
          producer.send(
              new ProducerRecord<>(
                  ENV.get("REBOUND_OUTPUT"),
                  null,
                  record.key(),
                  record.value(),
                  record.headers()))); // rebound-id is among them: it says which record this is
    }
    producer.flush();
    if (!"ignored".equals(ENV.get("ANSWERS"))) {
      for (Future<RecordMetadata> answer : answers) {
        answer.get();
      }
    }
    if (!answers.isEmpty() && !"true".equals(ENV.get("CONSUMER_ENABLE_AUTO_COMMIT"))) {
      consumer.commitSync();
    }
  }

  private static Map<String, Object> settings(String prefix, Map<String, String> unlessSaid) {
    Map<String, Object> settings = new HashMap<>(unlessSaid);
    settings.put("bootstrap.servers", ENV.get("REBOUND_BOOTSTRAP"));
    ENV.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            String key = name.substring(prefix.length()).toLowerCase().replace('_', '.');
            settings.put(key, value);
            settings.values().remove(""); // said to be none
          }
        });
    return settings;
  }

  private static class Joined implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      System.out.println("subscribed");
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}
  }
}
