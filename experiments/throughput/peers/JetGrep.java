import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.kafka.KafkaSinks;
import com.hazelcast.jet.kafka.KafkaSources;
import com.hazelcast.jet.pipeline.Pipeline;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Lines in which a pattern is found go on to another topic: KafkaSources, filter and KafkaSinks, as in Hazelcast's documentation. */
public class JetGrep {
  private static final Pattern PATTERN = Pattern.compile("ERROR|WARN");

  public static void main(String[] arguments) {
    Map<String, String> env = System.getenv();
    boolean exactlyOnce = env.get("REBOUND_GUARANTEE").equals("exactly-once");
    String output = env.get("REBOUND_OUTPUT");
    Properties source = new Properties();
    source.setProperty("bootstrap.servers", env.get("REBOUND_BOOTSTRAP"));
    source.setProperty("key.deserializer", StringDeserializer.class.getName());
    source.setProperty("value.deserializer", StringDeserializer.class.getName());
    source.setProperty("auto.offset.reset", "earliest");
    Properties sink = new Properties();
    sink.setProperty("bootstrap.servers", env.get("REBOUND_BOOTSTRAP"));
    sink.setProperty("key.serializer", StringSerializer.class.getName());
    sink.setProperty("value.serializer", StringSerializer.class.getName());
    Pipeline pipeline = Pipeline.create();
    pipeline
        .readFrom(
            KafkaSources.kafka(
                source, (ConsumerRecord<String, String> line) -> line, env.get("REBOUND_INPUT")))
        .withoutTimestamps()
        .filter(line -> PATTERN.matcher(line.value()).find())
        .writeTo(
            KafkaSinks.<ConsumerRecord<String, String>>kafka(sink)
                // The header rebound-id goes along with each record: it says which one it is.
                .toRecordFn(
                    line ->
                        new ProducerRecord<>(output, null, line.key(), line.value(), line.headers()))
                .exactlyOnce(exactlyOnce)
                .build());
    // Finds the other members by HZ_NETWORK_… in its environment.
    HazelcastInstance member = Hazelcast.newHazelcastInstance();
    member
        .getJet()
        .newJobIfAbsent(
            pipeline,
            new JobConfig()
                .setName("grep")
                .setSnapshotIntervalMillis(Long.parseLong(env.get("REBOUND_COMMIT_INTERVAL_MS")))
                .setProcessingGuarantee(
                    exactlyOnce
                        ? ProcessingGuarantee.EXACTLY_ONCE
                        : ProcessingGuarantee.AT_LEAST_ONCE));
  }
}
