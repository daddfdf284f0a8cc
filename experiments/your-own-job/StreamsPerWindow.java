import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.TimeWindows;

/** Counts the orders of each customer in windows of five seconds, in Kafka Streams. */
public class StreamsPerWindow {
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
    topology.stream(
            env.get("REBOUND_INPUT"),
            Consumed.with(Serdes.String(), Serdes.String())
                .withTimestampExtractor((record, before) -> orderTime((String) record.value())))
        .groupByKey()
        .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofSeconds(5), Duration.ofSeconds(30)))
        .count(Materialized.with(Serdes.String(), Serdes.Long()))
        .toStream()
        .map(
            (window, count) ->
                KeyValue.pair(
                    window.key(),
                    "{\"from\":\"" + window.window().startTime() + "\",\"orders\":" + count + "}"))
        .to(env.get("REBOUND_OUTPUT"), Produced.with(Serdes.String(), Serdes.String()));
    KafkaStreams streams = new KafkaStreams(topology.build(), settings);
    Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
    streams.start();
  }

  private static long orderTime(String order) {
    int from = order.indexOf("\"orderTime\":\"") + 13;
    return Instant.parse(order.substring(from, order.indexOf('"', from))).toEpochMilli();
  }
}
