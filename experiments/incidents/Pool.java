import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Reads a topic, and works on its records in a pool of threads: one in fifty takes long. COMMIT
 * says which offset counts as done.
 */
public class Pool {
  private static final Map<String, String> ENV = System.getenv();
  private static final boolean HIGHEST = ENV.get("COMMIT").equals("highest");

  /** What became of the records of a partition. */
  private static class Progress {
    private final TreeSet<Long> unfinished = new TreeSet<>();
    private long next;
    private long done;

    private synchronized void began(long offset) {
      unfinished.add(offset);
      next = offset + 1;
    }

    private synchronized void finished(long offset) {
      unfinished.remove(offset);
      done = Math.max(done, offset + 1);
    }

    private synchronized OffsetAndMetadata toCommit() {
      return new OffsetAndMetadata(
          HIGHEST ? done : unfinished.isEmpty() ? next : unfinished.first());
    }
  }

  public static void main(String[] arguments) {
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", ENV.get("REBOUND_BOOTSTRAP"),
                "group.id", ENV.get("REBOUND_GROUP"),
                "auto.offset.reset", "earliest",
                "enable.auto.commit", "false",
                "session.timeout.ms", "6000"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", ENV.get("REBOUND_BOOTSTRAP")),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    ExecutorService pool = Executors.newFixedThreadPool(16);
    Map<TopicPartition, Progress> all = new HashMap<>();
    consumer.subscribe(List.of(ENV.get("REBOUND_INPUT")));
    System.out.println("subscribed");
    while (true) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
        Progress its =
            all.computeIfAbsent(
                new TopicPartition(record.topic(), record.partition()), key -> new Progress());
        its.began(record.offset());
        pool.execute(() -> work(record, producer, its));
      }
      all.keySet().retainAll(consumer.assignment());
      Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
      all.forEach((partition, its) -> offsets.put(partition, its.toCommit()));
      offsets.values().removeIf(offset -> offset.offset() == 0);
      try {
        consumer.commitSync(offsets);
      } catch (CommitFailedException moved) {
        System.err.println("goes on: " + moved.getMessage());
      }
    }
  }

  private static void work(
      ConsumerRecord<byte[], byte[]> record,
      KafkaProducer<byte[], byte[]> producer,
      Progress its) {
    try {
      Thread.sleep(record.offset() % 50 == 0 ? 4000 : 5);
      producer
          .send(
              new ProducerRecord<>(
                  ENV.get("REBOUND_OUTPUT"), null, record.key(), record.value(), record.headers()))
          .get();
      its.finished(record.offset());
    } catch (Exception failed) {
      failed.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }
}
