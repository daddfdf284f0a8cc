import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * Sums up what each customer has paid, and says it after each payment. Variables that begin with
 * STREAMS_ are settings of Kafka Streams: STREAMS_STATE_DIR is state.dir.
 */
public class StreamsSums {
  public static void main(String[] arguments) throws InterruptedException {
    Map<String, String> env = System.getenv();
    Properties settings = new Properties();
    settings.put("application.id", env.get("REBOUND_GROUP"));
    settings.put("bootstrap.servers", env.get("REBOUND_BOOTSTRAP"));
    settings.put("state.dir", env.get("REBOUND_DATA"));
    settings.put("processing.guarantee", "exactly_once_v2");
    settings.put("commit.interval.ms", env.get("REBOUND_COMMIT_INTERVAL_MS"));
    settings.put("session.timeout.ms", "6000");
    settings.put("heartbeat.interval.ms", "2000");
    env.forEach(
        (name, value) -> {
          if (name.startsWith("STREAMS_")) {
            settings.put(name.substring(8).toLowerCase().replace('_', '.'), value);
          }
        });
    long failsAt = Long.parseLong(env.getOrDefault("FAILS_AT", "0"));
    StreamsBuilder topology = new StreamsBuilder();
    topology.addStateStore(
        Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(Sum.STORE), Serdes.String(), Serdes.Long())
            .withCachingEnabled()); // as the DSL has it
    topology.stream(env.get("REBOUND_INPUT"), Consumed.with(Serdes.String(), payments()))
        .process(() -> new Sum(failsAt), Sum.STORE)
        .to(env.get("REBOUND_OUTPUT"), Produced.with(Serdes.String(), Serdes.String()));
    KafkaStreams streams = new KafkaStreams(topology.build(), settings);
    if (env.containsKey("ON_EXCEPTION")) {
      StreamThreadExceptionResponse response =
          StreamThreadExceptionResponse.valueOf(env.get("ON_EXCEPTION"));
      streams.setUncaughtExceptionHandler(problem -> response);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
    streams.start();
    System.out.println("started");
    Thread.currentThread().join(); // what else such a process does, such as to answer that it is well
  }

  /** Payments as lines of CSV: what is none cannot be read. */
  private static Serde<String> payments() {
    Deserializer<String> lines = new StringDeserializer();
    return Serdes.serdeFrom(
        new StringSerializer(),
        (topic, bytes) -> {
          String line = lines.deserialize(topic, bytes);
          amount(line);
          return line;
        });
  }

  private static long amount(String payment) {
    return Math.round(Double.parseDouble(payment.split(",")[2]) * 100);
  }

  /** Says after each payment what its customer has paid so far, in cents in the store. */
  private static class Sum extends ContextualProcessor<String, String, String, String> {
    static final String STORE = "sums";
    private static final AtomicLong TAKEN = new AtomicLong();
    private final long failsAt;
    private KeyValueStore<String, Long> sums;

    Sum(long failsAt) {
      this.failsAt = failsAt;
    }

    @Override
    public void init(ProcessorContext<String, String> context) {
      super.init(context);
      sums = context.getStateStore(STORE);
    }

    @Override
    public void process(Record<String, String> payment) {
      if (TAKEN.incrementAndGet() == failsAt) {
        throw new IllegalStateException("the rate of exchange is not to be had right now");
      }
      Long before = sums.get(payment.key());
      long sum = (before == null ? 0 : before) + amount(payment.value());
      sums.put(payment.key(), sum);
      String id = payment.value().split(",")[0];
      context().forward(payment.withValue("{\"id\":" + id + ",\"sum\":" + sum / 100.0 + "}"));
    }
  }
}
