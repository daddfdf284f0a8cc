import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.kafka.KafkaSinks;
import com.hazelcast.jet.kafka.KafkaSources;
import com.hazelcast.jet.pipeline.Pipeline;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Reads a topic and writes what it read to another, as a job on Hazelcast members. */
public class JetForward {
  public static void main(String[] arguments) {
    Map<String, String> env = System.getenv();
    boolean exactlyOnce = env.get("REBOUND_GUARANTEE").equals("exactly-once");
    String output = env.get("REBOUND_OUTPUT");
    Properties source = new Properties();
    source.put("bootstrap.servers", env.get("REBOUND_BOOTSTRAP"));
    source.put("key.deserializer", ByteArrayDeserializer.class.getName());
    source.put("value.deserializer", ByteArrayDeserializer.class.getName());
    source.put("auto.offset.reset", "earliest");
    Properties sink = new Properties();
    sink.put("bootstrap.servers", env.get("REBOUND_BOOTSTRAP"));
    sink.put("key.serializer", ByteArraySerializer.class.getName());
    sink.put("value.serializer", ByteArraySerializer.class.getName());
    Pipeline pipeline = Pipeline.create();
    pipeline
        .readFrom(
            KafkaSources.kafka(
                source, (ConsumerRecord<byte[], byte[]> read) -> read, env.get("REBOUND_INPUT")))
        .withoutTimestamps()
        .writeTo(
            KafkaSinks.<ConsumerRecord<byte[], byte[]>>kafka(sink)
                // The header rebound-id goes along with each record: it says which one it is.
                .toRecordFn(
                    read ->
                        new ProducerRecord<>(output, null, read.key(), read.value(), read.headers()))
                .exactlyOnce(exactlyOnce)
                .build());
    // Finds the other members by HZ_NETWORK_… in its environment.
    HazelcastInstance member = Hazelcast.newHazelcastInstance();
    member
        .getJet()
        .newJobIfAbsent(
            pipeline,
            new JobConfig()
                .setName("forward")
                .setSnapshotIntervalMillis(Long.parseLong(env.get("REBOUND_COMMIT_INTERVAL_MS")))
                .setProcessingGuarantee(
                    exactlyOnce
                        ? ProcessingGuarantee.EXACTLY_ONCE
                        : ProcessingGuarantee.AT_LEAST_ONCE));
  }
}
