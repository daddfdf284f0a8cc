import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Reads a topic and hands what it read to a thread that writes it to another. COMMIT says when
 * that counts as done.
 */
public class HandOver {
  private static final Map<String, String> ENV = System.getenv();

  private record Batch(ConsumerRecords<byte[], byte[]> records, CountDownLatch done) {}

  public static void main(String[] arguments) {
    boolean auto = ENV.get("COMMIT").equals("auto");
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", ENV.get("REBOUND_BOOTSTRAP"),
                "group.id", ENV.get("REBOUND_GROUP"),
                "auto.offset.reset", "earliest",
                "enable.auto.commit", auto,
                "auto.commit.interval.ms", "1000",
                "session.timeout.ms", "6000",
                "heartbeat.interval.ms", "2000"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    BlockingQueue<Batch> handed = new LinkedBlockingQueue<>();
    Thread writer = new Thread(() -> writeAll(handed), "writer");
    writer.setDaemon(true);
    writer.start();
    Thread reader = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(consumer, reader)));
    consumer.subscribe(List.of(ENV.get("REBOUND_INPUT")));
    System.out.println("subscribed");
    try (consumer) { // closed in order, with a last commit of all that was handed over, if auto
      while (true) {
        Batch batch = new Batch(consumer.poll(Duration.ofMillis(200)), new CountDownLatch(1));
        if (!batch.records.isEmpty()) {
          handed.add(batch);
          if (!auto) {
            batch.done.await();
            consumer.commitSync();
          }
        }
      }
    } catch (WakeupException | InterruptedException asked) {
      System.out.println("ends");
    }
  }

  private static void end(KafkaConsumer<byte[], byte[]> consumer, Thread reader) {
    consumer.wakeup();
    try {
      reader.join();
    } catch (InterruptedException now) {
      Thread.currentThread().interrupt();
    }
  }

  private static void writeAll(BlockingQueue<Batch> handed) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", ENV.get("REBOUND_BOOTSTRAP")),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      while (true) {
        List<Batch> batches = new ArrayList<>(List.of(handed.take()));
        handed.drainTo(batches);
        Thread.sleep(500); // stands for the work that a job does
        write(batches, producer);
        batches.forEach(batch -> batch.done.countDown());
      }
    } catch (Exception failed) {
      failed.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private static void write(List<Batch> batches, KafkaProducer<byte[], byte[]> producer)
      throws Exception {
    List<Future<RecordMetadata>> answers = new ArrayList<>();
    for (Batch batch : batches) {
      for (ConsumerRecord<byte[], byte[]> record : batch.records) {
        answers.add(
            producer.send(
                new ProducerRecord<>(
                    ENV.get("REBOUND_OUTPUT"),
                    null,
                    record.key(),
                    record.value(),
                    record.headers()))); // rebound-id is among them: it says which record this is
      }
    }
    producer.flush();
    for (Future<RecordMetadata> answer : answers) {
      answer.get();
    }
  }
}
