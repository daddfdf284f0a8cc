import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;

/** Reads a topic and writes what it read to another, as a Kafka Streams application. */
public class StreamsForward {
  public static void main(String[] arguments) {
    Map<String, String> env = System.getenv();
    boolean exactlyOnce = env.get("REBOUND_GUARANTEE").equals("exactly-once");
    Properties settings = new Properties();
    settings.put("application.id", env.get("REBOUND_GROUP")); // commits there: the lab looks for it
    settings.put("bootstrap.servers", env.get("REBOUND_BOOTSTRAP"));
    settings.put("state.dir", env.get("REBOUND_DATA"));
    settings.put("processing.guarantee", exactlyOnce ? "exactly_once_v2" : "at_least_once");
    settings.put("commit.interval.ms", env.get("REBOUND_COMMIT_INTERVAL_MS"));
    settings.put("session.timeout.ms", "6000");
    settings.put("heartbeat.interval.ms", "2000");
    StreamsBuilder topology = new StreamsBuilder();
    topology.stream(env.get("REBOUND_INPUT"), Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
        .to(env.get("REBOUND_OUTPUT"), Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
    // The header rebound-id goes along with each record: it says which one it is.
    KafkaStreams streams = new KafkaStreams(topology.build(), settings);
    Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
    streams.start();
  }
}
