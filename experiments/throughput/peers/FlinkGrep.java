import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Lines in which a pattern is found go on to another topic: KafkaSource, filter and KafkaSink, as in Flink's documentation. */
public class FlinkGrep {
  private static final Pattern PATTERN = Pattern.compile("ERROR|WARN");
  private static final String ID = "rebound-id";

  /** A line, and the header that says which it is. */
  public static class Line {
    public String text;
    public byte[] id;
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, String> env = System.getenv();
    KafkaSource<Line> source =
        KafkaSource.<Line>builder()
            .setBootstrapServers(env.get("REBOUND_BOOTSTRAP"))
            .setTopics(env.get("REBOUND_INPUT"))
            .setGroupId(env.get("REBOUND_GROUP"))
            .setStartingOffsets(OffsetsInitializer.earliest())
            .setDeserializer(new LineReader())
            .build();
    KafkaSink<Line> sink =
        KafkaSink.<Line>builder()
            .setBootstrapServers(env.get("REBOUND_BOOTSTRAP"))
            .setRecordSerializer(
                KafkaRecordSerializationSchema.<Line>builder()
                    .setTopic(env.get("REBOUND_OUTPUT"))
                    .setValueSerializationSchema(new LineWriter())
                    .setHeaderProvider((Line line) -> new RecordHeaders().add(ID, line.id))
                    .build())
            .setDeliveryGuarantee(
                DeliveryGuarantee.valueOf(
                    env.get("REBOUND_GUARANTEE").toUpperCase(Locale.ROOT).replace('-', '_')))
            .setTransactionalIdPrefix(env.get("REBOUND_GROUP"))
            .setProperty("transaction.timeout.ms", "600000") // brokers allow 15 min, Flink asks for an hour
            .build();
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.getExecutionEnvironment();
    flink
        .fromSource(source, WatermarkStrategy.noWatermarks(), "Kafka Source")
        .filter(line -> PATTERN.matcher(line.text).find())
        .sinkTo(sink);
    flink.execute("grep"); // checkpoints are set on the cluster, by the experiment file
  }

  private static class LineWriter implements SerializationSchema<Line> {
    @Override
    public byte[] serialize(Line line) {
      return line.text.getBytes(StandardCharsets.UTF_8);
    }
  }

  private static class LineReader implements KafkaRecordDeserializationSchema<Line> {
    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Line> out) {
      Line line = new Line();
      line.text = new String(record.value(), StandardCharsets.UTF_8);
      line.id = record.headers().lastHeader(ID).value();
      out.collect(line);
    }

    @Override
    public TypeInformation<Line> getProducedType() {
      return TypeInformation.of(Line.class);
    }
  }
}
