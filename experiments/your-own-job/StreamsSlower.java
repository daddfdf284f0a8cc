import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** StreamsForward with a mistake: each task that a worker takes over takes a while to begin. */
public class StreamsSlower {
  public static void main(String[] arguments) {
    Map<String, String> env = System.getenv();
    boolean exactlyOnce = env.get("REBOUND_GUARANTEE").equals("exactly-once");
    Properties settings = new Properties();
    settings.put("application.id", env.get("REBOUND_GROUP"));
    settings.put("bootstrap.servers", env.get("REBOUND_BOOTSTRAP"));
    settings.put("state.dir", env.get("REBOUND_DATA"));
    settings.put("processing.guarantee", exactlyOnce ? "exactly_once_v2" : "at_least_once");
    settings.put("commit.interval.ms", env.get("REBOUND_COMMIT_INTERVAL_MS"));
    settings.put("session.timeout.ms", "6000");
    settings.put("heartbeat.interval.ms", "2000");
    StreamsBuilder topology = new StreamsBuilder();
    topology.stream(env.get("REBOUND_INPUT"), Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
        .process(Slow::new)
        .to(env.get("REBOUND_OUTPUT"), Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
    KafkaStreams streams = new KafkaStreams(topology.build(), settings);
    Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
    streams.start();
  }

  /** Sets up for long what it does not need. */
  private static final class Slow extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
      super.init(context);
      try {
        Thread.sleep(750);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
      context().forward(record);
    }
  }
}
