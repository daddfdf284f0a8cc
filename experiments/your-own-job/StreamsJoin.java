import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.JoinWindows;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.StreamJoined;

/** Joins orders with their shipments in Kafka Streams, where both come within ten seconds of one another. */
public class StreamsJoin {
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
    settings.put("max.task.idle.ms", env.getOrDefault("IDLE_MS", "0"));
    Duration grace = Duration.ofMillis(Long.parseLong(env.getOrDefault("GRACE_MS", "60000")));
    StreamsBuilder topology = new StreamsBuilder();
    KStream<String, String> orders =
        topology.stream(env.get("REBOUND_INPUT"), Consumed.with(Serdes.String(), Serdes.String()));
    KStream<String, String> shipments =
        topology.stream(env.get("REBOUND_SECOND_INPUT"), Consumed.with(Serdes.String(), Serdes.String()));
    orders
        .join(
            shipments,
            (order, shipment) -> "{\"order\":" + order + ",\"shipped\":" + shipment + "}",
            JoinWindows.ofTimeDifferenceAndGrace(Duration.ofSeconds(10), grace),
            StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String()))
        .to(env.get("REBOUND_OUTPUT"), Produced.with(Serdes.String(), Serdes.String()));
    KafkaStreams streams = new KafkaStreams(topology.build(), settings);
    Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
    streams.start();
  }
}
