import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Works out what each order costs: orders and what is made of them are Avro, with a schema registry. */
public class EnrichAvro {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String REGISTRY = System.getenv("REBOUND_REGISTRY");
  private static final Map<Integer, Schema> SCHEMAS = new HashMap<>();

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
    Schema priced = new Schema.Parser().parse(Files.readString(Path.of(arguments[0])));
    int pricedId = register(output + "-value", priced);
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
        GenericRecord order = read(record.value());
        double total = 0;
        for (Object item : (List<?>) order.get("items")) {
          GenericRecord its = (GenericRecord) item;
          total += (int) its.get("quantity") * (double) its.get("price");
        }
        GenericRecord made = new GenericData.Record(priced);
        made.put("order_id", order.get("orderId"));
        made.put("buyer", order.get("customer"));
        made.put("total", Math.round(total * 100) / 100.0);
        answers.add(producer.send(new ProducerRecord<>(output, record.key(), written(made, pricedId))));
      }
      producer.flush();
      for (Future<RecordMetadata> answer : answers) {
        answer.get();
      }
      consumer.commitSync();
    }
  }

  /** A byte 0, the id of the schema, and the record. */
  private static GenericRecord read(byte[] value) throws Exception {
    int id = ByteBuffer.wrap(value).getInt(1);
    Schema schema = SCHEMAS.get(id);
    if (schema == null) {
      schema =
          new Schema.Parser().parse(ask(HttpRequest.newBuilder(at("/schemas/ids/" + id))).get("schema").asText());
      SCHEMAS.put(id, schema);
    }
    return new GenericDatumReader<GenericRecord>(schema)
        .read(null, DecoderFactory.get().binaryDecoder(value, 5, value.length - 5, null));
  }

  private static byte[] written(GenericRecord record, int id) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  private static int register(String subject, Schema schema) throws Exception {
    String body = JSON.writeValueAsString(Map.of("schema", schema.toString()));
    return ask(
            HttpRequest.newBuilder(at("/subjects/" + subject + "/versions"))
                .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                .POST(HttpRequest.BodyPublishers.ofString(body)))
        .get("id")
        .asInt();
  }

  private static URI at(String path) {
    return URI.create(REGISTRY + path);
  }

  private static JsonNode ask(HttpRequest.Builder question) throws Exception {
    return JSON.readTree(HTTP.send(question.timeout(Duration.ofSeconds(10)).build(), BodyHandlers.ofString()).body());
  }
}
