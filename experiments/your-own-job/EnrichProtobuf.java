import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * Works out what each order costs: orders and what is made of them are messages of order.proto, with a
 * schema registry. It reads their fields by number, as code that protoc makes does.
 */
public class EnrichProtobuf {
  private static final ObjectMapper JSON = new ObjectMapper();

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
    String output = env.get("REBOUND_OUTPUT");
    int id = register(env.get("REBOUND_REGISTRY"), output + "-value", Files.readString(Path.of(arguments[0])));
    boolean commitsFirst = "first".equals(env.get("COMMIT")); // what it does wrong then: it loses orders
    consumer.subscribe(List.of(env.get("REBOUND_INPUT")));
    System.out.println("subscribed");
    while (true) {
      List<Future<RecordMetadata>> answers = new ArrayList<>();
      List<ConsumerRecord<byte[], byte[]>> orders = new ArrayList<>();
      consumer.poll(Duration.ofMillis(200)).forEach(orders::add);
      if (commitsFirst) {
        consumer.commitSync();
      }
      for (ConsumerRecord<byte[], byte[]> record : orders) {
        answers.add(producer.send(new ProducerRecord<>(output, record.key(), priced(record.value(), id))));
      }
      producer.flush();
      for (Future<RecordMetadata> answer : answers) {
        answer.get();
      }
      consumer.commitSync();
    }
  }

  /** A byte 0, the id of the schema, the place of the message in it (the second one), and the message. */
  private static byte[] priced(byte[] order, int id) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(order, 5, order.length - 5);
    for (int place = in.readSInt32(); place > 0; place--) {
      in.readSInt32();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeSInt32NoTag(1); // one number follows
    out.writeSInt32NoTag(1);
    double total = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag >>> 3) {
        case 1 -> out.writeString(1, in.readString());
        case 2 -> out.writeString(2, in.readString());
        case 4 -> {
          int before = in.pushLimit(in.readRawVarint32());
          total += cost(in);
          in.popLimit(before);
        }
        default -> in.skipField(tag);
      }
    }
    out.writeDouble(3, Math.round(total * 100) / 100.0);
    out.flush();
    return bytes.toByteArray();
  }

  private static double cost(CodedInputStream item) throws IOException {
    int quantity = 0;
    double price = 0;
    for (int tag = item.readTag(); tag != 0; tag = item.readTag()) {
      switch (tag >>> 3) {
        case 2 -> quantity = item.readInt32();
        case 3 -> price = item.readDouble();
        default -> item.skipField(tag);
      }
    }
    return quantity * price;
  }

  private static int register(String registry, String subject, String schema) throws Exception {
    String body = JSON.writeValueAsString(Map.of("schemaType", "PROTOBUF", "schema", schema));
    HttpRequest question =
        HttpRequest.newBuilder(URI.create(registry + "/subjects/" + subject + "/versions"))
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .timeout(Duration.ofSeconds(10))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    String answer = HttpClient.newHttpClient().send(question, BodyHandlers.ofString()).body();
    return JSON.readTree(answer).get("id").asInt();
  }
}
