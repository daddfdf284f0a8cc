import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.kafka.bolt.KafkaBolt;
import org.apache.storm.kafka.bolt.mapper.TupleToKafkaMapper;
import org.apache.storm.kafka.bolt.selector.DefaultTopicSelector;
import org.apache.storm.kafka.spout.KafkaSpout;
import org.apache.storm.kafka.spout.KafkaSpoutConfig;
import org.apache.storm.kafka.spout.KafkaSpoutConfig.ProcessingGuarantee;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Lines in which a pattern is found go on to another topic: KafkaSpout, a basic bolt and KafkaBolt, as in Storm's documentation. */
public class StormGrep {
  private static final String ID = "rebound-id";

  public static void main(String[] arguments) throws Exception {
    Map<String, String> env = System.getenv();
    int workers = Integer.parseInt(env.get("REBOUND_WORKERS"));
    boolean acknowledged = env.get("REBOUND_GUARANTEE").equals("at-least-once");
    KafkaSpoutConfig<String, String> lines =
        KafkaSpoutConfig.builder(env.get("REBOUND_BOOTSTRAP"), env.get("REBOUND_INPUT"))
            .setProp("group.id", env.get("REBOUND_GROUP"))
            .setProp("auto.offset.reset", "earliest")
            .setProcessingGuarantee(
                acknowledged
                    ? ProcessingGuarantee.AT_LEAST_ONCE
                    : ProcessingGuarantee.NO_GUARANTEE)
            .setOffsetCommitPeriodMs(Long.parseLong(env.get("REBOUND_COMMIT_INTERVAL_MS")))
            .setRecordTranslator(
                record -> new Values(record.headers().lastHeader(ID).value(), record.value()),
                new Fields("id", "line"))
            .build();
    Properties producing = new Properties();
    producing.put("bootstrap.servers", env.get("REBOUND_BOOTSTRAP"));
    producing.put("key.serializer", StringSerializer.class.getName());
    producing.put("value.serializer", LineSerializer.class.getName());
    KafkaBolt<String, Tuple> found =
        new KafkaBolt<String, Tuple>()
            .withProducerProperties(producing)
            .withTopicSelector(new DefaultTopicSelector(env.get("REBOUND_OUTPUT")))
            .withTupleToKafkaMapper(new WholeTuple());
    TopologyBuilder topology = new TopologyBuilder();
    topology.setSpout("lines", new KafkaSpout<>(lines), workers);
    topology.setBolt("grep", new Grep(), workers).localOrShuffleGrouping("lines");
    topology.setBolt("found", found, workers).localOrShuffleGrouping("grep");
    Config settings = new Config();
    settings.setNumWorkers(workers);
    // Finds Nimbus by the settings that stand beside it.
    StormSubmitter.submitTopology("grep", settings, topology.createTopology());
  }

  private static class Grep extends BaseBasicBolt {
    private static final Pattern PATTERN = Pattern.compile("ERROR|WARN");

    @Override
    public void execute(Tuple line, BasicOutputCollector out) {
      if (PATTERN.matcher(line.getStringByField("line")).find()) {
        out.emit(new Values(line.getBinaryByField("id"), line.getStringByField("line")));
      }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
      declarer.declare(new Fields("id", "line"));
    }
  }

  /** KafkaBolt sends a key and a message; the serializer makes a header of what else there is. */
  private static class WholeTuple implements TupleToKafkaMapper<String, Tuple> {
    @Override
    public String getKeyFromTuple(Tuple line) {
      return null;
    }

    @Override
    public Tuple getMessageFromTuple(Tuple line) {
      return line;
    }
  }

  /** Writes the header that says which line it is. */
  public static class LineSerializer implements Serializer<Tuple> {
    @Override
    public byte[] serialize(String topic, Tuple line) {
      return line.getStringByField("line").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] serialize(String topic, Headers headers, Tuple line) {
      headers.add(ID, line.getBinaryByField("id"));
      return serialize(topic, line);
    }
  }
}
