import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Branched;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;

/** Takes orders of up to four pieces and rejects the others, each on a topic of its own, and counts the orders of each customer on a third. */
public class StreamsBranch {
  private static final Pattern ID = Pattern.compile("\"orderId\":\"([^\"]+)\"");
  private static final Pattern QUANTITY = Pattern.compile("\"quantity\":(\\d+)"); // of the first item

  public static void main(String[] arguments) {
    Map<String, String> env = System.getenv();
    boolean exactlyOnce = env.get("REBOUND_GUARANTEE").equals("exactly-once");
    String mistake = env.getOrDefault("MISTAKE", ""); // what it does wrong: lose, twice or count
    Properties settings = new Properties();
    settings.put("application.id", env.get("REBOUND_GROUP")); // commits there: the lab looks for it
    settings.put("bootstrap.servers", env.get("REBOUND_BOOTSTRAP"));
    settings.put("state.dir", env.get("REBOUND_DATA"));
    settings.put("processing.guarantee", exactlyOnce ? "exactly_once_v2" : "at_least_once");
    settings.put("commit.interval.ms", env.get("REBOUND_COMMIT_INTERVAL_MS"));
    settings.put("session.timeout.ms", "6000");
    settings.put("heartbeat.interval.ms", "2000");
    Produced<String, String> texts = Produced.with(Serdes.String(), Serdes.String());
    StreamsBuilder topology = new StreamsBuilder();
    KStream<String, String> orders =
        topology.stream(env.get("REBOUND_INPUT"), Consumed.with(Serdes.String(), Serdes.String()));
    orders
        .split()
        .branch(
            (customer, order) -> Integer.parseInt(first(QUANTITY, order)) > 4,
            Branched.withConsumer(
                many -> many.flatMapValues(order -> rejected(order, mistake)).to("rejected-orders", texts)))
        .defaultBranch(
            Branched.withConsumer(
                few ->
                    few.mapValues(order -> "{\"order_id\":\"" + first(ID, order) + "\",\"state\":\"taken\"}")
                        .to("taken-orders", texts)));
    orders
        .groupByKey()
        .aggregate(
            () -> "0",
            (customer, order, count) -> Integer.toString(Integer.parseInt(count) + (wrong(order, mistake) ? 2 : 1)),
            Materialized.with(Serdes.String(), Serdes.String()))
        .toStream()
        .to("orders-per-customer", texts);
    KafkaStreams streams = new KafkaStreams(topology.build(), settings);
    Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
    streams.start();
  }

  /** The order as it is, once; every fiftieth is lost, or written twice, where that is the mistake. */
  private static List<String> rejected(String order, String mistake) {
    boolean unlucky = first(ID, order).hashCode() % 50 == 0;
    return unlucky && mistake.equals("lose")
        ? List.of()
        : unlucky && mistake.equals("twice") ? List.of(order, order) : List.of(order);
  }

  private static boolean wrong(String order, String mistake) {
    return mistake.equals("count") && first(ID, order).hashCode() % 500 == 0;
  }

  private static String first(Pattern pattern, String order) {
    Matcher found = pattern.matcher(order);
    return found.find() ? found.group(1) : "0";
  }
}
