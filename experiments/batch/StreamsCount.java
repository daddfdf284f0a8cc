import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * The same as {@code BatchCount} does, in Kafka Streams: each record comes out with the count of its
 * key. Its settings are those of Rebound's profile {@code tuned}: one standby, 6 s of silence.
 */
public class StreamsCount {
  public static void main(String[] arguments) {
    Map<String, String> env = System.getenv();
    Properties settings = new Properties();
    settings.put("application.id", env.get("REBOUND_GROUP")); // commits there: the lab looks for it
    settings.put("bootstrap.servers", env.get("REBOUND_BOOTSTRAP"));
    settings.put("state.dir", env.get("REBOUND_DATA"));
    settings.put("processing.guarantee", "exactly_once_v2");
    settings.put("commit.interval.ms", env.get("REBOUND_COMMIT_INTERVAL_MS"));
    settings.put("num.standby.replicas", "1");
    settings.put("session.timeout.ms", "6000");
    settings.put("heartbeat.interval.ms", "2000");
    StreamsBuilder topology = new StreamsBuilder();
    topology.addStateStore(
        Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore("counts"), Serdes.String(), Serdes.Long()));
    topology.stream(env.get("REBOUND_INPUT"), Consumed.with(Serdes.String(), Serdes.ByteArray()))
        .process(Count::new, "counts")
        .to(env.get("REBOUND_OUTPUT"), Produced.with(Serdes.String(), Serdes.String()));
    KafkaStreams streams = new KafkaStreams(topology.build(), settings);
    Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
    streams.start();
  }

  private static class Count extends ContextualProcessor<String, byte[], String, String> {
    @Override
    public void process(Record<String, byte[]> record) {
      KeyValueStore<String, Long> counts = context().getStateStore("counts");
      Long before = counts.get(record.key());
      long count = before == null ? 1 : before + 1;
      counts.put(record.key(), count);
      // The header rebound-id goes along: it says which record this is of.
      context().forward(record.withValue("{\"key\":\"" + record.key() + "\",\"count\":" + count + "}"));
    }
  }
}
