import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.KStream;

/** Lines in which a pattern is found go on to another topic: stream, filter and to, as in Kafka Streams' documentation. */
public class StreamsGrep {
  private static final Pattern PATTERN = Pattern.compile("ERROR|WARN");

  public static void main(String[] arguments) {
    Map<String, String> env = System.getenv();
    boolean exactlyOnce = env.get("REBOUND_GUARANTEE").equals("exactly-once");
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, env.get("REBOUND_GROUP"));
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, env.get("REBOUND_BOOTSTRAP"));
    settings.put(StreamsConfig.STATE_DIR_CONFIG, env.get("REBOUND_DATA"));
    settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.String().getClass());
    settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.String().getClass());
    settings.put(
        StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
        exactlyOnce ? StreamsConfig.EXACTLY_ONCE_V2 : StreamsConfig.AT_LEAST_ONCE);
    settings.put(
        StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, env.get("REBOUND_COMMIT_INTERVAL_MS"));
    StreamsBuilder builder = new StreamsBuilder();
    KStream<String, String> lines = builder.stream(env.get("REBOUND_INPUT"));
    // The header rebound-id goes along with each record: it says which one it is.
    lines.filter((key, line) -> PATTERN.matcher(line).find()).to(env.get("REBOUND_OUTPUT"));
    KafkaStreams streams = new KafkaStreams(builder.build(), settings);
    Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
    streams.start();
  }
}
