import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A member of a share group: takes records, writes each to another topic, and acknowledges it once
 * that is answered. WORK_MS is how long it works on a record.
 */
public class ShareForward {
  private static final Map<String, String> ENV = System.getenv();

  public static void main(String[] arguments) throws Exception {
    String group = ENV.get("REBOUND_GROUP");
    String bootstrap = ENV.get("REBOUND_BOOTSTRAP");
    // A share group begins at the end of its topics, and its own setting alone changes that.
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      admin
          .incrementalAlterConfigs(
              Map.of(
                  new ConfigResource(ConfigResource.Type.GROUP, group),
                  List.of(
                      new AlterConfigOp(
                          new ConfigEntry("share.auto.offset.reset", "earliest"),
                          AlterConfigOp.OpType.SET))))
          .all()
          .get();
    }
    KafkaShareConsumer<byte[], byte[]> consumer =
        new KafkaShareConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrap,
                "group.id",
                group,
                "share.acknowledgement.mode",
                "explicit"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    consumer.subscribe(List.of(ENV.get("REBOUND_INPUT")));
    System.out.println("subscribed");
    while (true) {
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
        consumer.acknowledge(record);
      }
      for (Future<RecordMetadata> answer : answers) {
        answer.get();
      }
      consumer.commitSync().values().stream()
          .flatMap(java.util.Optional::stream)
          .forEach(refused -> System.err.println("goes on: " + refused.getMessage()));
    }
  }
}
