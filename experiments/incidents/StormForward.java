import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.kafka.spout.KafkaSpout;
import org.apache.storm.kafka.spout.KafkaSpoutConfig;
import org.apache.storm.kafka.spout.KafkaSpoutConfig.ProcessingGuarantee;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Reads a topic and writes what it read to another. */
public class StormForward {
  public static void main(String[] arguments) throws Exception {
    Map<String, String> env = System.getenv();
    String bootstrap = env.get("REBOUND_BOOTSTRAP");
    int workers = Integer.parseInt(env.get("REBOUND_WORKERS"));
    KafkaSpoutConfig<byte[], byte[]> records =
        new KafkaSpoutConfig.Builder<byte[], byte[]>(bootstrap, env.get("REBOUND_INPUT"))
            .setProp("group.id", env.get("REBOUND_GROUP"))
            .setProp("key.deserializer", ByteArrayDeserializer.class.getName())
            .setProp("value.deserializer", ByteArrayDeserializer.class.getName())
            .setProp("auto.offset.reset", "earliest")
            .setProcessingGuarantee(ProcessingGuarantee.AT_LEAST_ONCE)
            .setOffsetCommitPeriodMs(Long.parseLong(env.get("REBOUND_COMMIT_INTERVAL_MS")))
            .setRecordTranslator(
                read ->
                    new Values(
                        read.key(), read.value(), read.headers().lastHeader("rebound-id").value()),
                new Fields("key", "value", "id"))
            .build();
    TopologyBuilder topology = new TopologyBuilder();
    topology.setSpout("records", new KafkaSpout<>(records), workers);
    topology
        .setBolt(
            "forward",
            new Forward(bootstrap, env.get("REBOUND_OUTPUT")), workers)
        .localOrShuffleGrouping("records");
    Config settings = new Config();
    settings.setNumWorkers(workers);
    StormSubmitter.submitTopology("forward", settings, topology.createTopology());
  }

  /** Acknowledges a record once the brokers have it. */
  private static class Forward extends BaseRichBolt {
    private final String bootstrap;
    private final String output;
    private transient OutputCollector collector;
    private transient KafkaProducer<byte[], byte[]> producer;

    Forward(String bootstrap, String output) {
      this.bootstrap = bootstrap;
      this.output = output;
    }

    @Override
    public void prepare(
        Map<String, Object> settings, TopologyContext context, OutputCollector collector) {
      this.collector = collector;
      Properties producing = new Properties();
      producing.put("bootstrap.servers", bootstrap);
      producing.put("key.serializer", ByteArraySerializer.class.getName());
      producing.put("value.serializer", ByteArraySerializer.class.getName());
      producing.put("linger.ms", "2000"); // large batches, as for throughput
      producing.put("batch.size", "200000");
      producer = new KafkaProducer<>(producing);
    }

    @Override
    public void execute(Tuple read) {
      ProducerRecord<byte[], byte[]> written =
          new ProducerRecord<>(
              output, read.getBinaryByField("key"), read.getBinaryByField("value"));
      written.headers().add("rebound-id", read.getBinaryByField("id"));
      producer.send(
          written,
          (stored, problem) -> {
            synchronized (collector) {
              if (problem == null) {
                collector.ack(read);
              } else {
                collector.fail(read);
              }
            }
          });
    }

    @Override
    public void cleanup() {
      producer.close();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
  }
}
